/** Likelihoods of real numbers: normal and Student's t. */
@NullMarked
package io.credence.likelihood.real;

import org.jspecify.annotations.NullMarked;
