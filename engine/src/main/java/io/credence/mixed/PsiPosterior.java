package io.credence.mixed;

import java.util.List;

/**
 * The posterior of ψ = (β, coordinates of the variance components).
 *
 * @param mean of ψ
 * @param covariance of ψ, d × d
 * @param components points of the coordinates of the variance components
 * @param weights their probabilities
 * @param logWeights logarithms of importance weights that were checked; empty where none were
 * @param logEvidence log p(y), nats; NaN where it is not known
 */
record PsiPosterior(
        double[] mean,
        double[] covariance,
        List<double[]> components,
        double[] weights,
        double[] logWeights,
        double logEvidence) {}
