/**
 * Deep Gaussian processes by inducing points.
 */
@NullMarked
package io.credence.network.process;

import org.jspecify.annotations.NullMarked;
