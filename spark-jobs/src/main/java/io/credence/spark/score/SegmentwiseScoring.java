package io.credence.spark.score;

import io.credence.ModelKind.SavedFit;
import io.credence.result.SavedPosterior;
import io.credence.spark.backend.FrameAppendIterator;
import io.credence.spark.pack.RunIterator;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.SegmentKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Scoring of the rows of a task, segment by segment. The row of a segment's fit comes before the rows to be scored.
 *
 * @param plan plan by which rows are scored by one of the fits
 * @param schema schema of the redistributed rows
 * @param readColumnCount number of the columns that are read; those of a fit follow
 * @param segmentColumns columns that name a segment
 * @param added new columns
 * @param level probability that an interval covers
 * @param where name of the rows in messages
 */
record SegmentwiseScoring(
        ScoringPlanTemplate plan,
        StructType schema,
        int readColumnCount,
        List<String> segmentColumns,
        NewColumns added,
        double level,
        String where)
        implements Serializable {

    /**
     * Number of columns of a fit: the reason for a missing posterior (empty if there is one), the posterior, and its
     * covariance.
     */
    static final int OF_FIT = 3;

    /**
     * New columns of a row.
     *
     * @param count number of the columns, those of reasons included
     * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
     * @param reasons columns that state why a row has no predictions
     */
    record NewColumns(int count, int probabilities, MissingPredictionReasons reasons) implements Serializable {}

    SegmentwiseScoring {
        segmentColumns = new ArrayList<>(segmentColumns);
    }

    /** Creates the scoring by a posterior. */
    static PosteriorScoring scoring(SavedPosterior saved, @Nullable List<Double> covariance, double level) {
        return new PosteriorScoring(new SavedFit(
                saved,
                null,
                () -> Objects.requireNonNull(covariance, "the covariance stands in the posterior").stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray(),
                List.of(),
                name -> {
                    throw new IllegalStateException("a segment has no file " + name);
                },
                level,
                saved.seed(),
                "a segment"));
    }

    Iterator<Row> score(SegmentKey key, Iterator<Row> rows) {
        Row first = rows.next();
        if (first.isNullAt(readColumnCount)) {
            String unknown = "the segment " + key.description(segmentColumns) + " was not in the fit";
            Stream<Row> others = StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, 0), false);
            return Stream.concat(Stream.of(first), others)
                    .map(row -> withoutPredictions(row, unknown))
                    .iterator();
        } else if (first.isNullAt(readColumnCount + 1)) {
            String reason = first.getString(readColumnCount);
            return RunIterator.mapIterator(rows, row -> withoutPredictions(row, reason));
        }
        SavedPosterior saved = SavedPosterior.parse(first.getString(readColumnCount + 1));
        PosteriorScoring scoring =
                scoring(saved, first.isNullAt(readColumnCount + 2) ? null : first.getList(readColumnCount + 2), level);
        RowPlan own = plan.planOfFit(scoring.featureNames(), saved.fittedColumns());
        ScoringTask task = new ScoringTask(
                own, scoring.scorer(added.probabilities), added.count, added.reasons, where, true, null);
        return new FrameAppendIterator(rows, schema, task);
    }

    /** Row without predictions, with the reason. */
    private Row withoutPredictions(Row row, String reason) {
        Object[] cells = new Object[schema.size() + added.count];
        for (int j = 0; j < schema.size(); j++) {
            cells[j] = row.get(j);
        }
        cells[schema.size() + added.count - added.reasons.columns().size()] = reason;
        return RowFactory.create(cells);
    }
}
