/**
 * Risks of a row over its draws: what an objective makes of losses that are not simply averaged, with their slopes.
 * A reduction sees the losses of one row and nothing else.
 * No rows, parameters or posteriors may enter; nor may an objective, which calls for a risk.
 */
@NullMarked
package io.credence.risk;

import org.jspecify.annotations.NullMarked;
