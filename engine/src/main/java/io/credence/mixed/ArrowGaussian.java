package io.credence.mixed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/**
 * The Gaussian over all effects whose precision is an arrow, given variance components: with u = Ls and s ~ N(0, I), the precision of
 * (s, β) is LᵀHL + diag(I, P0) for sums of rows H. Local levels are eliminated (Schur): A_g = C_gC_gᵀ of order k, X_g = C_g⁻¹B_g, and
 * S = S_0 − Σ X_gᵀX_g over the global unknowns. Nothing is divided by a standard deviation, which may be 0.
 */
final class ArrowGaussian {

    private final ArrowStatistics statistics;
    private final VarianceComponents components;
    private final double scale;
    private final double[] prior;
    private final double[] priorMean;
    private final double[] roots;
    private final double[] reduced;
    private final int[] at;
    private final Cholesky schur;
    private final double[] mean;
    private final double logDeterminant;
    private final double quadratic;

    private ArrowGaussian(Elimination from, Cholesky schur) {
        this.statistics = from.statistics;
        this.components = from.components;
        this.scale = from.scale;
        this.prior = from.statistics.layout().model().coefficients().precision();
        this.priorMean = from.statistics.layout().model().coefficients().mean();
        this.roots = from.roots;
        this.reduced = from.reduced;
        this.at = from.at;
        this.schur = schur;
        double[] half = schur.solveFactor(from.shift);
        this.mean = schur.solveTransposed(half);
        double square = from.quadratic;
        for (double each : half) {
            square += each * each;
        }
        this.quadratic = square;
        this.logDeterminant = from.logDeterminant + schur.logDeterminant();
    }

    /**
     * The Gaussian under those components.
     *
     * @param scale by what the sums of rows are multiplied: the residual precision
     * @return null if the precision is not positive definite to the last bit, or not finite
     */
    static @Nullable ArrowGaussian of(
            ArrowStatistics statistics, VarianceComponents components, double scale, DenseKernel kernel) {
        Elimination elimination = new Elimination(statistics, components, scale);
        if (!elimination.run()) {
            return null;
        }
        Cholesky schur =
                Cholesky.of(kernel, elimination.schur, statistics.layout().globals());
        return schur == null ? null : new ArrowGaussian(elimination, schur);
    }

    ArrowStatistics statistics() {
        return statistics;
    }

    VarianceComponents components() {
        return components;
    }

    /** log |precision|. */
    double logDeterminant() {
        return logDeterminant;
    }

    /** The same without the fixed effects: of the precision of the effects given these. */
    double logDeterminantGivenFixed() {
        double sum = logDeterminant;
        int n = schur.order();
        for (int i = statistics.layout().q(); i < n; i++) {
            sum -= 2 * Math.log(schur.factor()[i * n + i]);
        }
        return sum;
    }

    /** hᵀ(precision)⁻¹h, with h the precision times the mean. */
    double quadratic() {
        return quadratic;
    }

    /** Means of the global unknowns s and β. */
    double[] globalMean() {
        return mean;
    }

    /** Factorisation of the precision of the global unknowns. */
    Cholesky schur() {
        return schur;
    }

    /** Where the k × (global columns, then 1) numbers C⁻¹(B, h) of local level number {@code g} begin. */
    int at(int g) {
        return at[g];
    }

    double[] reduced() {
        return reduced;
    }

    /** C of each local level, k × k each. */
    double[] roots() {
        return roots;
    }

    /** Global columns of local level number {@code g}: as many as its width. */
    int[] columns(int g) {
        return columns(statistics, g);
    }

    static int[] columns(ArrowStatistics statistics, int g) {
        EffectLayout layout = statistics.layout();
        int[] columns = new int[statistics.width(g)];
        int used = 0;
        for (int i = statistics.starts()[g]; i < statistics.starts()[g + 1]; i++) {
            int size = layout.other(statistics.entries()[i]).size();
            for (int t = 0; t < size; t++) {
                columns[used++] = statistics.columns()[i] + t;
            }
        }
        for (int j = 0; j < layout.p(); j++) {
            columns[used++] = layout.q() + j;
        }
        return columns;
    }

