/** The loop: init, step, result. */
@NullMarked
package io.credence.fit;

import org.jspecify.annotations.NullMarked;
