package io.credence.spark;

import io.credence.data.RowBlock;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * An element of the persisted partitions: a block, or at the end of a partition its tally. The tally lives beside the
 * blocks so that the job which fills Spark's memory brings it home too.
 */
record PackedBlock(@Nullable RowBlock block, @Nullable RowTally tally) implements Serializable {}
