/**
 * Fits over points that stay the same: DADVI, families that are no Gaussians, the end of a fit by regression, linear response.
 */
@NullMarked
package io.credence.fit.fixed;

import org.jspecify.annotations.NullMarked;
