/** From gradient and curvature to the next posterior. */
@NullMarked
package io.credence.update;

import org.jspecify.annotations.NullMarked;
