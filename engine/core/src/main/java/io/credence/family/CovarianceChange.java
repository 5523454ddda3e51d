package io.credence.family;

/**
 * Difference of a covariance S from another, T⁻¹.
 *
 * @param divergence Kullback–Leibler divergence KL(N(·, S) ‖ N(·, T⁻¹)) for equal means, nats
 * @param meanRatio ratio tr(ST)/d: the variances of S over those of T⁻¹, on average over directions
 */
public record CovarianceChange(double divergence, double meanRatio) {}
