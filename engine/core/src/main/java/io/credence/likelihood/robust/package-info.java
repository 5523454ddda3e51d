/**
 * Losses around a likelihood that bound the influence of a row. They are powers, the β and γ forms, and losses without
 * a likelihood.
 */
@NullMarked
package io.credence.likelihood.robust;

import org.jspecify.annotations.NullMarked;
