/**
 * Fits that integrate over the effects of all levels together.
 */
@NullMarked
package io.credence.mixed.joint;

import org.jspecify.annotations.NullMarked;
