package io.credence.mixed.levelwise;

import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.row.ArrowEntries;
import io.credence.mixed.row.ColumnProducts;
import io.credence.mixed.site.RowSitePass;
import io.credence.mixed.site.TiltedMoments;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;

/**
 * Facts about rows of many levels, collected before any level is integrated: the levels that have rows, and sums of
 * normal sites of single rows. Weighted least squares of these sites give the starting value of β.
 */
public final class LevelwiseSurvey implements Sums<LevelwiseSurvey> {

    private static final long serialVersionUID = 1;

    private final EffectLayout layout;
    private final BitSet levels = new BitSet();
    private final double[] gram;
    private final double[] shift;
    private final double[] products;
    private double weight;
    private boolean isSplit;

    private LevelwiseSurvey(EffectLayout layout) {
        this.layout = layout;
        this.gram = new double[layout.fixedEffectCount() * layout.fixedEffectCount()];
        this.shift = new double[layout.fixedEffectCount()];
        this.products = new double[layout.localEffectsPerLevel() * layout.localEffectsPerLevel()];
    }

    /**
     * Pass that makes the survey.
     *
     * @param units number by which each column of a block was divided
     */
    public record SurveyPass(EffectLayout layout, double[] units, RowLoss loss)
            implements PartitionPass<LevelwiseSurvey> {

        @Override
        public LevelwiseSurvey sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            LevelwiseSurvey survey = new LevelwiseSurvey(layout);
            ArrowEntries row = new ArrowEntries(layout, units);
            TiltedMoments tilted = new TiltedMoments(loss, kernel);
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                for (int first = 0; first < block.rows(); first += PredictorChunk.CAPACITY) {
                    int count = Math.min(PredictorChunk.CAPACITY, block.rows() - first);
                    begin(tilted, block.attributes(), first, count);
                    for (int i = 0; i < count; i++) {
                        row.moveTo(block, first + i);
                        survey.add(row, tilted, i);
                    }
                }
            }
            return survey;
        }

        private static void begin(TiltedMoments tilted, RowAttributes rows, int first, int count) {
            for (int i = 0; i < count; i++) {
                double offset = rows.offset(first + i);
                tilted.set(i, rows.labels()[first + i], rows.weight(first + i), offset, -offset, RowSitePass.WIDE);
            }
            tilted.compute(count);
        }
    }

    private void add(ArrowEntries row, TiltedMoments tilted, int i) {
        double rest = tilted.cavityPrecision(i);
        double whole = 1 / tilted.variance(i);
        double precision = Math.max(whole - rest, 0);
        double own = tilted.mean(i) * whole - tilted.cavityMean(i) * rest;
        levels.set(row.localLevel());
        weight += precision;
        double[] x = row.fixed();
        for (int a = 0; a < x.length; a++) {
            shift[a] += own * x[a];
            for (int b = 0; b <= a; b++) {
                gram[a * x.length + b] += precision * x[a] * x[b];
            }
        }
        double[] z = row.local();
        for (int a = 0; a < z.length; a++) {
            for (int b = 0; b <= a; b++) {
                products[a * z.length + b] += precision * z[a] * z[b];
            }
        }
    }

    @Override
    public void merge(LevelwiseSurvey other) {
        isSplit |= other.isSplit || levels.intersects(other.levels);
        levels.or(other.levels);
        weight += other.weight;
        for (int i = 0; i < gram.length; i++) {
            gram[i] += other.gram[i];
        }
        for (int i = 0; i < shift.length; i++) {
            shift[i] += other.shift[i];
        }
        for (int i = 0; i < products.length; i++) {
            products[i] += other.products[i];
        }
    }

    /** Number of levels that have rows. */
    public int levelCount() {
        return levels.cardinality();
    }

    /** Whether the rows of some level lie in several partitions. */
    public boolean isSplit() {
        return isSplit;
    }

    /** Mean products of the columns of each entry of the model's effects. */
    ColumnProducts columns() {
        List<double[]> sums = new ArrayList<>();
        int begin = 0;
        for (int e : layout.local()) {
            int size = layout.model().effects().get(e).size();
            double[] own = new double[size * size];
            ColumnProducts.add(
                    products, begin * (layout.localEffectsPerLevel() + 1), layout.localEffectsPerLevel(), own, size);
            sums.add(own);
            begin += size;
        }
        return ColumnProducts.of(sums, weight);
    }

    /** Estimate of β by the sites and its prior, as if there were no levels. */
    double[] fixedEffectsEstimate() {
        GaussianPrior prior = layout.model().coefficientPrior();
        int p = layout.fixedEffectCount();
        double[] precision = gram.clone();
        double[] target = shift.clone();
        for (int j = 0; j < p; j++) {
            precision[j * (p + 1)] += prior.precision()[j] + 1e-8 * gram[j * (p + 1)] + Double.MIN_NORMAL;
            target[j] += prior.precision()[j] * prior.mean()[j];
        }
        Symmetric.fillUpper(precision, p);
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, precision, p);
        return root == null ? Arrays.copyOf(prior.mean(), p) : root.solve(target);
    }
}
