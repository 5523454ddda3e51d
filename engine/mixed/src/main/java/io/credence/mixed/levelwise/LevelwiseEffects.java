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
import io.credence.mixed.result.LevelDigest;
import io.credence.mixed.result.LevelDigests;
import io.credence.mixed.result.LevelPosteriors;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.mixed.row.LevelRows;
import io.credence.pass.Lazy;
import io.credence.statistics.PartitionPass;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moments of the effects of all levels. Effects are normal given ψ, with a mean that moves with ψ around its mode. For
 * u = L s with covariance V of s given ψ and the rows, ∂E u/∂β = −Cov(u, η) W X and ∂E u = L V D E s for a change of
 * the covariance Σ with D = L⁻¹ ∂Σ L⁻ᵀ, sites held. Those that fit into a block of rows are collected at once; others
 * are computed when they are needed, where the rows of the levels are.
 */
final class LevelwiseEffects {

    private final LevelwiseDensity density;
    private final VarianceComponents components;
    private final EffectsPass pass;
    private final Lazy<List<Levels>> collected = new Lazy<>(this::collectAll);
    private final Lazy<LevelDigests> digests = new Lazy<>(this::digestAll);

    private LevelwiseEffects(LevelwiseDensity density, VarianceComponents components, EffectsPass pass) {
        this.density = density;
        this.components = components;
        this.pass = pass;
    }

    /**
     * Moments of all levels, of each entry of the model's effects. Where a level's rows are uninformative, means and
     * variances of its effects are about linear in their covariance, whose mean over its posterior is taken therefore.
     *
     * @param mostCollected largest size in bytes of moments that are collected at once
     */
    static List<? extends LevelPosteriors> levelMoments(
            LevelwiseDensity density, JointParameterPosterior psi, long mostCollected) {
        EffectLayout layout = density.layout();
        LevelwisePoint mode = LevelwisePoint.of(layout, density.coordinates(), psi.mean());
        VarianceComponents mean = mean(density, psi);
        if (mode == null) {
            throw new IllegalStateException("the mean of a standard deviation is not positive");
        }
        LevelwisePoint point = new LevelwisePoint(mode.fixed(), mean.local(layout), mode.scores());
        LevelwiseEffects effects = new LevelwiseEffects(
                density,
                mean,
                new EffectsPass(layout, density.units(), density.loss(), point, psi.covariance(), density.seed()));
        return effects.areCollected(mostCollected) ? effects.collected.get() : effects.byEntry();
    }

    /**
     * Whether the moments of all levels are collected at once: where they take at most {@code most} bytes, or where some
     * levels have no rows, beside which theirs could be computed.
     */
    private boolean areCollected(long most) {
        EffectLayout layout = density.layout();
        double bytes = (double) Double.BYTES * layout.localLevels() * PartitionMoments.numbersPerLevel(layout);
        return bytes <= most || density.survey().levelCount() < layout.localLevels();
    }

    private List<Levels> collectAll() {
        EffectLayout layout = density.layout();
        List<Levels> all = IntStream.range(0, layout.model().effects().size())
                .mapToObj(e -> EffectMoments.priorMoments(layout, components, e))
                .toList();
        int[] partitions =
                IntStream.range(0, density.backend().summary().partitionCount()).toArray();
        density.backend()
                .collectEach(
                        pass,
                        partitions,
                        own -> own.stream().forEach(one -> copy(one.moments(), one.level(), all.get(one.entry()))));
        return all;
    }

    private static void copy(Levels one, int level, Levels to) {
        System.arraycopy(one.mean(), 0, to.mean(), level * one.mean().length, one.mean().length);
        System.arraycopy(
                one.covariance(), 0, to.covariance(), level * one.covariance().length, one.covariance().length);
        System.arraycopy(one.cross(), 0, to.cross(), level * one.cross().length, one.cross().length);
    }

    private LevelDigests digestAll() {
        return density.backend().run(LevelDigests.pass(pass, density.layout()));
    }

    private List<LevelPosteriors> byEntry() {
        List<LevelPosteriors> all = new ArrayList<>();
        for (int e = 0; e < density.layout().model().effects().size(); e++) {
            all.add(new MomentsOfEntry(e));
        }
        return all;
    }

    /** Moments of an entry of the model's effects. */
    private final class MomentsOfEntry implements LevelPosteriors {

        private final int entry;

        MomentsOfEntry(int entry) {
            this.entry = entry;
        }

        @Override
        public Levels collect() {
            return collected.get().get(entry);
        }

        @Override
        public LevelDigest digest() {
            return digests.get().ofEntry(entry);
        }

        @Override
        public PartitionPass<PartitionMoments> pass() {
            return pass;
        }
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

    /**
     * @param covariance covariance of ψ
     */
    private record EffectsPass(
            EffectLayout layout, double[] units, RowLoss loss, LevelwisePoint point, double[] covariance, long seed)
            implements PartitionPass<PartitionMoments> {

        @Override
        public long extraBytes(long rows) {
            return Double.BYTES
                    * Math.min(rows, layout.localLevels())
                    * (1L + PartitionMoments.numbersPerLevel(layout));
        }

        @Override
        public PartitionMoments sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            LevelRows rows = new LevelRows(layout, units, blocks, seed, 1);
            LevelBatch batch = new LevelBatch(layout, List.of(point), loss, kernel);
            LevelWorkspace room = batch.room;
            LevelwiseMoments work = new LevelwiseMoments(layout, point, covariance, room);
            LevelBatch.solvePartition(rows, batch, s -> {
                for (int g = 0; g < batch.levelCount(); g++) {
                    work.addLevel(g);
                }
            });
            return work.result();
        }
    }
}
