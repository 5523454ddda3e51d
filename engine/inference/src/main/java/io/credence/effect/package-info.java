/**
 * Average predictions of a fitted model over rows: predictions, comparisons and slopes, differences and ratios of
 * these, and relativities.
 */
@NullMarked
package io.credence.effect;

import org.jspecify.annotations.NullMarked;
