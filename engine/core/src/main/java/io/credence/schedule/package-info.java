/**
 * Schedules of step sizes and of the partitions that steps read, and the iterates by which a fit judges when to stop.
 * Plans and records of numbers, all of them immutable. No posterior, loss or rows may enter, and no decision: what
 * follows from the iterates is decided by the fit.
 */
@NullMarked
package io.credence.schedule;

import org.jspecify.annotations.NullMarked;
