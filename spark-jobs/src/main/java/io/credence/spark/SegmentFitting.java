package io.credence.spark;

import io.credence.config.FitConfig;
import io.credence.spark.row.DataException;
import java.io.Serializable;
import java.util.function.Supplier;

/** Fit of the rows of each segment, in a task. */
public interface SegmentFitting extends Serializable {

    /** Configuration of the fit of every segment. */
    FitConfig config();

    /**
     * Fits a segment.
     *
     * @param seed seed of this segment
     * @param rows packs its rows, and throws a {@link DataException} where they cannot be used
     * @return cells of the segment's row in the table of fits, after those that name the segment
     */
    Object[] fit(long seed, Supplier<PackedRows> rows);
}
