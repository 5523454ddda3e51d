/** Likelihoods with a separate part for zeros: hurdle and zero-inflated counts. */
@NullMarked
package io.credence.likelihood.zero;

import org.jspecify.annotations.NullMarked;
