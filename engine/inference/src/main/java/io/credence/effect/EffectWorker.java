package io.credence.effect;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.effect.EffectSums.Cell;
import io.credence.effect.EffectSums.Total;
import io.credence.likelihood.Chunk;
import io.credence.loss.ResponseLaws;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sums the expected values of one row after the other, a chunk at a time. */
public final class EffectWorker {

    private final EffectDraws model;
    private final ResponseLaws.AtDraws at;
    private final LevelDraws.@Nullable Worker levels;
    private final int features;
    private final EffectSums sums;
    private final double[] rows;
    private final double[] offsets = new double[Chunk.CAPACITY];
    private final double[] weights = new double[Chunk.CAPACITY];
    private final int[][] rowLevels = new int[Chunk.CAPACITY][];
    private final Total[] totals = new Total[Chunk.CAPACITY];
    private int count;

    EffectWorker(EffectDraws model, ResponseLaws.AtDraws at, int features) {
        this.model = model;
        this.at = at;
        this.levels = model.levels() == null ? null : model.levels().worker();
        this.features = features;
        this.sums = new EffectSums(model.count(), model.outcomes());
        this.rows = new double[Math.multiplyExact(Chunk.CAPACITY, features)];
    }

    /** Array that the features of the next row are written to, from {@link #position()} on; they are 0 before. */
    public double[] features() {
        return rows;
    }

    /** Position of the first feature of the next row. */
    public int position() {
        return count * features;
    }

    /**
     * Adds the row whose features were written.
     *
     * @param level level of the row for each grouping factor; null for models without them
     */
    public void add(Cell cell, double weight, double offset, int @Nullable [] level) {
        totals[count] = sums.of(cell);
        weights[count] = weight;
        offsets[count] = offset;
        rowLevels[count] = level == null ? new int[0] : level.clone();
        if (++count == Chunk.CAPACITY) {
            flush();
        }
    }

    /** Sums over all rows that were added. */
    public EffectSums sums() {
        flush();
        return sums;
    }

    private void flush() {
        if (count == 0) {
            return;
        }
        RowAttributes attributes = new RowAttributes(unknown(), null, Arrays.copyOf(offsets, count));
        at.moveTo(new DenseBlock(attributes, model.columns(), shared()), 0, count);
        double[] shares = new double[model.laws().classes()];
        double[] expected = new double[model.outcomes()];
        for (int i = 0; i < count; i++) {
            if (levels != null) {
                EffectDraws.shift(at, i, levels, rows, i * features, rowLevels[i]);
            }
            add(i, shares, expected);
        }
        Arrays.fill(rows, 0, count * features, 0);
        count = 0;
    }

    private void add(int row, double[] shares, double[] expected) {
        double[] into = totals[row].sums();
        int draws = model.count();
        for (int s = 0; s < draws; s++) {
            model.fill(at, row, s, shares, expected);
            for (int k = 0; k < expected.length; k++) {
                into[k * draws + s] += weights[row] * expected[k];
            }
        }
        totals[row].count(weights[row]);
    }

    private double[] unknown() {
        double[] labels = new double[count];
        Arrays.fill(labels, Double.NaN);
        return labels;
    }

    /** Features that the distributions of responses read. */
    private double[] shared() {
        int columns = model.columns();
        if (columns == features) {
            return Arrays.copyOf(rows, count * features);
        }
        double[] some = new double[count * columns];
        for (int i = 0; i < count; i++) {
            System.arraycopy(rows, i * features, some, i * columns, columns);
        }
        return some;
    }
}
