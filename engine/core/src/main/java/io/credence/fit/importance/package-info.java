/**
 * Importance weights of a posterior, from its draws and the log joint density of all rows at them. A widened posterior
 * is tried where weights are uneven.
 */
@NullMarked
package io.credence.fit.importance;

import org.jspecify.annotations.NullMarked;
