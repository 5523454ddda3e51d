package io.credence.spark;

import io.credence.part.Spelling;
import io.credence.spark.Fault.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Turns Spark's internal rows into feature rows by a plan. One per task: it reuses its buffers. */
final class RowDecoder {

    /** A weight counts rows: beyond this one more would be lost in rounding. */
    private static final double MOST_WEIGHT = 0x1p53;

    private static final String WEIGHTS = "a number from 0 to 2^53";
    private static final String SDS = "a standard deviation above 1e-8";

    /** What became of a row. */
    enum Outcome {
        /** It is in {@link RowDecoder#row()}. */
        KEPT,
        /** It was left out for a missing or unusable cell. */
        SKIPPED,
        /** It was left out because its weight is 0. */
        WEIGHTLESS,
        /** It has a level that the plan does not know, and may have. */
        FLAGGED,
        /** It is not allowed. */
        REFUSED
    }

    /** Receives the level of each categorical column, in the order of the sources. */
    interface LevelListener {
        void level(int category, UTF8String level);
    }

    private static final int VECTOR_FIELDS = 4;

    private final RowPlan plan;
    private final FeatureRow row;
    private final @Nullable FormulaRow formula;
    private final FeatureRow read;
    private final Object[] steps;
    private final @Nullable LevelListener listener;
    private final @Nullable SeriesReader series;
    private @Nullable Fault fault;
    private @Nullable Fault unseen;
    private final TrialCounts counts = new TrialCounts();

    RowDecoder(RowPlan plan) {
        this(plan, null);
    }

    RowDecoder(RowPlan plan, @Nullable LevelListener listener) {
        this.plan = plan;
        this.row = new FeatureRow(plan);
        this.formula = plan.formula() == null ? null : new FormulaRow(plan.formula());
        this.read = formula == null ? row : formula.cells();
        this.steps = NumberRun.among(plan.sources()).toArray();
        this.listener = listener;
        this.series = plan.series() == null ? null : new SeriesReader(plan.series());
    }

    /** The row last decoded. */
    FeatureRow row() {
        return row;
    }

    /** Series and place of the row last decoded; null where rows make no series. */
    @Nullable
    SeriesReader series() {
        return series;
    }

    /** By what the row last decoded is dealt out: its series, its level of a grouping factor, or else its content. */
    long dealtBy(long content) {
        if (series != null) {
            return series.series().hash();
        }
        return plan.groups() == null ? content : plan.groups().hash(row.intoLevels());
    }

    /** Rows of a block that the row last decoded makes: two where it counts successes and failures. */
    int outcomes() {
        return counts.outcomes();
    }

    /** Makes {@link #row()} one of these: its label is 0 or 1 and its weight what it counts of them, times its own. */
    void outcome(int i) {
        counts.outcome(i, row);
    }

    /** Why the row last decoded was refused or flagged. */
    @Nullable
    Fault fault() {
        return fault;
    }

    Outcome decode(InternalRow cells) {
        fault = null;
        unseen = null;
        counts.clear();
        if (plan.malformed() >= 0 && !cells.isNullAt(plan.malformed())) {
            String line = cells.getUTF8String(plan.malformed()).toString();
            fault = new Fault(Kind.RAGGED, "", "one cell per column", "the line " + DataException.quoted(line));
            return Outcome.REFUSED;
        }
        double weight = weight(cells);
        if (fault == null && weight == 0) {
            return Outcome.WEIGHTLESS;
        }
        double label = role(cells, plan.roles().label(), Double.NaN);
        double trials = role(cells, plan.roles().trials(), Double.NaN);
        double offset = role(cells, plan.roles().offset(), 0);
        row.begin(label, weight, offset);
        if (fault == null && series != null) {
            fault = series.read(cells);
        }
        if (fault == null && plan.groups() != null) {
            readLevels(plan.groups(), cells);
        }
        if (fault == null) {
            decodeFeatures(cells);
        }
        if (fault == null && formula != null) {
            fault = formula.write(row, label, weight, offset);
        }
        if (formula != null && plan.roles().trials() == null) {
            trials = formula.trials();
        }
        if (fault == null) {
            checkRoles(row.label(), weight, trials);
        }
        if (fault != null) {
            return plan.skip() && fault.kind().isSkippable() ? Outcome.SKIPPED : Outcome.REFUSED;
        } else if (unseen != null) {
            fault = unseen;
            return plan.flags() ? Outcome.FLAGGED : Outcome.REFUSED;
        }
        if (!Double.isNaN(trials)) {
            counts.count(row, trials);
        }
        return trials == 0 ? Outcome.WEIGHTLESS : Outcome.KEPT;
    }

