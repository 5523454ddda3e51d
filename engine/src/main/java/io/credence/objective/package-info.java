/** What is minimised. */
@NullMarked
package io.credence.objective;

import org.jspecify.annotations.NullMarked;
