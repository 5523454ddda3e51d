package io.credence.spark.row;

import java.util.Optional;

/** Origin of rows: their name in messages, and the search for the one at fault. */
public interface RowOrigin {

    /** Name of the rows in messages. */
    String where();

    /** Error of the first row that the plan refuses; empty if there is none. */
    Optional<DataException> locateFault(RowPlan plan);

    /** Error of the first row that the plan refuses, after a task has found one. */
    default DataException refusedRowException(RowPlan plan) {
        return locateFault(plan)
                .orElseGet(() -> new DataException(
                        "a row could not be used, but was not found again",
                        "rows that stay the same while they are read",
                        "rows that changed",
                        where()));
    }
}
