package io.credence.spark.score;

import io.credence.spark.backend.RowTask;
import io.credence.spark.row.RowPlan;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Task that scores a partition's rows.
 *
 * @param plan plan by which features are made of a row
 * @param scorer computes the new columns
 * @param newColumnCount number of new columns
 * @param reasonColumns new columns that state why a row has no predictions
 * @param where name of the rows in messages
 * @param inOrder whether rows come in the order in which they are read, so that messages count them
 * @param tally counts a row that cannot be scored; null to fail at one
 */
record ScoringTask(
        RowPlan plan,
        RowScorer scorer,
        int newColumnCount,
        MissingPredictionReasons reasonColumns,
        String where,
        boolean inOrder,
        @Nullable ScoringTally tally)
        implements RowTask {

    @Override
    public Iterator<InternalRow> run(Iterator<InternalRow> rows) {
        return new ScoredRows(rows, this);
    }
}
