/**
 * Posterior summaries of a finished fit, as numbers for people: coefficients, intervals, corrections by weights,
 * derived quantities, and the verdict on them. No format may enter.
 */
@NullMarked
package io.credence.summary;

import org.jspecify.annotations.NullMarked;
