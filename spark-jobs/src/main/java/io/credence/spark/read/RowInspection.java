package io.credence.spark.read;

import io.credence.spark.row.Fault;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Inspection of the rows of a partition, one after the other. */
interface RowInspection {

    /** Fault of a row; null if it can be used. */
    @Nullable
    Fault fault(InternalRow row);

    /** Factory of an inspection for each task. */
    interface Factory extends Serializable {
        RowInspection newInspection();

        /** Name of a row in messages, counted from 1 in its file. */
        default String rowName(long number) {
            return ", row " + number;
        }
    }
}