    /** A level that is not known does not keep the rest of a row from being read. */
    private void readLevels(GroupPlan groups, InternalRow cells) {
        Fault found = groups.read(cells, row.intoLevels());
        if (found != null && found.kind() == Kind.UNSEEN) {
            unseen = found;
        } else {
            fault = found;
        }
    }

    private void checkRoles(double label, double weight, double trials) {
        if (!(weight >= 0 && weight <= MOST_WEIGHT) && plan.roles().weight() != null) {
            fault = plan.roles().weight().isSd()
                    ? new Fault(Kind.SD, plan.roles().weight().column(), SDS, String.valueOf(1 / Math.sqrt(weight)))
                    : new Fault(Kind.WEIGHT, plan.roles().weight().column(), WEIGHTS, String.valueOf(weight));
            return;
        }
        String column = plan.labelName();
        if (!Double.isNaN(trials)) {
            fault = column == null ? null : TrialCounts.refuse(column, label, trials);
            return;
        }
        String required = column == null ? null : plan.roles().rule().refuse(label);
        if (column != null && required != null) {
            fault = new Fault(
                    Kind.LABEL, column, required + " (" + plan.roles().rule().owner() + ")", String.valueOf(label));
        }
    }

    private double weight(InternalRow cells) {
        RowPlan.Role role = plan.roles().weight();
        double cell = role(cells, role, 1);
        return role != null && role.isSd() ? cell <= 0 ? Double.NaN : 1 / (cell * cell) : cell;
    }

    private double role(InternalRow cells, RowPlan.@Nullable Role role, double absent) {
        if (role == null || fault != null) {
            return absent;
        }
        return role.levels() == null
                ? number(cells, role.ordinal(), role.column(), role.type())
                : level(cells, role, role.levels());
    }

    private double level(InternalRow cells, RowPlan.Role role, Map<UTF8String, Integer> levels) {
        UTF8String cell = cells.isNullAt(role.ordinal()) ? UTF8String.EMPTY_UTF8 : cells.getUTF8String(role.ordinal());
        Integer number = levels.get(cell);
        if (number == null) {
            fault = NumberText.isMissing(cell)
                    ? missing(role.column())
                    : new Fault(
                            Kind.LABEL,
                            role.column(),
                            "one of " + levels.keySet(),
                            DataException.quoted(cell.toString()));
            return Double.NaN;
        }
        return number;
    }

    /** Scaling comes later: the digest of a row is of what was read. */
    private void decodeFeatures(InternalRow cells) {
        if (formula == null && plan.intercept() >= 0) {
            row.put(plan.intercept(), 1);
        }
        int category = 0;
        for (Object step : steps) {
            if (step instanceof NumberRun run) {
                if (!run.copy(cells, read)) {
                    run.members().forEach(member -> decodeNumber(cells, member));
                }
            } else if (step instanceof FeatureSource.Numeric number) {
                decodeNumber(cells, number);
            } else if (step instanceof FeatureSource.Vector vector) {
                decodeVector(cells, vector);
            } else if (step instanceof FeatureSource.Category levels) {
                decodeLevel(cells, levels, category++);
            } else if (step instanceof FeatureSource.Level levels) {
                decodeNumber(cells, levels);
            }
            if (fault != null) {
                return;
            }
        }
    }

    private void decodeNumber(InternalRow cells, FeatureSource.Numeric source) {
        if (fault == null) {
            read.put(source.target(), number(cells, source.ordinal(), source.column(), source.type()));
        }
    }

    private double number(InternalRow cells, int ordinal, String column, CellType type) {
        if (cells.isNullAt(ordinal)) {
            fault = missing(column);
            return 0;
        }
        double value = type.number(cells, ordinal);
        if (!(Math.abs(value) <= Double.MAX_VALUE)) {
            fault = unusable(cells, ordinal, column, type, value);
        }
        return value;
    }

