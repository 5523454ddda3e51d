/**
 * Where a fit by draws begins: modes of the log joint density and Gaussians around them.
 */
@NullMarked
package io.credence.fit.start;

import org.jspecify.annotations.NullMarked;
