package io.credence.mixed.levelwise;

import io.credence.data.RowBlock;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.result.EffectMoments.Levels;
import io.credence.mixed.result.JointParameterPosterior;
import io.credence.mixed.row.LevelRows;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moments of the effects of all levels. Effects are normal given ψ, with a mean that moves with ψ around its mode. For
 * u = L s with covariance V of s given ψ and the rows, ∂E u/∂β = −Cov(u, η) W X and ∂E u = L V D E s for a change of
 * the covariance Σ with D = L⁻¹ ∂Σ L⁻ᵀ, sites held.
 */
final class LevelwiseEffects implements Sums<LevelwiseEffects> {

    private static final long serialVersionUID = 1;

    private final List<int[]> levels = new ArrayList<>();
    private final List<double[]> numbers = new ArrayList<>();

    LevelwiseEffects(int[] levels, double[] numbers) {
        this.levels.add(levels);
        this.numbers.add(numbers);
    }

    @Override
    public void merge(LevelwiseEffects other) {
        levels.addAll(other.levels);
        numbers.addAll(other.numbers);
    }

    /**
     * Computes the moments of all levels, of each entry of the model's effects. Where a level's rows are uninformative,
     * means and variances of its effects are about linear in their covariance, whose mean over its posterior is taken
     * therefore.
     */
    static List<Levels> levelMoments(LevelwiseDensity density, JointParameterPosterior psi) {
        EffectLayout layout = density.layout();
        LevelwisePoint mode = LevelwisePoint.of(layout, density.coordinates(), psi.mean());
        VarianceComponents mean = mean(density, psi);
        if (mode == null) {
            throw new IllegalStateException("the mean of a standard deviation is not positive");
        }
        LevelwisePoint point = new LevelwisePoint(mode.fixed(), mean.local(layout), mode.scores());
        List<Levels> all = IntStream.range(0, layout.model().effects().size())
                .mapToObj(e -> EffectMoments.priorMoments(layout, mean, e))
                .toList();
        int[] partitions =
                IntStream.range(0, density.backend().summary().partitionCount()).toArray();
        density.backend()
                .collectEach(
                        new EffectsPass(
                                layout, density.units(), density.loss(), point, psi.covariance(), density.seed()),
                        partitions,
                        own -> own.copyTo(layout, all));
        return all;
    }

    /** Variance components whose covariances are the means of those at the points. */
    private static VarianceComponents mean(LevelwiseDensity density, JointParameterPosterior psi) {
        List<double[]> sums = new ArrayList<>();
        for (int s = 0; s < psi.weights().length; s++) {
            VarianceComponents at =
                    density.coordinates().toComponents(psi.componentPoints().get(s));
            for (int e = 0; at != null && e < at.factors().size(); e++) {
                double[] l = at.factors().get(e);
                int size = (int) Math.round(Math.sqrt(l.length));
                if (sums.size() == e) {
                    sums.add(new double[l.length]);
                }
                for (int i = 0; i < size; i++) {
                    for (int j = 0; j <= i; j++) {
                        for (int t = 0; t <= j; t++) {
                            sums.get(e)[i * size + j] += psi.weights()[s] * l[i * size + t] * l[j * size + t];
                        }
                    }
                }
            }
        }
        sums.forEach(sum -> Cholesky.factorInPlace(sum, 0, (int) Math.round(Math.sqrt(sum.length))));
        return new VarianceComponents(sums, 1);
    }

    private void copyTo(EffectLayout layout, List<Levels> all) {
        for (int part = 0; part < levels.size(); part++) {
            int width = numbersPerLevel(layout);
            for (int g = 0; g < levels.get(part).length; g++) {
                copy(layout, numbers.get(part), g * width, levels.get(part)[g], all);
            }
        }
    }

    static int numbersPerLevel(EffectLayout layout) {
        return layout.localEffectsPerLevel() * (1 + layout.localEffectsPerLevel() + layout.fixedEffectCount());
    }

    private static void copy(EffectLayout layout, double[] from, int at, int level, List<Levels> all) {
        int k = layout.localEffectsPerLevel();
        int p = layout.fixedEffectCount();
        int begin = 0;
        for (int e : layout.local()) {
            int size = layout.model().effects().get(e).size();
            Levels to = all.get(e);
            System.arraycopy(from, at + begin, to.mean(), level * size, size);
            for (int i = 0; i < size; i++) {
                int row = begin + i;
                int unit = level * size + i;
                System.arraycopy(from, at + k + row * k + begin, to.covariance(), unit * size, size);
                System.arraycopy(from, at + k * (1 + k) + row * p, to.cross(), unit * p, p);
            }
            begin += size;
        }
    }

    /**
     * @param covariance covariance of ψ
     */
    private record EffectsPass(
            EffectLayout layout, double[] units, RowLoss loss, LevelwisePoint point, double[] covariance, long seed)
            implements PartitionPass<LevelwiseEffects> {

        @Override
        public LevelwiseEffects sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            LevelRows rows = new LevelRows(layout, units, blocks, seed, 1);
            LevelBatch batch = new LevelBatch(layout, point, loss, kernel);
            LevelWorkspace room = batch.room;
            LevelwiseMoments work = new LevelwiseMoments(layout, point, covariance, room);
            LevelBatch.solvePartition(rows, batch, () -> {
                for (int g = 0; g < batch.levelCount(); g++) {
                    work.addLevel(g);
                }
            });
            return work.result();
        }
    }
}
