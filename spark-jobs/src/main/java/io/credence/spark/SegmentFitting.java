package io.credence.spark;

import io.credence.config.FitConfig;
import io.credence.spark.row.DataException;
import java.io.Serializable;
import java.util.function.Supplier;

/** Fit of the rows of each group, in a task. */
public interface SegmentFitting extends Serializable {

    /** Configuration of every group's fit. */
    FitConfig config();

    /**
     * Fits a group.
     *
     * @param seed seed of this group
     * @param rows packs its rows, and throws a {@link DataException} where they cannot be used
     * @return the cells of its row behind those that state which group it is
     */
    Object[] fit(long seed, Supplier<PackedRows> rows);
}
