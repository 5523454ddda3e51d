package io.credence.spark;

import io.credence.config.FitConfig;
import io.credence.spark.row.DataException;
import java.io.Serializable;
import java.util.function.Supplier;

/** What is made of the rows of each group, in a task. */
public interface GroupFitting extends Serializable {

    /** What was requested of every group. */
    FitConfig config();

    /**
     * Fits a group.
     *
     * @param seed of this group
     * @param rows packs its rows, and throws a {@link DataException} where they cannot be used
     * @return the cells of its row behind those that state which group it is
     */
    Object[] fit(long seed, Supplier<PackedRows> rows);
}