    /** Mean of s of local level number {@code g}. */
    double[] localMean(int g) {
        int k = statistics.layout().k();
        int[] columns = columns(g);
        double[] m = new double[k];
        for (int t = 0; t < k; t++) {
            int row = at[g] + t * (columns.length + 1);
            m[t] = reduced[row + columns.length];
            for (int j = 0; j < columns.length; j++) {
                m[t] -= reduced[row + j] * mean[columns[j]];
            }
        }
        SmallMatrix.solveTransposed(roots, g * k * k, k, m, 0, 1);
        return m;
    }

    /**
     * E Σ w(y − η)² scale, given Σ w y², for rows with a normal response.
     *
     * @param squares E sᵀs − tr I of all effects that have rows, and of all others
     */
    double expectedResidual(double response, LevelMoments moments) {
        int q = statistics.layout().q();
        double residual = scale * response - moments.shiftTimesMean();
        double unknowns = (double) statistics.groups() * statistics.layout().k() + mean.length;
        double traced = moments.localTrace();
        double priorTerm = -moments.localSquares();
        double[] covariance = schur.inverse();
        for (int i = 0; i < mean.length; i++) {
            double own = i < q ? 1 : prior[i - q];
            double centre = i < q ? 0 : priorMean[i - q];
            traced += own * covariance[i * mean.length + i];
            priorTerm += own * (centre - mean[i]) * mean[i];
        }
        return residual + priorTerm + unknowns - traced;
    }

    /** Builds the Schur complement. */
    private static final class Elimination {

        private final ArrowStatistics statistics;
        private final EffectLayout layout;
        private final VarianceComponents components;
        private final double scale;
        private final double[] local;
        private final double[] schur;
        private final double[] shift;
        private final double[] roots;
        private final double[] reduced;
        private final int[] at;
        private double logDeterminant;
        private double quadratic;

        Elimination(ArrowStatistics statistics, VarianceComponents components, double scale) {
            this.statistics = statistics;
            this.layout = statistics.layout();
            this.components = components;
            this.scale = scale;
            this.local = components.local(layout);
            int n = layout.globals();
            this.schur = new double[Math.multiplyExact(n, n)];
            this.shift = new double[n];
            int k = layout.k();
            this.roots = new double[statistics.groups() * k * k];
            this.at = new int[statistics.groups()];
            int total = 0;
            for (int g = 0; g < at.length; g++) {
                at[g] = total;
                total = Math.addExact(total, k * (statistics.width(g) + 1));
            }
            this.reduced = new double[total];
        }

        boolean run() {
            addPrior();
            addFixed();
            for (int o = 0; o < layout.others().size(); o++) {
                addEdges(o);
                for (int other = 0; other <= o; other++) {
                    addPairs(o, other);
                }
            }
            for (int g = 0; g < statistics.groups(); g++) {
                if (!eliminate(g)) {
                    return false;
                }
            }
            return true;
        }

        private void addPrior() {
            int n = shift.length;
            double[] precision = layout.model().coefficients().precision();
            double[] mean = layout.model().coefficients().mean();
            for (int i = 0; i < n; i++) {
                int j = i - layout.q();
                schur[i * n + i] = j < 0 ? 1 : precision[j];
                shift[i] = j < 0 ? 0 : precision[j] * mean[j];
            }
        }

        private void addFixed() {
            int n = shift.length;
            int p = layout.p();
            double[] fixed = statistics.pairs().fixed();
            for (int i = 0; i < p; i++) {
                int row = layout.q() + i;
                for (int j = 0; j <= i; j++) {
                    schur[row * n + layout.q() + j] += scale * fixed[i * (p + 1) + j];
                }
                shift[row] += scale * fixed[i * (p + 1) + p];
            }
        }

