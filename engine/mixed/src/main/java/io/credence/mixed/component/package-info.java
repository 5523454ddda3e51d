/**
 * Designs over few variance components: points, frames around the mode, rounds of importance weights and how far
 * they reach.
 */
@NullMarked
package io.credence.mixed.component;

import org.jspecify.annotations.NullMarked;
