package io.credence.mixed.row;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceComponents;
import io.credence.prior.GaussianPrior;

/**
 * Schur elimination of the local levels, one after the other. It leaves the precision of the global unknowns of an
 * {@link ArrowGaussian}.
 */
final class ArrowElimination {

    private final ArrowStatistics statistics;
    private final EffectLayout layout;
    private final VarianceComponents components;
    private final double scale;
    private final GaussianPrior prior;
    private final double[] local;
    private final double[] schur;
    private final double[] shift;
    private final double[] roots;
    private final double[] reduced;
    private final int[] at;
    private double logDeterminant;
    private double quadratic;

    ArrowElimination(ArrowStatistics statistics, VarianceComponents components, double scale) {
        this.statistics = statistics;
        this.layout = statistics.layout();
        this.components = components;
        this.scale = scale;
        this.prior = layout.model().coefficientPrior(components);
        this.local = components.local(layout);
        int n = layout.globalCount();
        this.schur = new double[Math.multiplyExact(n, n)];
        this.shift = new double[n];
        int k = layout.localEffectsPerLevel();
        this.roots = new double[statistics.localLevelCount() * k * k];
        this.at = new int[statistics.localLevelCount()];
        int total = 0;
        for (int g = 0; g < at.length; g++) {
            at[g] = total;
            total = Math.addExact(total, k * (statistics.globalColumnCount(g) + 1));
        }
        this.reduced = new double[total];
    }

    /**
     * Runs the elimination.
     *
     * @return whether every local level was eliminated: each precision is positive definite to the last bit
     */
    boolean run() {
        addPrior();
        addFixed();
        for (int o = 0; o < layout.others().size(); o++) {
            addFixedCrossProducts(o);
            for (int other = 0; other <= o; other++) {
                addPairs(o, other);
            }
        }
        for (int g = 0; g < statistics.localLevelCount(); g++) {
            if (!eliminate(g)) {
                return false;
            }
        }
        return true;
    }

    private void addPrior() {
        int n = shift.length;
        double[] precision = prior.precision();
        double[] mean = prior.mean();
        for (int i = 0; i < n; i++) {
            int j = i - layout.globalRandomCount();
            schur[i * n + i] = j < 0 ? 1 : precision[j];
            shift[i] = j < 0 ? 0 : precision[j] * mean[j];
        }
    }

    private void addFixed() {
        int n = shift.length;
        int p = layout.fixedEffectCount();
        double[] fixed = statistics.rowSums().fixed();
        for (int i = 0; i < p; i++) {
            int row = layout.globalRandomCount() + i;
            for (int j = 0; j <= i; j++) {
                schur[row * n + layout.globalRandomCount() + j] += scale * fixed[i * (p + 1) + j];
            }
            shift[row] += scale * fixed[i * (p + 1) + p];
        }
    }

    private double[] factor(int o) {
        return components.factors().get(layout.others().get(o));
    }

    private void addFixedCrossProducts(int o) {
        int n = shift.length;
        int p = layout.fixedEffectCount();
        int size = layout.otherEffects(o).size();
        KeyedSums edge = statistics.rowSums().otherFixedProducts(o);
        double[] block = new double[size * (p + 1)];
        for (int i = 0; i < edge.size(); i++) {
            int begin = layout.starts()[o] + (int) edge.key(i) * size;
            Triangular.multiplyTransposed(
                    scale, factor(o), size, edge.values(), i * size * (p + 1), p + 1, p + 1, block, 0, p + 1);
            for (int t = 0; t < size; t++) {
                for (int j = 0; j < p; j++) {
                    schur[(layout.globalRandomCount() + j) * n + begin + t] += block[t * (p + 1) + j];
                }
                shift[begin + t] += block[t * (p + 1) + p];
            }
        }
    }

