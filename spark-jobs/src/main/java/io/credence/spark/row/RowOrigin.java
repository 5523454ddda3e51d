package io.credence.spark.row;

import java.util.Optional;

/** Where rows come from: what messages call them, and which of them is at fault. */
public interface RowOrigin {

    /** What messages call the rows. */
    String where();

    /** The error for the first row that the plan refuses; empty if there is none. */
    Optional<DataException> locate(RowPlan plan);

    /** The error for the first row that the plan refuses, of which a task has found one. */
    default DataException refused(RowPlan plan) {
        return locate(plan)
                .orElseGet(() -> new DataException(
                        "a row could not be used, but was not found again",
                        "rows that stay the same while they are read",
                        "rows that changed",
                        where()));
    }
}
