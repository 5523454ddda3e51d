/**
 * How badly parameters fit a row: likelihoods and the losses around them, at draws and in exact expectation,
 * and the losses of users' models. This is what executors run.
 * No divergence, objective or estimator may enter, and of a prior only the map of its non-centred coefficients.
 */
@NullMarked
package io.credence.loss;

import org.jspecify.annotations.NullMarked;
