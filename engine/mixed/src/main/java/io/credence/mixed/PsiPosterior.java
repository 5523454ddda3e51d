package io.credence.mixed;

import io.credence.mixed.MixedPosterior.Surrogate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of ψ = (β, coordinates of the variance components).
 *
 * @param mean of ψ
 * @param covariance of ψ, d × d
 * @param components points of the coordinates of the variance components
 * @param weights their probabilities
 * @param logWeights logarithms of importance weights that were checked; empty where none were
 * @param beyond names of components whose tail goes beyond the points
 * @param surrogate how well a likelihood of the same shape serves; null where none was taken, or that was not checked
 * @param logEvidence log p(y), nats; NaN where it is not known
 */
record PsiPosterior(
        double[] mean,
        double[] covariance,
        List<double[]> components,
        double[] weights,
        double[] logWeights,
        List<String> beyond,
        @Nullable Surrogate surrogate,
        double logEvidence) {}
