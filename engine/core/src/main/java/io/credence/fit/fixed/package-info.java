/** Fits over fixed draws: DADVI, families other than Gaussians, the end of a fit by regression, linear response. */
@NullMarked
package io.credence.fit.fixed;

import org.jspecify.annotations.NullMarked;
