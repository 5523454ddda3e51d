/**
 * Likelihoods of counts: Poisson, negative binomial and beta-binomial.
 */
@NullMarked
package io.credence.likelihood.count;

import org.jspecify.annotations.NullMarked;
