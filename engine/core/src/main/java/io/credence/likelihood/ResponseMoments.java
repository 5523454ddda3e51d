package io.credence.likelihood;

/**
 * Moments of a response whose linear predictors are uncertain.
 *
 * @param mean its expectation
 * @param expectedVariance variance of its expectation given the predictors: uncertainty of the coefficients alone
 * @param variance of a new response: noise and uncertainty of the coefficients together
 */
public record ResponseMoments(double mean, double expectedVariance, double variance) {}
