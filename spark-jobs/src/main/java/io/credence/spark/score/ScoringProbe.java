package io.credence.spark.score;

import io.credence.spark.backend.Partitions;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowPlan;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Task that scores rows for their time alone, up to the first that cannot be scored.
 *
 * @param plan plan by which features are made of a row
 * @param scorer computes new columns, which are dropped
 * @param newColumnCount number of new columns
 */
record ScoringProbe(RowPlan plan, RowScorer scorer, int newColumnCount)
        implements Partitions.Task<InternalRow, RunTimeEstimate.Clock> {

    @Override
    public RunTimeEstimate.Clock run(int partition, Iterator<InternalRow> rows) {
        RunTimeEstimate.Clock clock = new RunTimeEstimate.Clock();
        RowDecoder decoder = new RowDecoder(plan);
        RowScorer.ScoringWorkspace workspace = scorer.newWorkspace();
        Object[] outputs = new Object[newColumnCount];
        boolean refused = false;
        while (rows.hasNext() && !refused) {
            InternalRow row = rows.next();
            clock.countRow();
            switch (decoder.decode(row)) {
                case KEPT -> workspace.score(decoder.row(), outputs);
                case SKIPPED, WEIGHTLESS, FLAGGED -> {}
                case REFUSED -> refused = true;
            }
        }
        clock.stop();
        return clock;
    }
}
