package io.credence.family;

/**
 * Difference of a covariance S from another, T⁻¹.
 *
 * @param divergence Kullback–Leibler divergence KL(N(·, S) ‖ N(·, T⁻¹)) for equal means, nats
 * @param meanRatio ratio tr(ST)/d of the variances of S to those of T⁻¹, averaged over directions
 */
public record CovarianceChange(double divergence, double meanRatio) {}
