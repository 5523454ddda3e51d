package io.credence.spark.read;

import io.credence.spark.row.Fault;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Checks the rows of a partition, one after the other. */
interface RowInspection {

    /** Why that row cannot be used; null if it can. */
    @Nullable
    Fault fault(InternalRow row);

    /** Makes an inspection for each task. */
    interface Factory extends Serializable {
        RowInspection inspection();

        /** What messages call a row, counted from 1 in its file. */
        default String row(long number) {
            return ", row " + number;
        }
    }
}
