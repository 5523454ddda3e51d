package io.credence.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Scores a partition's rows one by one; the joined row is filled again for the next. */
final class ScoredRows implements Iterator<InternalRow> {
    private final Iterator<InternalRow> rows;
    private final RowDecoder decoder;
    private final RowScorer.Worker scorer;
    private final Object[] outputs;
    private final JoinedRow joined = new JoinedRow();
    private final String where;
    private final @Nullable ScoringTally tally;
    private boolean ready;
    private boolean ended;
    private long kept;
    private long skipped;
    private long flagged;

    ScoredRows(
            Iterator<InternalRow> rows,
            RowPlan plan,
            RowScorer scorer,
            int width,
            String where,
            @Nullable ScoringTally tally) {
        this.rows = rows;
        this.decoder = new RowDecoder(plan);
        this.scorer = scorer.worker();
        this.outputs = new Object[width];
        this.where = where;
        this.tally = tally;
    }

    @Override
    public boolean hasNext() {
        while (!ready && !ended) {
            if (rows.hasNext()) {
                take(rows.next());
            } else {
                end(false);
            }
        }
        return ready;
    }

    private void take(InternalRow row) {
        RowDecoder.Outcome outcome = decoder.decode(row);
        if (outcome == RowDecoder.Outcome.KEPT) {
            Arrays.fill(outputs, null);
            scorer.score(decoder.row(), outputs);
            joined.apply(row, new GenericInternalRow(outputs));
            ready = true;
            kept++;
        } else if (outcome == RowDecoder.Outcome.FLAGGED) {
            Arrays.fill(outputs, null);
            outputs[outputs.length - 1] = UTF8String.fromString(told(decoder.fault()));
            joined.apply(row, new GenericInternalRow(outputs));
            ready = true;
            flagged++;
        } else if (outcome == RowDecoder.Outcome.REFUSED) {
            end(true);
        } else {
            skipped++;
        }
    }

    private static String told(@Nullable Fault unseen) {
        return unseen == null ? "" : "level " + unseen.found() + " of column '" + unseen.column() + "'";
    }

    /** A failure would be tried again and told by Spark at length; one that is counted is told once. */
    private void end(boolean refused) {
        ended = true;
        Fault fault = decoder.fault();
        if (tally != null) {
            tally.add(Map.of(TaskContext.getPartitionId(), new ScoringTable.Counts(kept, skipped, flagged, refused)));
        } else if (refused && fault != null) {
            throw new DataException(
                    fault.kind().problem(),
                    fault.required(),
                    fault.found(),
                    where + ", row " + (kept + skipped + flagged + 1) + " of partition " + TaskContext.getPartitionId()
                            + ", column '" + fault.column() + "'");
        }
    }

    @Override
    public InternalRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ready = false;
        return joined;
    }
}
