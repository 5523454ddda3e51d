/**
 * Likelihoods of successes and of proportions: Bernoulli by either link, and beta.
 */
@NullMarked
package io.credence.likelihood.proportion;

import org.jspecify.annotations.NullMarked;