    private void addPairs(int o, int other) {
        int n = shift.length;
        int size = layout.otherEffects(o).size();
        int width = layout.otherEffects(other).size();
        KeyedSums pairs = statistics.rowSums().otherPairProducts(o, other);
        double[] block = new double[size * width];
        for (int i = 0; i < pairs.size(); i++) {
            int row = layout.starts()[o] + (int) (pairs.key(i) / layout.otherLevels(other)) * size;
            int column = layout.starts()[other] + (int) (pairs.key(i) % layout.otherLevels(other)) * width;
            Triangular.multiplyTransposed(
                    scale, factor(o), size, pairs.values(), i * size * width, width, width, block, 0, width);
            Triangular.multiplyFromRight(block, 0, width, size, factor(other), width);
            for (int t = 0; t < size; t++) {
                for (int j = 0; j < width && column + j <= row + t; j++) {
                    schur[(row + t) * n + column + j] += block[t * width + j];
                }
            }
        }
    }

    private boolean eliminate(int g) {
        int k = layout.localEffectsPerLevel();
        if (k == 0) {
            return true;
        }
        int p = layout.fixedEffectCount();
        int width = (reducedEnd(g) - at[g]) / k - 1;
        int stride = k + p + 1;
        int from = g * k * stride;
        int root = g * k * k;
        double[] blocks = statistics.blocks();
        Triangular.multiplyTransposed(scale, local, k, blocks, from, stride, k, roots, root, k);
        Triangular.multiplyFromRight(roots, root, k, k, local, k);
        for (int t = 0; t < k; t++) {
            roots[root + t * k + t] += 1;
        }
        fillCross(g, width);
        Triangular.multiplyTransposed(
                scale, local, k, blocks, from + k, stride, p + 1, reduced, at[g] + width - p, width + 1);
        if (Cholesky.factorInPlace(roots, root, k) != 0) {
            return false;
        }
        Triangular.solve(roots, root, k, reduced, at[g], width + 1);
        for (int t = 0; t < k; t++) {
            logDeterminant += 2 * Math.log(roots[root + t * k + t]);
        }
        subtractEliminated(ArrowGaussian.globalColumns(statistics, g), at[g]);
        return true;
    }

    private int reducedEnd(int g) {
        return g + 1 < at.length ? at[g + 1] : reduced.length;
    }

    private void fillCross(int g, int width) {
        int k = layout.localEffectsPerLevel();
        int to = at[g];
        SharedLevels shared = statistics.shared();
        for (int i = shared.begin(g); i < shared.end(g); i++) {
            int o = shared.others()[i];
            int size = layout.otherEffects(o).size();
            Triangular.multiplyTransposed(
                    scale, local, k, shared.products(), shared.offsets()[i], size, size, reduced, to, width + 1);
            Triangular.multiplyFromRight(reduced, to, width + 1, k, factor(o), size);
            to += size;
        }
    }

    private void subtractEliminated(int[] columns, int from) {
        int n = shift.length;
        int m = columns.length;
        for (int t = 0; t < layout.localEffectsPerLevel(); t++) {
            int row = from + t * (m + 1);
            double own = reduced[row + m];
            quadratic += own * own;
            for (int i = 0; i < m; i++) {
                double x = reduced[row + i];
                int base = columns[i] * n;
                for (int j = 0; j <= i; j++) {
                    schur[base + columns[j]] -= x * reduced[row + j];
                }
                shift[columns[i]] -= x * own;
            }
        }
    }

    ArrowStatistics statistics() {
        return statistics;
    }

    GaussianPrior prior() {
        return prior;
    }

    VarianceComponents components() {
        return components;
    }

    double scale() {
        return scale;
    }

    /** Precision of the global unknowns, lower triangle. */
    double[] globalPrecision() {
        return schur;
    }

    /** Precision of the global unknowns times their mean. */
    double[] shift() {
        return shift;
    }

    /** Cholesky factors C of the precision of each local level's effects, k × k each. */
    double[] localCholeskyFactors() {
        return roots;
    }

    /** Numbers C⁻¹(B, h) of each local level, k × (its global columns, then 1). */
    double[] reducedBlocks() {
        return reduced;
    }

    /** Index in {@link #reducedBlocks} of the first number of each local level. */
    int[] reducedOffsets() {
        return at;
    }

    /** Sum over the levels of the largest factor of log |A|, A the precision of a level's effects. */
    double logDeterminant() {
        return logDeterminant;
    }

    /** Sum over the levels of the largest factor of |C⁻¹h|², with A = CCᵀ and h the shift of a level's effects. */
    double quadratic() {
        return quadratic;
    }
}
