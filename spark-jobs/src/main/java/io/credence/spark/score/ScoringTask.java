package io.credence.spark.score;

import io.credence.spark.backend.RowTask;
import io.credence.spark.row.RowPlan;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * What a task does with a partition's rows that are to be scored.
 *
 * @param plan how features are made of a row
 * @param scorer what is computed
 * @param width number of new columns
 * @param reasons which of the new columns state why a row has no predictions
 * @param where what messages call the rows
 * @param tally counts a row that cannot be scored; null to fail at one
 */
record ScoringTask(
        RowPlan plan,
        RowScorer scorer,
        int width,
        Reasons reasons,
        String where,
        @Nullable ScoringTally tally) implements RowTask {

    @Override
    public Iterator<InternalRow> run(Iterator<InternalRow> rows) {
        return new ScoredRows(rows, this);
    }
}
