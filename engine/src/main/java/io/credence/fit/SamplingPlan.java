package io.credence.fit;

import io.credence.schedule.PartitionPlan;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a step reads.
 *
 * @param order which partitions come next
 * @param partitions how many
 * @param draws how many draws
 * @param anchor expansion of all rows; null where none is used
 */
record SamplingPlan(
        PartitionPlan order,
        int partitions,
        int draws,
        @Nullable TaylorControlVariate anchor) implements Serializable {

    SamplingPlan withPartitions(int other) {
        return new SamplingPlan(order, other, draws, anchor);
    }

    SamplingPlan withDraws(int other) {
        return new SamplingPlan(order, partitions, other, anchor);
    }
}
