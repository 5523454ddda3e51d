package io.credence.loss;

/**
 * Posterior predictive moments of a new response.
 *
 * @param mean its expectation
 * @param variance its variance: noise and uncertainty of the coefficients together
 */
public record ResponseMoments(double mean, double variance) {}
