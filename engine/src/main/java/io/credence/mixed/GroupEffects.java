package io.credence.mixed;

import io.credence.data.RowBlock;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.EffectMoments.Levels;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Moments of the effects of groups: normal given ψ, with a mean that moves with ψ around its mode. For u = L s with covariance V of s
 * given ψ and the rows, ∂E u/∂β = −Cov(u, η) W X and ∂E u = L V D E s for a change of the covariance Σ with D = L⁻¹ ∂Σ L⁻ᵀ, sites held.
 */
final class GroupEffects implements Sums<GroupEffects> {

    private static final long serialVersionUID = 1;

    private final List<int[]> levels = new ArrayList<>();
    private final List<double[]> numbers = new ArrayList<>();

    private GroupEffects(int[] levels, double[] numbers) {
        this.levels.add(levels);
        this.numbers.add(numbers);
    }

    @Override
    public void merge(GroupEffects other) {
        levels.addAll(other.levels);
        numbers.addAll(other.numbers);
    }

    /**
     * Moments of all levels, of each entry of the model's effects. Where a group's rows say little, means and variances of its effects
     * are about linear in their covariance, whose mean over its posterior is taken therefore.
     */
    static List<Levels> of(GroupDensity density, PsiPosterior psi) {
        EffectLayout layout = density.layout();
        GroupPoint mode = GroupPoint.of(layout, density.coordinates(), psi.mean());
        VarianceComponents mean = mean(density, psi);
        if (mode == null) {
            throw new IllegalStateException("the mean of a standard deviation is not positive");
        }
        GroupPoint point = new GroupPoint(mode.fixed(), mean.local(layout), mode.scores());
        List<Levels> all = IntStream.range(0, layout.model().effects().size())
                .mapToObj(e -> EffectMoments.empty(layout, mean, e))
                .toList();
        int[] partitions =
                IntStream.range(0, density.backend().summary().partitions()).toArray();
        density.backend()
                .each(
                        new Pass(layout, density.units(), density.loss(), point, psi.covariance(), density.seed()),
                        partitions,
                        own -> own.copyTo(layout, all));
        return all;
    }

    /** The components whose covariances are the means of those at the points. */
    private static VarianceComponents mean(GroupDensity density, PsiPosterior psi) {
        List<double[]> sums = new ArrayList<>();
        for (int s = 0; s < psi.weights().length; s++) {
            VarianceComponents at = density.coordinates().at(psi.components().get(s));
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
        sums.forEach(sum -> SmallMatrix.factor(sum, 0, (int) Math.round(Math.sqrt(sum.length))));
        return new VarianceComponents(sums, 1);
    }

    private void copyTo(EffectLayout layout, List<Levels> all) {
        for (int part = 0; part < levels.size(); part++) {
            int width = width(layout);
            for (int g = 0; g < levels.get(part).length; g++) {
                copy(layout, numbers.get(part), g * width, levels.get(part)[g], all);
            }
        }
    }

    private static int width(EffectLayout layout) {
        return layout.k() * (1 + layout.k() + layout.p());
    }

    private static void copy(EffectLayout layout, double[] from, int at, int level, List<Levels> all) {
        int k = layout.k();
        int p = layout.p();
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

    /** @param covariance of ψ */
    private record Pass(
            EffectLayout layout, double[] units, RowLoss loss, GroupPoint point, double[] covariance, long seed)
            implements PartitionPass<GroupEffects> {

        @Override
        public GroupEffects run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            LevelRows rows = new LevelRows(layout, units, blocks, seed, 1);
            GroupBatch batch = new GroupBatch(layout, point, loss, kernel);
            GroupRoom room = batch.room;
            Work work = new Work(layout, point, covariance, room);
            GroupBatch.each(rows, batch, () -> {
                for (int g = 0; g < batch.groups(); g++) {
                    work.take(g);
                }
            });
            return work.result();
        }
    }

    /** What is computed of one group after the other. */
    private static final class Work {
        private final EffectLayout layout;
        private final GroupPoint point;
        private final double[] covariance;
        private final GroupRoom room;
        private final int k;
        private final int p;
        private final int d;
        private final double[] mean;
        private final double[] inner;
        private final double[] half;
        private final double[] slopes;
        private final double[] spread;
        private final double[] crossed;
        private int[] levels = new int[64];
        private double[] numbers = new double[0];
        private int size;

        Work(EffectLayout layout, GroupPoint point, double[] covariance, GroupRoom room) {
            this.layout = layout;
            this.point = point;
            this.covariance = covariance;
            this.room = room;
            this.k = layout.k();
            this.p = layout.p();
            this.d = point.dimension();
            this.mean = new double[k];
            this.inner = new double[k * k];
            this.half = new double[k * Math.max(k, p)];
            this.slopes = new double[k * d];
            this.spread = new double[k * d];
            this.crossed = new double[k * p];
        }

        GroupEffects result() {
            return new GroupEffects(Arrays.copyOf(levels, size), Arrays.copyOf(numbers, size * width(layout)));
        }

        void take(int g) {
            int width = width(layout);
            if (size == levels.length || numbers.length == 0) {
                levels = Arrays.copyOf(levels, 2 * levels.length);
                numbers = Arrays.copyOf(numbers, Math.multiplyExact(levels.length, width));
            }
            levels[size] = room.level[g];
            int at = size++ * width;
            fillMean(g);
            fillInner(g);
            fillFixedSlopes(g);
            fillComponentSlopes();
            spread();
            EffectMoments.times(point.local(), k, mean, 0, 1, 1, numbers, at);
            EffectMoments.sandwich(point.local(), k, inner, 0, k, numbers, at + k);
            EffectMoments.times(point.local(), k, crossed, 0, p, p, numbers, at + k * (1 + k));
        }

        /** E s = Qξ̂. */
        private void fillMean(int g) {
            int r = room.rank[g];
            for (int i = 0; i < k; i++) {
                mean[i] = 0;
                for (int a = 0; a < r; a++) {
                    mean[i] += room.bases[room.basisAt[g] + i * r + a] * room.unknowns[room.unknownAt(g) + a];
                }
            }
        }

        /** V = I − QQᵀ + (C⁻¹Qᵀ)ᵀ(C⁻¹Qᵀ). */
        private void fillInner(int g) {
            int r = room.rank[g];
            int q = room.basisAt[g];
            for (int a = 0; a < r; a++) {
                for (int i = 0; i < k; i++) {
                    double sum = 0;
                    for (int b = 0; b <= a; b++) {
                        sum += room.roots[room.rootAt[g] + a * r + b] * room.bases[q + i * r + b];
                    }
                    half[a * k + i] = sum;
                }
            }
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < k; j++) {
                    double sum = i == j ? 1 : 0;
                    for (int a = 0; a < r; a++) {
                        sum += half[a * k + i] * half[a * k + j]
                                - room.bases[q + i * r + a] * room.bases[q + j * r + a];
                    }
                    inner[i * k + j] = sum;
                }
            }
        }

