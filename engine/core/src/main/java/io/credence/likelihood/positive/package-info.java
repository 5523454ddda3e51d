/**
 * Likelihoods of positive numbers and of times that may be censored: gamma, Tweedie, exponential and Weibull.
 */
@NullMarked
package io.credence.likelihood.positive;

import org.jspecify.annotations.NullMarked;
