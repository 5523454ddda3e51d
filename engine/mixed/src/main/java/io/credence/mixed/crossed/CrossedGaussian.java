package io.credence.mixed.crossed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.VarianceComponents;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior of effects and coefficients of two crossed factors, given variance components. With the
 * precision's cross block of the border W and Λ that of the two factors, X = Λ⁻¹W is found by {@link
 * BlockConjugateGradients}, and the border's own precision is C − WᵀX: exact, whatever the number of probes. A
 * mean-field cut between the factors and the border would make the intercept's standard deviation several times too
 * small. Numbers are those of s, u = Ls.
 */
final class CrossedGaussian {

    private final CrossedSystem system;
    private final VarianceComponents components;
    private final int columns;
    private final double[] right1;
    private final double[] right2;
    private final double[] reduced;
    private final double[] solution1;
    private final double[] solution2;
    private final int iterations;
    private final double[] own;
    private final Cholesky border;
    private final double[] borderMean;

    private CrossedGaussian(
            CrossedSystem system, VarianceComponents components, double[][] right, Solution found, Cholesky border) {
        this.system = system;
        this.components = components;
        this.columns = found.columns();
        this.right1 = right[0];
        this.right2 = right[1];
        this.own = right[2];
        this.reduced = found.reducedRightSides();
        this.solution1 = found.first();
        this.solution2 = found.second();
        this.iterations = found.iterations();
        this.border = border;
        this.borderMean =
                border.solve(borderShift(own, right, found, system.statistics().layout()));
    }

    /**
     * Solutions for a block of right-hand sides over the effects of the two factors, without the border.
     *
     * @param first solutions of the first factor's effects
     * @param second solutions of the second factor's effects
     * @param reducedRightSides right-hand sides of the second factor after the first was eliminated
     */
    record Solution(double[] first, double[] second, double[] reducedRightSides, int columns, int iterations) {

        /** Solves for the block; null if the iteration did not end. */
        static @Nullable Solution of(CrossedSystem system, double[] right1, double[] right2, int columns) {
            double[] reduced = system.reducedRightSides(right1, right2, columns);
            BlockConjugateGradients found = BlockConjugateGradients.solve(system, reduced, columns);
            return found.isSolved()
                    ? new Solution(
                            system.firstSolutions(right1, found.solution(), columns),
                            found.solution(),
                            reduced,
                            columns,
                            found.iterations())
                    : null;
        }

        /**
         * Products (right-hand side i)ᵀ(solution j) of the first {@code rows} columns of one block with all solutions
         * of this one.
         */
        double[] products(double[] right1, double[] right2, int stride, int rows) {
            double[] sums = new double[rows * columns];
            addProducts(right1, first, stride, rows, sums);
            addProducts(right2, second, stride, rows, sums);
            return sums;
        }

        private void addProducts(double[] right, double[] solution, int stride, int rows, double[] sums) {
            int unknowns = solution.length / columns;
            for (int u = 0; u < unknowns; u++) {
                for (int i = 0; i < rows; i++) {
                    double scale = right[u * stride + i];
                    for (int c = 0; scale != 0 && c < columns; c++) {
                        sums[i * columns + c] += scale * solution[u * columns + c];
                    }
                }
            }
        }
    }

    /** Computes the Gaussian under {@code components}; null where there is none, or the iteration did not end. */
    static @Nullable CrossedGaussian of(
            CrossedStatistics statistics, VarianceComponents components, CrossedProbes probes, DenseKernel kernel) {
        CrossedSystem system = CrossedSystem.of(statistics, components);
        if (system == null) {
            return null;
        }
        CrossedLayout layout = statistics.layout();
        int columns = layout.borderSize() + 1 + probes.count();
        double[][] right = {
            rightSides(
                    system, components, statistics.firstBorderProducts(), system.firstCovarianceFactor(), probes, true),
            rightSides(
                    system,
                    components,
                    statistics.secondBorderProducts(),
                    system.secondCovarianceFactor(),
                    probes,
                    false),
            borderProducts(system, components)
        };
        Solution found = Solution.of(system, right[0], right[1], columns);
        if (found == null) {
            return null;
        }
        Cholesky border = Cholesky.of(kernel, borderPrecision(right, found, layout), layout.borderSize());
        return border == null ? null : new CrossedGaussian(system, components, right, found, border);
    }

    /** Right-hand sides for one factor's effects: columns of the border, the response and the probes. */
    private static double[] rightSides(
            CrossedSystem system,
            VarianceComponents components,
            double[] products,
            double[] l,
            CrossedProbes probes,
            boolean isFirst) {
        CrossedLayout layout = system.statistics().layout();
        int k = isFirst
                ? layout.firstFactor().effectsPerLevel()
                : layout.secondFactor().effectsPerLevel();
        int n = layout.borderSize() + 1;
        int count = probes.count();
        int r = n + count;
        double[] noise = isFirst ? probes.firstRightSides() : probes.secondRightSides();
        double[] prior = isFirst ? probes.firstPrior() : probes.secondPrior();
        double[] right = new double[Math.multiplyExact(products.length / n, r)];
        for (int u = 0; u < products.length / n; u += k) {
            Triangular.multiplyTransposed(system.residualPrecision(), l, k, products, u * n, n, n, right, u * r, r);
            Triangular.multiplyTransposed(
                    Math.sqrt(system.residualPrecision()), l, k, noise, u * count, count, count, right, u * r + n, r);
            for (int i = u; i < u + k; i++) {
                scaleBorder(layout, components, right, i * r);
                for (int s = 0; s < count; s++) {
                    right[i * r + n + s] += prior[i * count + s];
                }
            }
        }
        return right;
    }

