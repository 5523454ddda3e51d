/**
 * Dense linear algebra: a checked front over interchangeable kernels, and Cholesky and symmetric matrices on top of it.
 * A kernel gets arrays and does not check them; callers from outside go through the front. No other package of the
 * engine may enter: there are no rows, parameters or distributions here, only arrays.
 */
@NullMarked
package io.credence.linalg;

import org.jspecify.annotations.NullMarked;
