/** Posterior predictive of new rows. */
@NullMarked
package io.credence.predict;

import org.jspecify.annotations.NullMarked;
