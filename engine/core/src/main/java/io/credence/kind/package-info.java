/**
 * Kinds of models: what each asks of a configuration and of its rows, how its fit is prepared, and what its results
 * are.
 */
@NullMarked
package io.credence.kind;

import org.jspecify.annotations.NullMarked;
