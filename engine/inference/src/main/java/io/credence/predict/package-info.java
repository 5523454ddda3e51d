/**
 * Posterior predictive of new rows: mean, standard deviation, interval and class probabilities. It starts from a
 * posterior and a likelihood, whatever found or saved them. No fitting and no files may enter: how rows are read and
 * where predictions go is the caller's affair.
 */
@NullMarked
package io.credence.predict;

import org.jspecify.annotations.NullMarked;
