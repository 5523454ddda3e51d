/**
 * Sums that are sent from partitions to the driver, and the passes that make them. They are merged in the order of
 * partition numbers, so that the same rows give the same bits. No loss and no posterior may enter, and nothing that
 * depends on the order in which tasks end.
 */
@NullMarked
package io.credence.statistics;

import org.jspecify.annotations.NullMarked;
