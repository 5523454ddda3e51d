/** Priors of the coefficients. */
@NullMarked
package io.credence.prior;

import org.jspecify.annotations.NullMarked;
