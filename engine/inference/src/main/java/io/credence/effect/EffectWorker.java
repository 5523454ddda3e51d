package io.credence.effect;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.effect.EffectSums.AveragedCell;
import io.credence.effect.EffectSums.CellSums;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.ResponseDistributions;
import io.credence.predict.RowFactorLevels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Worker that sums the expected values of rows, one chunk of rows at a time. */
public final class EffectWorker {

    private final EffectDraws model;
    private final ResponseDistributions.AtDraws at;
    private final LevelDraws.@Nullable EffectSampler levels;
    private final int features;
    private final EffectSums sums;
    private final double[] rows;
    private final double[] offsets = new double[PredictorChunk.CAPACITY];
    private final double[] weights = new double[PredictorChunk.CAPACITY];
    private final @Nullable RowFactorLevels[] rowLevels = new RowFactorLevels[PredictorChunk.CAPACITY];
    private final List<Map<String, String>> newLevels = new ArrayList<>();
    private final CellSums[] totals = new CellSums[PredictorChunk.CAPACITY];
    private int count;

    EffectWorker(EffectDraws model, ResponseDistributions.AtDraws at, int features) {
        this.model = model;
        this.at = at;
        this.levels = model.levelDraws() == null ? null : model.levelDraws().createSampler();
        this.features = features;
        this.sums = new EffectSums(model.drawCount(), model.outcomeCount());
        this.rows = new double[Math.multiplyExact(PredictorChunk.CAPACITY, features)];
    }

    /**
     * Array into which the caller writes the next row's features, from {@link #firstFeatureIndex()} on. They are 0
     * beforehand.
     */
    public double[] features() {
        return rows;
    }

    /** Position of the next row's first feature in {@link #features()}. */
    public int firstFeatureIndex() {
        return count * features;
    }

    /**
     * Adds the row whose features were written to {@link #features()}.
     *
     * @param level levels of the row; null for models without grouping factors
     * @param newLevelsOfRow texts of those among them that had no rows in the fit, by factor
     */
    public void add(
            AveragedCell cell,
            double weight,
            double offset,
            @Nullable RowFactorLevels level,
            Map<String, String> newLevelsOfRow) {
        newLevels.add(newLevelsOfRow);
        totals[count] = sums.cellSums(cell);
        weights[count] = weight;
        offsets[count] = offset;
        rowLevels[count] = level == null ? null : level.copy();
        if (++count == PredictorChunk.CAPACITY) {
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
        RowAttributes attributes = new RowAttributes(unknownLabels(), null, Arrays.copyOf(offsets, count));
        at.moveTo(new DenseBlock(attributes, model.columns(), sharedFeatures()), 0, count);
        double[] shares = new double[model.responseDistributions().classCount()];
        double[] expected = new double[model.outcomeCount()];
        for (int i = 0; i < count; i++) {
            RowFactorLevels own = rowLevels[i];
            if (levels != null && own != null) {
                EffectDraws.addLevelEffects(at, i, levels, rows, i * features, own);
            }
            add(i, shares, expected);
        }
        Arrays.fill(rows, 0, count * features, 0);
        newLevels.clear();
        count = 0;
    }

    private void add(int row, double[] shares, double[] expected) {
        double[] into = totals[row].sums();
        int draws = model.drawCount();
        for (int s = 0; s < draws; s++) {
            model.writeExpectedValues(at, row, s, shares, expected);
            for (int k = 0; k < expected.length; k++) {
                into[k * draws + s] += weights[row] * expected[k];
            }
        }
        totals[row].countRow(weights[row], newLevels.get(row));
    }

    private double[] unknownLabels() {
        double[] labels = new double[count];
        Arrays.fill(labels, Double.NaN);
        return labels;
    }

    /** Features that the response distributions read, without those that only varying effects have. */
    private double[] sharedFeatures() {
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
