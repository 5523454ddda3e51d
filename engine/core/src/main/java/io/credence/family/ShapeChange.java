package io.credence.family;

/**
 * How far a covariance S is from another, T⁻¹.
 *
 * @param divergence KL(N(·, S) ‖ N(·, T⁻¹)) for equal means, nats
 * @param meanRatio tr(ST)/d: the variances of S over those of T⁻¹, on average over directions
 */
public record ShapeChange(double divergence, double meanRatio) {}
