/**
 * Distributional regression: likelihoods of the catalogue of which every parameter, not the mean alone, may be a linear
 * predictor of a row's columns.
 */
@NullMarked
package io.credence.distributional;

import org.jspecify.annotations.NullMarked;
