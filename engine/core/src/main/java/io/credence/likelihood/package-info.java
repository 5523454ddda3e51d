/**
 * Likelihoods of linear predictors: labels, dispersion, distribution of a response, and the loss of a row as executors
 * add it up, at points and in exact expectation. No prior, posterior, objective or estimator may enter.
 */
@NullMarked
package io.credence.likelihood;

import org.jspecify.annotations.NullMarked;
