/**
 * Sums of rows by level, and the arrow-shaped Gaussian of one factor's effects and the coefficients that follows from
 * them.
 */
@NullMarked
package io.credence.mixed.row;

import org.jspecify.annotations.NullMarked;
