/**
 * Dense linear algebra: interchangeable kernels with checked arguments, and Cholesky and symmetric matrices based on
 * them. A kernel gets arrays and does not check them; callers from outside go through the front. No other package of
 * the engine may enter: there are no rows, parameters or distributions here, only arrays.
 */
@NullMarked
package io.credence.linalg;

import org.jspecify.annotations.NullMarked;
