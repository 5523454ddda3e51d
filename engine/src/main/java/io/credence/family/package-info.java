/** Variational families: immutable posteriors. */
@NullMarked
package io.credence.family;

import org.jspecify.annotations.NullMarked;
