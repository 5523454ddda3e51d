/**
 * Averages over rows of a fitted model's predictions, comparisons and slopes, with their differences and ratios, and
 * relativities.
 */
@NullMarked
package io.credence.effect;

import org.jspecify.annotations.NullMarked;
