/** Start of a fit by draws: modes of the log joint density and Gaussians around them. */
@NullMarked
package io.credence.fit.start;

import org.jspecify.annotations.NullMarked;
