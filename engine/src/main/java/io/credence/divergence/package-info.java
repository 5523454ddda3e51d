/** How far a posterior lies from the prior. */
@NullMarked
package io.credence.divergence;

import org.jspecify.annotations.NullMarked;
