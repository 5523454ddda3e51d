/**
 * Automatic differentiation of functions that users write over {@code CalculusFieldElement}. A function is recorded
 * once, derivatives are recorded after it, and both are replayed over whole columns of rows and draws in loops over
 * arrays of doubles. A tape of operations on whole matrices ({@link io.credence.autodiff.MatrixTape}) serves models
 * that are not sums over single rows. No row, parameter or loss may enter: there are only functions of numbers here.
 */
@NullMarked
package io.credence.autodiff;

import org.jspecify.annotations.NullMarked;
