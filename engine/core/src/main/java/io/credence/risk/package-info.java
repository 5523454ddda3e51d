/**
 * Risks of a row over its draws. They reduce, with slopes, losses that an objective does not simply average. A
 * reduction sees the losses of one row and nothing else. No rows, parameters or posteriors may enter; nor may an
 * objective, which calls for a risk.
 */
@NullMarked
package io.credence.risk;

import org.jspecify.annotations.NullMarked;
