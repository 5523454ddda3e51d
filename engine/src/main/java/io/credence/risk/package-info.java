/** Risks of a row over its draws: what an objective makes of losses that are not simply averaged. */
@NullMarked
package io.credence.risk;

import org.jspecify.annotations.NullMarked;
