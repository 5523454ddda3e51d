/**
 * Likelihood of unordered classes, and its expectation under normal linear predictors.
 */
@NullMarked
package io.credence.likelihood.softmax;

import org.jspecify.annotations.NullMarked;
