/**
 * Posterior of a mixed model: components, coefficients and effects, mixed over a design.
 */
@NullMarked
package io.credence.mixed.result;

import org.jspecify.annotations.NullMarked;
