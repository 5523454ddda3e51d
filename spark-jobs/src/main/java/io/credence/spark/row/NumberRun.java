package io.credence.spark.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;

/**
 * Run of neighbouring columns of doubles, or of floats, that become neighbouring features and are copied at once. In
 * Spark's row they lie side by side, eight bytes each, after the bits of the nulls.
 *
 * @param sources columns one by one, for rows with a cell that is null or not finite
 */
record NumberRun(List<FeatureSource.Numeric> sources) {

    /** Merges neighbouring sources into runs. Each element is a {@link FeatureSource} or a {@link NumberRun}. */
    static List<Object> mergeNeighbours(List<FeatureSource> sources) {
        List<Object> steps = new ArrayList<>();
        List<FeatureSource.Numeric> run = new ArrayList<>();
        for (FeatureSource source : sources) {
            if (source instanceof FeatureSource.Numeric next && isCopyable(next)) {
                if (!run.isEmpty() && !isNeighbour(run.get(run.size() - 1), next)) {
                    steps.add(new NumberRun(List.copyOf(run)));
                    run.clear();
                }
                run.add(next);
            } else {
                if (!run.isEmpty()) {
                    steps.add(new NumberRun(List.copyOf(run)));
                    run.clear();
                }
                steps.add(source);
            }
        }
        if (!run.isEmpty()) {
            steps.add(new NumberRun(List.copyOf(run)));
        }
        return steps;
    }

    private static boolean isCopyable(FeatureSource.Numeric number) {
        return number.target() >= 0 && (number.type() == CellType.DOUBLE || number.type() == CellType.FLOAT);
    }

    private static boolean isNeighbour(FeatureSource.Numeric last, FeatureSource.Numeric next) {
        return next.type() == last.type() && next.ordinal() == last.ordinal() + 1 && next.target() == last.target() + 1;
    }

    /** Copies the cells; false if they must be read one by one. */
    boolean copy(InternalRow cells, FeatureRow into) {
        if (into.isSparse() || !(cells instanceof UnsafeRow row) || row.anyNull()) {
            return false;
        }
        FeatureSource.Numeric first = sources.get(0);
        long begin =
                row.getBaseOffset() + UnsafeRow.calculateBitSetWidthInBytes(row.numFields()) + 8L * first.ordinal();
        return first.type() == CellType.FLOAT
                ? copyFloats(row.getBaseObject(), begin, sources.size(), into, first.target())
                : copy(row.getBaseObject(), begin, sources.size(), into, first.target());
    }

    /** Copies the elements of an array of doubles; false if they must be read one by one. */
    static boolean copy(ArrayData elements, FeatureRow into, int target) {
        if (into.isSparse() || !(elements instanceof UnsafeArrayData array)) {
            return false;
        }
        int count = array.numElements();
        long begin = array.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(count);
        return copy(array.getBaseObject(), begin, count, into, target);
    }

    private static boolean copy(Object base, long begin, int count, FeatureRow into, int target) {
        double[] values = into.values();
        Platform.copyMemory(base, begin, values, Platform.DOUBLE_ARRAY_OFFSET + 8L * target, 8L * count);
        return areFinite(values, target, count);
    }

    private static boolean copyFloats(Object base, long begin, int count, FeatureRow into, int target) {
        double[] values = into.values();
        for (int j = 0; j < count; j++) {
            values[target + j] = Platform.getFloat(base, begin + 8L * j);
        }
        return areFinite(values, target, count);
    }

    private static boolean areFinite(double[] values, int from, int count) {
        boolean finite = true;
        for (int j = from; j < from + count; j++) {
            finite &= Math.abs(values[j]) <= Double.MAX_VALUE;
        }
        return finite;
    }
}
