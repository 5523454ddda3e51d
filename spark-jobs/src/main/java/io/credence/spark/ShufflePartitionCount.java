package io.credence.spark;

import io.credence.config.DataConfig;
import io.credence.spark.pack.PartitionFactorPlan;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.plan.FactorLevels;
import io.credence.spark.row.RowPlan;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Choice of the number of partitions over which a shuffle redistributes rows. */
final class ShufflePartitionCount {

    private ShufflePartitionCount() {}

    /** Number of partitions; empty where rows stay in the partitions in which Spark reads them. */
    static OptionalInt of(
            DataConfig config, RowPlan plan, @Nullable PartitionFactorPlan site, @Nullable FactorLevels levels) {
        if (site != null) {
            return OptionalInt.of(site.partitionCount());
        } else if (config.partitions().isPresent() || config.roles().series().order() == null && levels == null) {
            return config.partitions();
        } else if (levels != null) {
            return OptionalInt.of(levels.partitionCount(plan.features().columns()));
        }
        return OptionalInt.of(config.roles().series().name() == null ? 1 : RowShuffle.PARTITIONS);
    }
}
