/**
 * Passes over the rows of a partition: losses and gradients at draws, expectations with their curvature, and samples of
 * rows. No posterior, prior or divergence may enter.
 */
@NullMarked
package io.credence.pass;

import org.jspecify.annotations.NullMarked;
