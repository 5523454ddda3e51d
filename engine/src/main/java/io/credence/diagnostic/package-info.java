/**
 * Whether an answer can be trusted: Pareto-smoothed importance weights, k-hat, and bounds of the log evidence.
 * It is made from log weights of draws; whether a bound exists is told by posterior and prior.
 * No fitting may enter, and no words for users: what a number means to them is said by the report.
 */
@NullMarked
package io.credence.diagnostic;

import org.jspecify.annotations.NullMarked;
