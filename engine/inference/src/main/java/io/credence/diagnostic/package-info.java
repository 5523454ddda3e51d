/**
 * Checks of whether an answer can be trusted, and how well it predicts: Pareto-smoothed importance weights, k-hat,
 * bounds of the log evidence, and rows that are left out. They are made from log weights of draws; whether a bound
 * exists follows from posterior and prior. No fitting may enter, and no words for users: what a number means to them is
 * stated by the report.
 */
@NullMarked
package io.credence.diagnostic;

import org.jspecify.annotations.NullMarked;