    /** Converts a row's entries of the border from effects u to standardised effects s. */
    static void scaleBorder(CrossedLayout layout, VarianceComponents components, double[] row, int at) {
        for (int o = 0; o < layout.border().size(); o++) {
            int size = layout.borderEntry(o).size();
            double[] l = components.factors().get(layout.border().get(o));
            for (int level = 0; level < layout.borderLevels(o); level++) {
                Triangular.multiplyFromRight(row, at + layout.starts()[o] + level * size, size, 1, l, size);
            }
        }
    }

    /** Products scale · LᵀHL of the border and the response. */
    private static double[] borderProducts(CrossedSystem system, VarianceComponents components) {
        CrossedLayout layout = system.statistics().layout();
        int n = layout.borderSize() + 1;
        double[] own = system.statistics().border().clone();
        for (int i = 0; i < n; i++) {
            scaleBorder(layout, components, own, i * n);
        }
        own = Products.transposed(own, n, n);
        for (int i = 0; i < n; i++) {
            scaleBorder(layout, components, own, i * n);
            for (int j = 0; j < n; j++) {
                own[i * n + j] *= system.residualPrecision();
            }
        }
        return own;
    }

    private static double[] borderPrecision(double[][] right, Solution found, CrossedLayout layout) {
        int b = layout.borderSize();
        double[] known = found.products(right[0], right[1], found.columns(), b);
        double[] precision = new double[b * b];
        for (int i = 0; i < b; i++) {
            for (int j = 0; j < b; j++) {
                precision[i * b + j] = right[2][i * (b + 1) + j] - known[i * found.columns() + j];
            }
            precision[i * b + i] += priorPrecision(layout, i);
        }
        return precision;
    }

    /** Prior precision of unknown {@code i} of the border. */
    static double priorPrecision(CrossedLayout layout, int i) {
        int j = i - layout.borderEffects();
        return j < 0 ? 1 : layout.model().coefficientPrior().precision()[j];
    }

    /** Prior mean of unknown {@code i} of the border. */
    static double priorMean(CrossedLayout layout, int i) {
        int j = i - layout.borderEffects();
        return j < 0 ? 0 : layout.model().coefficientPrior().mean()[j];
    }

    private static double[] borderShift(double[] own, double[][] right, Solution found, CrossedLayout layout) {
        int b = layout.borderSize();
        double[] known = found.products(right[0], right[1], found.columns(), b);
        double[] shift = new double[b];
        Arrays.setAll(
                shift,
                i -> own[i * (b + 1) + b]
                        - known[i * found.columns() + b]
                        + priorPrecision(layout, i) * priorMean(layout, i));
        return shift;
    }

    CrossedSystem system() {
        return system;
    }

    CrossedLayout layout() {
        return system.statistics().layout();
    }

    VarianceComponents components() {
        return components;
    }

    /** Number of columns of a block: b of the border, one of the response, then the probes. */
    int columns() {
        return columns;
    }

    /** Right-hand sides of the first factor's effects, {@link #columns} each. */
    double[] firstRightSides() {
        return right1;
    }

    /** Right-hand sides of the second factor's effects, {@link #columns} each. */
    double[] secondRightSides() {
        return right2;
    }

    /** Right-hand sides of the second factor's effects after the first factor was eliminated. */
    double[] reducedRightSides() {
        return reduced;
    }

    double[] firstSolutions() {
        return solution1;
    }

    double[] secondSolutions() {
        return solution2;
    }

    /** Products of the border and the response, scaled. */
    double[] borderProducts() {
        return own;
    }

    int iterations() {
        return iterations;
    }

    /** Factorisation of the border's precision. */
    Cholesky border() {
        return border;
    }

    double[] borderMean() {
        return borderMean;
    }

    /** Means of the first factor's effects. */
    double[] firstMeans() {
        return mean(solution1);
    }

    /** Means of the second factor's effects. */
    double[] secondMeans() {
        return mean(solution2);
    }

    /**
     * Fills in means of the effects of a level for each column of a block, given what {@code known} is given.
     *
     * @param known covariance of each level's effects given the other levels, k × k each
     */
    void fillConditionalMeans(double[] known, double[] right, double[] solution, int level, double[] into) {
        int k = into.length / columns;
        int at = level * into.length;
        Products.multiply(1, known, level * k * k, k, k, right, at, columns, into, 0);
        for (int i = 0; i < into.length; i++) {
            into[i] = solution[at + i] - into[i];
        }
    }

    private double[] mean(double[] solution) {
        int b = borderMean.length;
        double[] mean = new double[solution.length / columns];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = solution[i * columns + b];
            for (int j = 0; j < b; j++) {
                mean[i] -= solution[i * columns + j] * borderMean[j];
            }
        }
        return mean;
    }
}
