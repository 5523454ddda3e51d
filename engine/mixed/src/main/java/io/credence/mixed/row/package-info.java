/**
 * Sums of rows by level, and the Gaussian of arrow shape that they make of one factor's effects and the
 * coefficients.
 */
@NullMarked
package io.credence.mixed.row;

import org.jspecify.annotations.NullMarked;
