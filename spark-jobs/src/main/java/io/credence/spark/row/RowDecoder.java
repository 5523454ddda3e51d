package io.credence.spark.row;

import io.credence.likelihood.PairedResponse;
import io.credence.spark.row.Fault.FaultKind;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** Decoder of Spark's internal rows into feature rows by a plan. One per task: it reuses its buffers. */
public final class RowDecoder {

    /** Outcome of decoding a row. */
    public enum Outcome {
        /** Kept in {@link RowDecoder#row()}. */
        KEPT,
        /** Left out for a missing or unusable cell. */
        SKIPPED,
        /** Left out because its weight is 0. */
        WEIGHTLESS,
        /** Flagged for a level that the plan does not know, where such rows are allowed. */
        FLAGGED,
        /** Refused for a fault. */
        REFUSED
    }

    /**
     * Largest absolute offset under a log link. Exponentials of larger numbers, and their squares in second
     * derivatives, leave the range of doubles.
     */
    private static final double MOST_LOG = 300;

    private final RowPlan plan;
    private final @Nullable LevelPlan levels;
    private final FeatureRow row;
    private final @Nullable FormulaRow formula;
    private final RoleReader roles;
    private final FeatureReader features;
    private final @Nullable SeriesReader series;
    private @Nullable Fault fault;
    private @Nullable Fault unseen;
    private final TrialCounts counts = new TrialCounts();

    public RowDecoder(RowPlan plan) {
        this(plan, null);
    }

    public RowDecoder(RowPlan plan, FeatureReader.@Nullable LevelListener listener) {
        this.plan = plan;
        this.levels = plan.levelPlan() == null ? null : plan.levelPlan().inTask();
        this.row = new FeatureRow(plan);
        this.formula = plan.features().formula() == null
                ? null
                : new FormulaRow(plan.features().formula());
        this.roles = new RoleReader(plan.roles());
        this.features = new FeatureReader(plan, formula == null ? row : formula.cellRow(), listener);
        this.series = plan.series() == null ? null : new SeriesReader(plan.series());
    }

    /** Row last decoded. */
    public FeatureRow row() {
        return row;
    }

    /** Series and position of the row last decoded; null where rows make no series. */
    @Nullable
    public SeriesReader seriesReader() {
        return series;
    }

    /**
     * Hash that assigns the row last decoded to a partition: of its series, of its level of a grouping factor, or else
     * of its content.
     */
    public long dealingHash(long content) {
        if (series != null) {
            return series.series().hash();
        }
        return levels == null ? content : levels.dealingHash(row.levelBuffer());
    }

    /** Number of rows that the row last decoded becomes in a block: two where it counts successes and failures. */
    public int outcomeCount() {
        return counts.outcomeCount();
    }

    /**
     * Turns {@link #row()} into one of its outcomes. The label becomes 0 or 1, and the weight is multiplied by the
     * count of that outcome.
     */
    public void applyOutcome(int i) {
        counts.applyOutcome(i, row);
    }

    /** Fault that made the row last decoded be refused, skipped or flagged. */
    @Nullable
    public Fault fault() {
        return fault;
    }

    public Outcome decode(InternalRow cells) {
        unseen = null;
        counts.clear();
        fault = malformedFault(cells);
        if (fault == null) {
            fault = roles.read(cells);
        }
        if (fault == null && roles.isWeightless()) {
            return Outcome.WEIGHTLESS;
        }
        row.reset(roles.label(), roles.weight(), roles.offset());
        if (fault == null && series != null) {
            fault = series.read(cells);
        }
        if (fault == null && levels != null) {
            readLevels(levels, cells);
        }
        if (fault == null) {
            fault = features.read(cells);
            unseen = unseen == null ? features.unseenFault() : unseen;
        }
        if (fault == null && formula != null) {
            fault = formula.write(row, roles.label(), roles.weight(), roles.offset());
        }
        double second =
                formula == null || plan.roles().secondResponse() != null ? roles.secondNumber() : formula.trialCount();
        if (fault == null) {
            fault = roles.findFault(plan.labelName(), row.label(), second);
        }
        if (fault == null) {
            fault = offsetFault();
        }
        if (fault != null) {
            return plan.skipsUnusable() && fault.kind().isSkippable() ? Outcome.SKIPPED : Outcome.REFUSED;
        } else if (unseen != null) {
            fault = unseen;
            return plan.flagsUnseen() ? Outcome.FLAGGED : Outcome.REFUSED;
        }
        PairedResponse paired = plan.roles().rule().paired();
        if (paired != null) {
            row.setLabelAndWeight(paired.encodeLabel(row.label(), second), row.weight());
            return Outcome.KEPT;
        }
        if (!Double.isNaN(second)) {
            counts.countTrials(row, second);
        }
        return second == 0 ? Outcome.WEIGHTLESS : Outcome.KEPT;
    }

    /** Fault of an offset that is too large for a log link, in a row with a response; null if it is allowed. */
    private @Nullable Fault offsetFault() {
        boolean allowed =
                plan.labelName() == null || !plan.roles().rule().hasLogLink() || Math.abs(row.offset()) <= MOST_LOG;
        RowPlan.Role role = plan.roles().offset();
        return allowed
                ? null
                : new Fault(
                        FaultKind.OFFSET,
                        role == null ? "offset" : role.column(),
                        "from −300 to 300 where the link is log, such as the logarithm of an exposure",
                        String.valueOf(row.offset()));
    }

    private @Nullable Fault malformedFault(InternalRow cells) {
        if (plan.malformedOrdinal() < 0 || cells.isNullAt(plan.malformedOrdinal())) {
            return null;
        }
        String line = cells.getUTF8String(plan.malformedOrdinal()).toString();
        return new Fault(FaultKind.RAGGED, "", "one cell per column", "the line " + DataException.quoted(line));
    }

    /** Reads the levels of a row. After an unknown level the rest of the row is still read. */
    private void readLevels(LevelPlan levelPlan, InternalRow cells) {
        Fault found = levelPlan.read(cells, row.levelBuffer());
        if (found != null && found.kind() == FaultKind.UNSEEN) {
            unseen = found;
        } else {
            fault = found;
        }
        if (fault == null) {
            levelPlan.readMoments(cells, row.momentBuffer());
        }
    }
}
