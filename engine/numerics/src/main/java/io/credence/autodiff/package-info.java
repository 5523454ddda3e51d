/**
 * Derivatives of what users write over {@code CalculusFieldElement}: a function is recorded once, derivatives are recorded behind
 * it, and both are replayed over whole columns of rows and draws in loops over arrays of doubles.
 * Beside it, a tape of operations on whole matrices ({@link io.credence.autodiff.MatrixTape}), for models that are none of rows one by one.
 * No row, parameter or loss may enter: there are only functions of numbers here.
 */
@NullMarked
package io.credence.autodiff;

import org.jspecify.annotations.NullMarked;
