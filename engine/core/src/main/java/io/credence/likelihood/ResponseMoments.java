package io.credence.likelihood;

/**
 * Moments of a response whose linear predictors are uncertain.
 *
 * @param mean expectation of the response
 * @param varianceOfMean variance of the response's expectation given the predictors: uncertainty of the coefficients
 *     alone
 * @param variance variance of a new response: noise and uncertainty of the coefficients together
 */
public record ResponseMoments(double mean, double varianceOfMean, double variance) {}
