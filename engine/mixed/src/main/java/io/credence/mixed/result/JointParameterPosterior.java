package io.credence.mixed.result;

import io.credence.mixed.result.MixedPosterior.SurrogateCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of ψ = (β, coordinates of the variance components).
 *
 * @param mean mean of ψ
 * @param covariance covariance of ψ, d × d
 * @param componentPoints points of the coordinates of the variance components
 * @param weights probabilities of the points
 * @param logWeights logarithms of importance weights that were checked; empty where none were
 * @param underCoveredNames names of components whose tail reaches beyond the points
 * @param surrogate check of the quadratic likelihood; null where none was taken, or it was not checked
 * @param logEvidence log p(y), nats; NaN where it is not known
 */
public record JointParameterPosterior(
        double[] mean,
        double[] covariance,
        List<double[]> componentPoints,
        double[] weights,
        double[] logWeights,
        List<String> underCoveredNames,
        @Nullable SurrogateCheck surrogate,
        double logEvidence) {}
