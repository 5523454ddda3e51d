package io.credence.spark.row;

import io.credence.predict.MixedScoring.LevelMoments;
import io.credence.predict.RowFactorLevels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Buffer of one row on its way into a block, filled again for the next row. Dense, {@link #values()} has one number per
 * column; sparse, the first {@link #entryCount()} of {@link #indices()} and {@link #values()} are its entries.
 */
public final class FeatureRow {

    private final int columns;
    private final boolean sparse;
    private double[] values;
    private int[] indices;
    private int count;
    private final int[] levels;
    private final RowFactorLevels rowLevels;
    private double label;
    private double weight = 1;
    private double offset;

    public FeatureRow(int columns, boolean sparse) {
        this(columns, sparse, 0, 0);
    }

    /** Creates a row of a plan. */
    public FeatureRow(RowPlan plan) {
        this(plan.features().columns(), plan.features().sparse(), plan.groupings(), plan.momentCount());
    }

    private FeatureRow(int columns, boolean sparse, int factors, int moments) {
        this.levels = new int[factors];
        this.rowLevels = new RowFactorLevels(levels, new LevelMoments[moments]);
        this.columns = columns;
        this.sparse = sparse;
        this.values = new double[sparse ? Math.min(columns, 64) : columns];
        this.indices = new int[sparse ? values.length : 0];
    }

    /** Number of features, intercept included. */
    public int columns() {
        return columns;
    }

    /** Whether only entries other than 0 are kept. */
    public boolean isSparse() {
        return sparse;
    }

    /** Features of a dense row, or entries of a sparse one. Not to be changed, and valid until the next row. */
    public double[] values() {
        return values;
    }

    /** Columns of the entries of a sparse row. */
    public int[] indices() {
        return indices;
    }

    /** Number of entries of a sparse row, or of columns of a dense one. */
    public int entryCount() {
        return sparse ? count : columns;
    }

    /** Response of the row; NaN where it is to be scored. */
    public double label() {
        return label;
    }

    /** Weight of the row. */
    public double weight() {
        return weight;
    }

    /** Offset: the known part of its linear predictor. */
    public double offset() {
        return offset;
    }

    /** Level of each grouping factor; null where there are no grouping factors. Not to be kept. */
    public int @Nullable [] levels() {
        return levels.length == 0 ? null : levels;
    }

    /** Levels for predictions; null where there are no grouping factors. Filled again for the next row. */
    public @Nullable RowFactorLevels rowLevels() {
        return levels.length == 0 ? null : rowLevels;
    }

    /** Array into which the moments at its levels are read. */
    @Nullable
    LevelMoments[] momentBuffer() {
        return rowLevels.moments();
    }

    /** Array into which its levels are read. */
    public int[] levelBuffer() {
        return levels;
    }

    /** Value of one feature. */
    public double value(int column) {
        if (!sparse) {
            return values[column];
        }
        int at = Arrays.binarySearch(indices, 0, count, column);
        return at < 0 ? 0 : values[at];
    }

    /** Linear predictor of the row without its offset, for coefficients that begin at {@code from}. */
    public double dot(double[] coefficients, int from) {
        double sum = 0;
        for (int k = 0; k < entryCount(); k++) {
            sum += values[k] * coefficients[from + (sparse ? indices[k] : k)];
        }
        return sum;
    }

    /** Writes the features into an array that is 0 there, from {@code from} on. */
    public void writeInto(double[] features, int from) {
        for (int k = 0; k < entryCount(); k++) {
            features[from + (sparse ? indices[k] : k)] = values[k];
        }
    }

    public void reset(double rowLabel, double rowWeight, double rowOffset) {
        label = rowLabel;
        weight = rowWeight;
        offset = rowOffset;
        count = 0;
        if (!sparse) {
            Arrays.fill(values, 0);
        }
    }

    /** Sets another label and weight; the features stay. */
    void setLabelAndWeight(double other, double otherWeight) {
        label = other;
        weight = otherWeight;
    }

    public void put(int target, double value) {
        if (!sparse) {
            values[target] = value;
        } else if (value != 0) {
            append(target, value);
        }
    }

    private void append(int target, double value) {
        if (count == values.length) {
            int capacity = (int) Math.min(columns, 2L * count);
            values = Arrays.copyOf(values, capacity);
            indices = Arrays.copyOf(indices, capacity);
        }
        indices[count] = target;
        values[count] = value;
        count++;
    }

    /** Rounds the features as blocks of single precision do. */
    public void roundToSingle() {
        for (int k = 0; k < entryCount(); k++) {
            values[k] = (float) values[k];
        }
    }

    public void divideBy(double[] scales) {
        for (int k = 0; k < entryCount(); k++) {
            values[k] /= scales[sparse ? indices[k] : k];
        }
    }
}
