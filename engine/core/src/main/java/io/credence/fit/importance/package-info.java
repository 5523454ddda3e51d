/**
 * Importance weights of a posterior: draws, the log joint density of all rows at them, and the widened posterior
 * that is tried where weights are uneven.
 */
@NullMarked
package io.credence.fit.importance;

import org.jspecify.annotations.NullMarked;
