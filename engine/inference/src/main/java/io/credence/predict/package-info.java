/**
 * Posterior predictive distributions of new rows: mean, standard deviation, interval and class probabilities. They are
 * computed from a posterior and a likelihood, however these were fitted or saved. No fitting and no files may enter:
 * how rows are read and where predictions go is the caller's affair.
 */
@NullMarked
package io.credence.predict;

import org.jspecify.annotations.NullMarked;
