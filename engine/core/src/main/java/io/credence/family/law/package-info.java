/**
 * Laws of one number (beta, gamma, inverse gamma, log-normal), their quantiles and tails, and the posterior of a
 * dispersion.
 * No multivariate posterior may enter.
 */
@NullMarked
package io.credence.family.law;

import org.jspecify.annotations.NullMarked;
