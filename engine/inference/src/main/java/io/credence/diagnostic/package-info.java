/**
 * Checks of whether a posterior can be trusted, and how well it predicts. They are Pareto smoothed importance weights
 * with k̂, bounds of the log evidence, and leave-one-out prediction. They are computed from log weights of draws;
 * whether a bound exists follows from posterior and prior. No fitting may enter, and no words for users: what a number
 * means to them is stated by the report.
 */
@NullMarked
package io.credence.diagnostic;

import org.jspecify.annotations.NullMarked;