        /** −Q P⁻¹ FᵀW X: P⁻¹Fᵀ is C⁻ᵀ times the turned rows. */
        private void fillFixedSlopes(int g) {
            int r = room.rank[g];
            Arrays.fill(half, 0);
            for (int i = 0; i < room.count(g); i++) {
                int row = room.first[g] + i;
                for (int a = 0; a < r; a++) {
                    double own = room.precisions[row] * room.turned[room.factorAt[g] + i * r + a];
                    for (int j = 0; j < p; j++) {
                        half[a * p + j] += own * room.fixed[row * p + j];
                    }
                }
            }
            for (int a = 0; a < r; a++) {
                for (int j = 0; j < p; j++) {
                    double sum = 0;
                    for (int t = a; t < r; t++) {
                        sum += room.roots[room.rootAt[g] + t * r + a] * half[t * p + j];
                    }
                    half[a * p + j] = sum;
                }
            }
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < p; j++) {
                    double sum = 0;
                    for (int a = 0; a < r; a++) {
                        sum -= room.bases[room.basisAt[g] + i * r + a] * half[a * p + j];
                    }
                    slopes[i * d + j] = sum;
                }
            }
        }

        /** V D E s of each coordinate, with D by what the coordinate's score weighs: twice that on the diagonal. */
        private void fillComponentSlopes() {
            ComponentScores scores = point.scores();
            for (int t = 0; t < scores.dimension(); t++) {
                Arrays.fill(half, 0, k, 0.0);
                for (int n = scores.starts()[t]; n < scores.starts()[t + 1]; n++) {
                    int i = scores.rows()[scores.entries()[n]];
                    int j = scores.columns()[scores.entries()[n]];
                    half[i] += scores.weights()[n] * mean[j];
                    half[j] += scores.weights()[n] * mean[i];
                }
                for (int i = 0; i < k; i++) {
                    double sum = 0;
                    for (int j = 0; j < k; j++) {
                        sum += inner[i * k + j] * half[j];
                    }
                    slopes[i * d + p + t] = sum;
                }
            }
        }

        /** Adds J Cov(ψ) Jᵀ to V, and takes J Cov(ψ, β). */
        private void spread() {
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < d; j++) {
                    double sum = 0;
                    for (int t = 0; t < d; t++) {
                        sum += slopes[i * d + t] * covariance[j * d + t];
                    }
                    spread[i * d + j] = sum;
                }
                System.arraycopy(spread, i * d, crossed, i * p, p);
            }
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < k; j++) {
                    double sum = 0;
                    for (int t = 0; t < d; t++) {
                        sum += spread[i * d + t] * slopes[j * d + t];
                    }
                    inner[i * k + j] += sum;
                }
            }
        }
    }
}
