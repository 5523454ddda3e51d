/**
 * Losses of rows at draws of all parameters: of likelihoods, and of the models that users write. Executors run this
 * code. No divergence, objective or estimator may enter, and of a prior only the map of its non-centred coefficients.
 */
@NullMarked
package io.credence.loss;

import org.jspecify.annotations.NullMarked;
