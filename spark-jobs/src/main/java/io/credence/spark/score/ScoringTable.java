package io.credence.spark.score;

import io.credence.config.DataConfig;
import io.credence.formula.Design;
import io.credence.result.FittedColumns;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.plan.ColumnRoles;
import io.credence.spark.plan.FeaturePlan;
import io.credence.spark.plan.FeatureResolver;
import io.credence.spark.plan.FormulaPlan;
import io.credence.spark.plan.LevelColumns;
import io.credence.spark.read.FaultLocator;
import io.credence.spark.read.ReadFailure;
import io.credence.spark.read.Table;
import io.credence.spark.row.DataException;
import io.credence.spark.row.FeatureLayout;
import io.credence.spark.row.FeatureSource;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowRoles;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Table whose rows are to be scored: a posterior's coefficient names show which columns, elements and levels make up
 * the feature row. Rows with a missing or unusable cell are refused, left out, or kept without predictions. Rows with a
 * level that was not in the fit are refused or kept without predictions. {@link #countRows()} counts them and names the
 * first that is refused. Where the first level is not known, as in results of earlier versions, a level that was not
 * found counts as it.
 */
public final class ScoringTable {

    private final Table table;
    private final RowPlan plan;
    private final Column[] selected;
    private final int originals;
    private final MissingPredictionReasons reasons;
    private final @Nullable LevelJoin join;

    /**
     * Counts of {@link #countRows()}.
     *
     * @param scoredRows number of rows that can be scored
     * @param skipped number of rows with a missing or unusable cell, left out or without predictions
     * @param unseen number of rows that were flagged for a level that was not in the fit
     * @param hasRefusedRow whether a row was found that can neither be scored nor skipped; later ones were then not read
     */
    public record Counts(long scoredRows, long skipped, long unseen, boolean hasRefusedRow) implements Serializable {
        static final Counts NONE = new Counts(0, 0, 0);

        public Counts(long rows, long skipped, long unseen) {
            this(rows, skipped, unseen, false);
        }

        /** Number of rows that were read. */
        long rows() {
            return scoredRows + skipped + unseen;
        }

        Counts plus(Counts other) {
            return new Counts(
                    scoredRows + other.scoredRows,
                    skipped + other.skipped,
                    unseen + other.unseen,
                    hasRefusedRow || other.hasRefusedRow);
        }
    }

    private ScoringTable(
            Table table,
            RowPlan plan,
            Column[] selected,
            int originals,
            MissingPredictionReasons reasons,
            @Nullable LevelJoin join) {
        this.table = table;
        this.plan = plan;
        this.selected = selected;
        this.originals = originals;
        this.reasons = reasons;
        this.join = join;
    }

    /**
     * Copy that leaves the predictions of rows with unseen levels empty.
     *
     * @param name name of the column that states why; null in other rows
     */
    public ScoringTable withUnseenFlagged(String name) {
        return new ScoringTable(
                table,
                plan.withUnseenFlagged(),
                selected,
                originals,
                new MissingPredictionReasons(name, reasons.missingColumn()),
                join);
    }

    /**
     * Copy that keeps rows with missing or unusable cells, without predictions, instead of leaving them out.
     *
     * @param name name of the column that states why; null in other rows
     */
    public ScoringTable withMissingKept(String name) {
        return new ScoringTable(
                table, plan, selected, originals, new MissingPredictionReasons(reasons.unseenColumn(), name), join);
    }

    /**
     * Creates a table for scoring, with a column, element or level for every name.
     *
     * @param names coefficient names of one linear predictor
     * @param columns columns of the fit
     * @throws DataException if a name fits no column
     */
    public static ScoringTable of(Table table, DataConfig config, List<String> names, FittedColumns columns) {
        Design design = columns.design();
        ColumnRoles roles = new ColumnRoles(table, config);
        roles.selectAll();
        int originals = roles.selected().size();
        int malformed = roles.selectMalformed();
        FeatureResolver features = new FeatureResolver(table, config, roles, columns);
        RowPlan.Role offset = roles.role("data.offset", config.roles().offset());
        RowPlan.Role sd = config.roles().knownSd() == null ? null : roles.weightRole();
        List<FeatureSource> sources = design == null ? features.resolve(names) : List.of();
        boolean sparse = names.size() >= 64 && FeatureLayout.isSparse(features.maxEntries(), names.size());
        RowPlan plan = new RowPlan(
                malformed,
                new RowRoles(null, LabelRule.anyNumber(), null, sd, offset),
                null,
                null,
                new FeatureLayout(sources, null, names.indexOf(FeaturePlan.INTERCEPT), names.size(), sparse, null),
                config.onMissing() != DataConfig.OnMissing.FAIL,
                false);
        RowPlan whole = design == null ? plan : FormulaPlan.scoringPlan(plan, design, roles);
        return new ScoringTable(
                table, whole, roles.selected().toArray(new Column[0]), originals, MissingPredictionReasons.NONE, null);
    }

    /**
     * Copy with levels of grouping factors.
     *
     * @param levels effects of the levels of the fit
     * @param allowsNew whether rows may have other levels
     */
    public ScoringTable withFactorLevels(DataConfig config, LevelTable levels, boolean allowsNew) {
        List<String> factors = List.copyOf(LevelColumns.factorColumns(config).keySet());
        LevelJoin joined = new LevelJoin(levels, factors, selected.length);
        return new ScoringTable(
                table,
                plan.withLevelPlan(joined.plan(allowsNew)),
                LevelColumns.withLevelColumns(selected, table, config),
                originals,
                reasons,
                joined);
    }

    /** Plan that makes features of the table's rows. */
    RowPlan plan() {
        return plan;
    }

    /** Rows as they are read: the original columns, followed by those of roles. */
    Dataset<Row> readRows() {
        return readRows(selected);
    }

    private Dataset<Row> readRows(Column[] columns) {
        Dataset<Row> rows = table.rows().select(columns);
        return join == null ? rows : join.appendMoments(rows);
    }

    /** Number of the original columns. */
    int originalColumnCount() {
        return originals;
    }

    /** Name of its rows in messages. */
    String where() {
        return table.where();
    }

    /** Selects the columns that the plan reads, followed by others, for jobs. */
    RowPartitions select(Column... others) {
        Column[] all = Arrays.copyOf(selected, selected.length + others.length);
        System.arraycopy(others, 0, all, selected.length, others.length);
        return table.execution().rows(readRows(all), table.where());
    }

    /** Number of the columns that the plan reads. Other selected columns stand from that position on. */
    int readColumnCount() {
        return selected.length + (join == null ? 0 : join.columnCount());
    }

    /** Whether rows come in another order than that in which they are read. */
    private boolean isJoined() {
        return join != null && join.columnCount() > 0;
    }

    /** Columns that state why a row has no predictions. */
    MissingPredictionReasons reasonColumns() {
        return reasons;
    }

    /** Rows with their original columns, derived ones included. */
    public Dataset<Row> originalRows() {
        return table.rows().drop(Table.MALFORMED);
    }

    /**
     * Reads all rows once, and counts them.
     *
     * @throws DataException naming the first row that cannot be scored and may not be skipped
     */
    public Counts countRows() {
        RowPlan shipped = plan;
        try {
            Counts all = Counts.NONE;
            for (Counts part : select().run((partition, rows) -> countPartition(rows, shipped))) {
                if (part.hasRefusedRow()) {
                    throw FaultLocator.locateFault(table, planWithoutJoin(), selected)
                            .orElseThrow();
                }
                all = all.plus(part);
            }
            return all;
        } catch (Exception failed) {
            throw ReadFailure.of(failed, table.where());
        }
    }

    /** Plan that refuses the same rows as they are read, before a join. */
    private RowPlan planWithoutJoin() {
        LevelPlan levels = plan.levelPlan();
        return join == null || levels == null || !isJoined()
                ? plan
                : plan.withLevelPlan(join.unseenPlan(readRows(), levels.allowsNewLevels()));
    }

    private static Counts countPartition(Iterator<InternalRow> rows, RowPlan plan) {
        RowDecoder decoder = new RowDecoder(plan);
        long kept = 0;
        long skipped = 0;
        long flagged = 0;
        while (rows.hasNext()) {
            switch (decoder.decode(rows.next())) {
                case KEPT -> kept++;
                case SKIPPED, WEIGHTLESS -> skipped++;
                case FLAGGED -> flagged++;
                case REFUSED -> {
                    return new Counts(kept, skipped, 0, true);
                }
            }
        }
        return new Counts(kept, skipped, flagged);
    }

    /**
     * Appends new columns to the original ones, computed when they are requested.
     *
     * @param scorer computes the new columns
     * @param outputs new columns
     */
    public Dataset<Row> score(RowScorer scorer, List<StructField> outputs) {
        return score(scorer, outputs, null);
    }

    /**
     * Scores the rows, and counts them.
     *
     * @param tally tally of these rows, which counts a row that cannot be scored; null to fail at one
     */
    public Dataset<Row> score(RowScorer scorer, List<StructField> outputs, @Nullable ScoringTally tally) {
        List<StructField> added = reasons.withReasonColumns(outputs);
        int width = added.size();
        Dataset<Row> rows = readRows();
        StructType read = rows.schema();
        StructField[] fields = Arrays.copyOf(read.fields(), read.length() + width);
        for (int k = 0; k < width; k++) {
            fields[read.length() + k] = added.get(k);
        }
        Dataset<Row> all = table.execution()
                .appendColumns(
                        rows,
                        new StructType(fields),
                        new ScoringTask(plan, scorer, width, reasons, table.where(), !isJoined(), tally));
        String[] helpers = Arrays.stream(read.fieldNames()).skip(originals).toArray(String[]::new);
        return all.drop(helpers);
    }

    /**
     * Announces how long scoring will take, if that is long, by the time that the first rows take. Scoring itself reports a fault
     * of the rows; any other failure is thrown, such as that of a job that was cancelled.
     *
     * @param width number of new columns
     * @param what what is computed for each row, in words
     * @param counts counts of the rows; null to count them, where a row takes long
     */
    void announceEstimate(RowScorer scorer, int width, String what, @Nullable Counts counts) {
        try {
            double seconds = secondsPerRow(scorer, width);
            if (seconds >= RunTimeEstimate.COUNTED_SECONDS_PER_ROW) {
                long count = counts == null ? table.countRows() : counts.rows();
                new RunTimeEstimate(String.format(Locale.ROOT, "%,d rows × %s", count, what), count, seconds)
                        .announce(0, "");
            }
        } catch (Exception failed) { // Spark throws checked exceptions that it does not declare
            RuntimeException found = ReadFailure.of(failed, table.where());
            if (!(found instanceof DataException)) {
                throw found;
            }
        }
    }

    /** Seconds of one processor in which one of the first rows is scored; NaN where there are few. */
    private double secondsPerRow(RowScorer scorer, int width) {
        ScoringTable first = new ScoringTable(
                table.firstRows(RunTimeEstimate.PROBED_ROWS), plan, selected, originals, reasons, join);
        RunTimeEstimate.Clock all = new RunTimeEstimate.Clock();
        first.select().collectEach(new ScoringProbe(plan, scorer, width), all::add);
        return all.secondsPerRow();
    }

    /** Whether rows have levels of grouping factors. */
    public boolean hasFactorLevels() {
        return join != null;
    }

    /** Shares a value with the tasks that score these rows. It is to be released when all are scored. */
    <T extends Serializable> SharedValue<T> share(T value) {
        return table.execution().share(value);
    }

    /** Creates the tally of scored rows; null over data frames alone, whose rows {@link #countRows()} counts. */
    public @Nullable ScoringTally registerTally() {
        return table.execution().registerAccumulator(ScoringTally::new, "credence scored rows");
    }
}
