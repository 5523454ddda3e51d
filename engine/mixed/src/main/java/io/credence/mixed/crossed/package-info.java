/**
 * Fits of two large crossed factors, which solve for the effects of the second by iteration.
 */
@NullMarked
package io.credence.mixed.crossed;

import org.jspecify.annotations.NullMarked;
