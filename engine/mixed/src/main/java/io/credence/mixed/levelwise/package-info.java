/**
 * Fits whose tasks integrate over the effects of each level by itself, by draws or quadrature.
 */
@NullMarked
package io.credence.mixed.levelwise;

import org.jspecify.annotations.NullMarked;
