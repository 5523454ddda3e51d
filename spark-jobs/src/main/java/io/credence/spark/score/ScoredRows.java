package io.credence.spark.score;

import io.credence.spark.row.DataException;
import io.credence.spark.row.Fault;
import io.credence.spark.row.RowDecoder;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;

/** Iterator over a partition's rows that scores them one by one. The returned row is filled again for the next. */
final class ScoredRows implements Iterator<InternalRow> {
    private final Iterator<InternalRow> rows;
    private final RowDecoder decoder;
    private final RowScorer.ScoringWorkspace scorer;
    private final Object[] outputs;
    private final JoinedRow joined = new JoinedRow();
    private final ScoringTask task;
    private boolean ready;
    private boolean ended;
    private long kept;
    private long skipped;
    private long flagged;

    ScoredRows(Iterator<InternalRow> rows, ScoringTask task) {
        this.rows = rows;
        this.task = task;
        this.decoder = new RowDecoder(task.plan());
        this.scorer = task.scorer().newWorkspace();
        this.outputs = new Object[task.newColumnCount()];
    }

    @Override
    public boolean hasNext() {
        while (!ready && !ended) {
            if (rows.hasNext()) {
                scoreRow(rows.next());
            } else {
                end(false);
            }
        }
        return ready;
    }

    private void scoreRow(InternalRow row) {
        Arrays.fill(outputs, null);
        switch (decoder.decode(row)) {
            case KEPT -> {
                scorer.score(decoder.row(), outputs);
                ready = true;
                kept++;
            }
            case FLAGGED -> {
                task.reasonColumns().put(decoder.fault(), outputs);
                ready = true;
                flagged++;
            }
            case SKIPPED, WEIGHTLESS -> {
                ready = task.reasonColumns().missingColumn() != null;
                if (ready) {
                    task.reasonColumns().put(decoder.fault(), outputs);
                }
                skipped++;
            }
            case REFUSED -> end(true);
        }
        if (ready) {
            joined.apply(row, new GenericInternalRow(outputs));
        }
    }

    /**
     * Ends the iteration, and throws the fault of a refused row unless a tally counts it. A failure would be tried
     * again and reported by Spark at length; one that is counted is reported once. Where nothing counts, the rows are
     * those of a stage's frame: its Params have the names of keys without the section.
     */
    private void end(boolean refused) {
        ended = true;
        Fault fault = decoder.fault();
        ScoringTally tally = task.tally();
        if (tally != null) {
            tally.add(Map.of(TaskContext.getPartitionId(), new ScoringTable.Counts(kept, skipped, flagged, refused)));
        } else if (refused && fault != null) {
            throw DataException.ofTask(
                    fault.kind().problem(),
                    fault.required().replace("score.", ""),
                    fault.found(),
                    task.where() + rowName() + ", column '" + fault.column() + "'");
        }
    }

    private String rowName() {
        return task.inOrder()
                ? ", row " + (kept + skipped + flagged + 1) + " of partition " + TaskContext.getPartitionId()
                : "";
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
