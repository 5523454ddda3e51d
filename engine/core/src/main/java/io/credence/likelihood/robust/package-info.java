/**
 * Losses around a likelihood that bound the influence of a row: powers, the β and γ forms, and losses without a likelihood.
 */
@NullMarked
package io.credence.likelihood.robust;

import org.jspecify.annotations.NullMarked;