        private double[] factor(int o) {
            return components.factors().get(layout.others().get(o));
        }

        private void addEdges(int o) {
            int n = shift.length;
            int p = layout.p();
            int size = layout.other(o).size();
            KeyedSums edge = statistics.pairs().edge(o);
            double[] block = new double[size * (p + 1)];
            for (int i = 0; i < edge.size(); i++) {
                int begin = layout.starts()[o] + (int) edge.key(i) * size;
                SmallMatrix.transposedTimes(
                        scale, factor(o), size, edge.values(), i * size * (p + 1), p + 1, p + 1, block, 0, p + 1);
                for (int t = 0; t < size; t++) {
                    for (int j = 0; j < p; j++) {
                        schur[(layout.q() + j) * n + begin + t] += block[t * (p + 1) + j];
                    }
                    shift[begin + t] += block[t * (p + 1) + p];
                }
            }
        }

        private void addPairs(int o, int other) {
            int n = shift.length;
            int size = layout.other(o).size();
            int width = layout.other(other).size();
            KeyedSums pairs = statistics.pairs().pairs(o, other);
            double[] block = new double[size * width];
            for (int i = 0; i < pairs.size(); i++) {
                int row = layout.starts()[o] + (int) (pairs.key(i) / layout.otherLevels(other)) * size;
                int column = layout.starts()[other] + (int) (pairs.key(i) % layout.otherLevels(other)) * width;
                SmallMatrix.transposedTimes(
                        scale, factor(o), size, pairs.values(), i * size * width, width, width, block, 0, width);
                SmallMatrix.timesLower(block, 0, width, size, factor(other), width);
                for (int t = 0; t < size; t++) {
                    for (int j = 0; j < width && column + j <= row + t; j++) {
                        schur[(row + t) * n + column + j] += block[t * width + j];
                    }
                }
            }
        }

        private boolean eliminate(int g) {
            int k = layout.k();
            int p = layout.p();
            int width = (reducedEnd(g) - at[g]) / k - 1;
            int stride = k + p + 1;
            int from = g * k * stride;
            int root = g * k * k;
            double[] blocks = statistics.blocks();
            SmallMatrix.transposedTimes(scale, local, k, blocks, from, stride, k, roots, root, k);
            SmallMatrix.timesLower(roots, root, k, k, local, k);
            for (int t = 0; t < k; t++) {
                roots[root + t * k + t] += 1;
            }
            fillCross(g, width);
            SmallMatrix.transposedTimes(
                    scale, local, k, blocks, from + k, stride, p + 1, reduced, at[g] + width - p, width + 1);
            if (!SmallMatrix.factor(roots, root, k)) {
                return false;
            }
            SmallMatrix.solve(roots, root, k, reduced, at[g], width + 1);
            for (int t = 0; t < k; t++) {
                logDeterminant += 2 * Math.log(roots[root + t * k + t]);
            }
            subtract(columns(statistics, g), at[g]);
            return true;
        }

        private int reducedEnd(int g) {
            return g + 1 < at.length ? at[g + 1] : reduced.length;
        }

        private void fillCross(int g, int width) {
            int k = layout.k();
            int to = at[g];
            for (int i = statistics.starts()[g]; i < statistics.starts()[g + 1]; i++) {
                int o = statistics.entries()[i];
                int size = layout.other(o).size();
                SmallMatrix.transposedTimes(
                        scale,
                        local,
                        k,
                        statistics.products(),
                        statistics.offsets()[i],
                        size,
                        size,
                        reduced,
                        to,
                        width + 1);
                SmallMatrix.timesLower(reduced, to, width + 1, k, factor(o), size);
                to += size;
            }
        }

        private void subtract(int[] columns, int from) {
            int n = shift.length;
            int m = columns.length;
            for (int t = 0; t < layout.k(); t++) {
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
    }
}
