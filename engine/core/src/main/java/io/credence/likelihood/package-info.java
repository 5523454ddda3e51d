/**
 * Likelihoods of linear predictors, with labels, dispersion, distribution of a response, and the loss of a row.
 * Executors add up the loss, at points and in exact expectation. No prior, posterior, objective or estimator may enter.
 */
@NullMarked
package io.credence.likelihood;

import org.jspecify.annotations.NullMarked;
