/**
 * Fits by fresh draws along an update rule: the published methods.
 */
@NullMarked
package io.credence.fit.stochastic;

import org.jspecify.annotations.NullMarked;
