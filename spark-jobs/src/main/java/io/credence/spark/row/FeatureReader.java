package io.credence.spark.row;

import io.credence.part.Spelling;
import io.credence.spark.row.Fault.FaultKind;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Reader of the columns that become features, or cells of a formula: numbers, levels and vectors. One per task. */
final class FeatureReader {

    /** Listener that receives the level of each categorical column, in the order of the sources. */
    public interface LevelListener {
        void level(int category, UTF8String level);
    }

    private static final int VECTOR_FIELDS = 4;

    private final FeatureRow into;
    private final int intercept;
    private final Object[] steps;
    private final @Nullable LevelListener listener;
    private @Nullable Fault fault;
    private @Nullable Fault unseen;

    /**
     * Creates a reader by a plan.
     *
     * @param into row into which the cells are read
     * @param listener receives levels in place of the features that they would be; null for none
     */
    FeatureReader(RowPlan plan, FeatureRow into, @Nullable LevelListener listener) {
        this.into = into;
        this.intercept = plan.features().formula() == null ? plan.features().interceptTarget() : -1;
        this.steps = NumberRun.mergeNeighbours(plan.features().sources()).toArray();
        this.listener = listener;
    }

    /** Fault of the first unknown level in the row last read; null if all levels are known. */
    @Nullable
    Fault unseenFault() {
        return unseen;
    }

    /**
     * Reads a row, and returns the fault of the first cell that cannot be used, or null. Scaling comes later: the
     * digest of a row is of what was read.
     */
    @Nullable
    Fault read(InternalRow cells) {
        fault = null;
        unseen = null;
        if (intercept >= 0) {
            into.put(intercept, 1);
        }
        int category = 0;
        for (int k = 0; k < steps.length && fault == null; k++) {
            Object step = steps[k];
            if (step instanceof NumberRun run) {
                if (!run.copy(cells, into)) {
                    run.sources().forEach(member -> readNumber(cells, member));
                }
            } else if (step instanceof FeatureSource.Numeric number) {
                readNumber(cells, number);
            } else if (step instanceof FeatureSource.Vector vector) {
                readVector(cells, vector);
            } else if (step instanceof FeatureSource.Category levels) {
                readCategory(cells, levels, category++);
            } else if (step instanceof FeatureSource.Level levels) {
                readLevel(cells, levels);
            }
        }
        return fault;
    }

    private void readNumber(InternalRow cells, FeatureSource.Numeric source) {
        if (fault != null) {
            return;
        }
        double value = NumberCell.read(cells, source.ordinal(), source.type());
        if (!NumberCell.isUsable(value)) {
            fault = NumberCell.fault(cells, source.ordinal(), source.column(), source.type(), value);
        }
        if (source.target() >= 0) {
            into.put(source.target(), value);
        }
    }

    /** Reads a level as its number, for a formula. */
    private void readLevel(InternalRow cells, FeatureSource.Level source) {
        if (cells.isNullAt(source.ordinal())) {
            fault = new Fault(FaultKind.MISSING, source.column(), "a level", "nothing");
            return;
        }
        UTF8String level = cells.getUTF8String(source.ordinal());
        Integer number = source.levelNumbers().get(level);
        if (number == null) {
            noteUnseen(source.column(), level, source.levelNumbers().keySet());
        }
        into.put(source.target(), number == null ? 0 : number);
    }

    /** Remembers the fault of the first unknown level of a row. */
    private void noteUnseen(String column, UTF8String level, Set<UTF8String> known) {
        if (unseen == null) {
            List<String> words =
                    known.stream().map(UTF8String::toString).sorted().toList();
            String found = DataException.quoted(level.toString());
            String required =
                    "one of " + Spelling.suggest(level.toString(), words) + "; or, in scoring, score.onUnseen = flag";
            unseen = new Fault(FaultKind.UNSEEN, column, required, found);
        }
    }

    /** Reads a level as its indicator. */
    private void readCategory(InternalRow cells, FeatureSource.Category source, int category) {
        if (cells.isNullAt(source.ordinal())) {
            fault = new Fault(FaultKind.MISSING, source.column(), "a level", "nothing");
            return;
        }
        UTF8String level = cells.getUTF8String(source.ordinal());
        if (listener != null) {
            listener.level(category, level);
            return;
        }
        Integer target = source.targets().get(level);
        if (target == null && source.allLevelsKnown()) {
            noteUnseen(source.column(), level, source.targets().keySet());
        } else if (target != null && target >= 0) {
            into.put(target, 1);
        }
    }

    private void readVector(InternalRow cells, FeatureSource.Vector source) {
        if (cells.isNullAt(source.ordinal())) {
            fault = new Fault(
                    FaultKind.MISSING, source.column(), "a vector of " + source.size() + " numbers", "nothing");
            return;
        }
        InternalRow vector = cells.getStruct(source.ordinal(), VECTOR_FIELDS);
        boolean dense = vector.getByte(0) == 1;
        ArrayData elements = vector.getArray(3);
        int size = dense ? elements.numElements() : vector.getInt(1);
        if (size != source.size() && source.exactSize()) {
            fault = new Fault(FaultKind.VECTOR_SIZE, source.column(), source.size() + " elements", size + " elements");
            return;
        }
        if (dense && source.targets() == null && NumberRun.copy(elements, into, source.firstTarget())) {
            return;
        }
        double[] values = elements.toDoubleArray();
        ArrayData indices = dense ? null : vector.getArray(2);
        int bad = put(source, values, indices);
        if (bad >= 0) {
            int element = indices == null ? bad : indices.getInt(bad);
            fault = NumberCell.notFinite(source.column() + "[" + element + "]", values[bad]);
        }
    }

    /** Puts the entries into their columns, and returns the number of the first that is not finite, else −1. */
    private int put(FeatureSource.Vector source, double[] values, @Nullable ArrayData indices) {
        boolean finite = true;
        for (double value : values) {
            finite &= NumberCell.isUsable(value);
        }
        for (int k = 0; k < values.length; k++) {
            int target = source.target(indices == null ? k : indices.getInt(k));
            if (target >= 0) {
                into.put(target, values[k]);
            }
        }
        int bad = 0;
        while (!finite && NumberCell.isUsable(values[bad])) {
            bad++;
        }
        return finite ? -1 : bad;
    }
}
