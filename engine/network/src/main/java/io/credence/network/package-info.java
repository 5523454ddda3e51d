/**
 * Bayesian neural networks: dense layers whose weights have a mean-field normal posterior. Ensembles are trained by
 * epochs of minibatches, with closed-form moments of the hidden units where there are such. Nothing that knows a
 * configuration file, a format of results or Spark may enter.
 */
@NullMarked
package io.credence.network;

import org.jspecify.annotations.NullMarked;
