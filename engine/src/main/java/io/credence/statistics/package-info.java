/** Sums that travel from partitions to the driver. */
@NullMarked
package io.credence.statistics;

import org.jspecify.annotations.NullMarked;
