/**
 * Estimators that turn passes over rows into gradient and curvature, with their noise; the passes are here as well.
 * From values, from gradients at draws, or by exact expectation.
 * No update rule and no stopping rule may enter: an estimate is the same whatever is made of it.
 */
@NullMarked
package io.credence.gradient;

import org.jspecify.annotations.NullMarked;
