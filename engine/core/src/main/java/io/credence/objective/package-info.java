/**
 * Objectives that are minimised, as the driver computes them. The totals of the draws are reduced to a value and one
 * weight per draw. The expected loss with its divergence is here, and the bounds by importance weights. No rows and no
 * loss may enter, and no estimator: an objective does not know how its gradient is taken.
 */
@NullMarked
package io.credence.objective;

import org.jspecify.annotations.NullMarked;