    private static Fault missing(String column) {
        return new Fault(Kind.MISSING, column, "a finite number", "nothing");
    }

    private static Fault unusable(InternalRow cells, int ordinal, String column, CellType type, double value) {
        if (!type.isText() || !Double.isNaN(value)) {
            return new Fault(Kind.NOT_FINITE, column, "a finite number", String.valueOf(value));
        }
        UTF8String cell = cells.getUTF8String(ordinal);
        String found = DataException.quoted(cell.toString());
        if (NumberText.isMissing(cell)) {
            return new Fault(Kind.MISSING, column, "a finite number", found);
        }
        return type.isTime()
                ? new Fault(Kind.NOT_A_TIME, column, "a date or time, as in other rows", found)
                : new Fault(Kind.NOT_A_NUMBER, column, "a finite number", found);
    }

    private void decodeNumber(InternalRow cells, FeatureSource.Level source) {
        if (cells.isNullAt(source.ordinal())) {
            fault = new Fault(Kind.MISSING, source.column(), "a level", "nothing");
            return;
        }
        UTF8String level = source.type().level(cells, source.ordinal());
        Integer number = source.numbers().get(level);
        if (number == null) {
            meetUnseen(source.column(), level, source.numbers().keySet());
        }
        read.put(source.target(), number == null ? 0 : number);
    }

    /** Of a row without another fault the first such level is its fault. */
    private void meetUnseen(String column, UTF8String level, Set<UTF8String> known) {
        if (unseen == null) {
            List<String> words =
                    known.stream().map(UTF8String::toString).sorted().toList();
            String found = DataException.quoted(level.toString());
            unseen = new Fault(Kind.UNSEEN, column, "one of " + Spelling.suggest(level.toString(), words), found);
        }
    }

    private void decodeLevel(InternalRow cells, FeatureSource.Category source, int category) {
        if (cells.isNullAt(source.ordinal())) {
            fault = new Fault(Kind.MISSING, source.column(), "a level", "nothing");
            return;
        }
        UTF8String level = source.type().level(cells, source.ordinal());
        if (listener != null) {
            listener.level(category, level);
            return;
        }
        Integer target = source.targets().get(level);
        if (target == null && source.complete()) {
            meetUnseen(source.column(), level, source.targets().keySet());
        } else if (target != null && target >= 0) {
            row.put(target, 1);
        }
    }

    private void decodeVector(InternalRow cells, FeatureSource.Vector source) {
        if (cells.isNullAt(source.ordinal())) {
            fault = new Fault(Kind.MISSING, source.column(), "a vector of " + source.size() + " numbers", "nothing");
            return;
        }
        InternalRow vector = cells.getStruct(source.ordinal(), VECTOR_FIELDS);
        boolean dense = vector.getByte(0) == 1;
        ArrayData elements = vector.getArray(3);
        int size = dense ? elements.numElements() : vector.getInt(1);
        if (size != source.size() && source.exactSize()) {
            fault = new Fault(Kind.VECTOR_SIZE, source.column(), source.size() + " elements", size + " elements");
            return;
        }
        if (dense && source.targets() == null && NumberRun.copy(elements, read, source.first())) {
            return;
        }
        double[] values = elements.toDoubleArray();
        ArrayData indices = dense ? null : vector.getArray(2);
        int bad = position(source, values, indices);
        if (bad >= 0) {
            int element = indices == null ? bad : indices.getInt(bad);
            fault = new Fault(
                    Kind.NOT_FINITE,
                    source.column() + "[" + element + "]",
                    "a finite number",
                    String.valueOf(values[bad]));
        }
    }

    /** Puts the entries in place; position of the first that is not finite, else -1. */
    private int position(FeatureSource.Vector source, double[] values, @Nullable ArrayData indices) {
        boolean finite = true;
        for (double value : values) {
            finite &= Math.abs(value) <= Double.MAX_VALUE;
        }
        for (int k = 0; k < values.length; k++) {
            int target = source.target(indices == null ? k : indices.getInt(k));
            if (target >= 0) {
                row.put(target, values[k]);
            }
        }
        int bad = 0;
        while (!finite && Math.abs(values[bad]) <= Double.MAX_VALUE) {
            bad++;
        }
        return finite ? -1 : bad;
    }
}
