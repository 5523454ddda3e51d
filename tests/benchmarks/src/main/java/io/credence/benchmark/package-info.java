/** Measurements, side by side in one run: figures are ratios of medians. */
@NullMarked
package io.credence.benchmark;

import org.jspecify.annotations.NullMarked;
