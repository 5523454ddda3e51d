/**
 * What a fitted model predicts on average: predictions, comparisons and slopes over rows, differences and ratios of these, and relativities.
 */
@NullMarked
package io.credence.effect;

import org.jspecify.annotations.NullMarked;
