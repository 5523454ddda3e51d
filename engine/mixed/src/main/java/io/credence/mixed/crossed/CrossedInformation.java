package io.credence.mixed.crossed;

import io.credence.kind.RandomEffects;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.mixed.crossed.CrossedGaussian.Solution;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Average of the observed and the expected information of variance components (Gilmour, Thompson and Cullis 1995). It
 * is half the products f_aᵀPf_b of working responses f_a = (∂V/∂x_a)P(y − Xμ₀), of which only sums are known. It takes
 * one more block of solutions, of as many columns as there are components.
 */
final class CrossedInformation {

    /** Step of finite differences for the derivative of a covariance of effects, in units of the coordinates. */
    private static final double DIFFERENCE = 1e-5;

    private final CrossedGaussian gaussian;
    private final int d;
    private final double[] first;
    private final double[] second;
    private final double[] border;

    /** Allocates the working responses, which are combinations of effects u, of the border and the response. */
    private CrossedInformation(CrossedGaussian gaussian, int d) {
        this.gaussian = gaussian;
        this.d = d;
        CrossedLayout layout = gaussian.layout();
        this.first = new double[layout.firstFactor().size() * d];
        this.second = new double[layout.secondFactor().size() * d];
        this.border = new double[(layout.borderSize() + 1) * d];
    }

    /** Computes the information, d × d, in the coordinates {@code x}; null if the iteration did not end. */
    static double @Nullable [] of(CrossedGaussian gaussian, VarianceCoordinates coordinates, double[] x) {
        CrossedInformation working = new CrossedInformation(gaussian, x.length);
        working.fillWorkingResponses(coordinates, x);
        return working.information();
    }

    private void fillWorkingResponses(VarianceCoordinates coordinates, double[] x) {
        MixedModel model = coordinates.model();
        double[] units = coordinates.units(x);
        int a = 0;
        for (int e = 0; e < model.effects().size(); e++) {
            RandomEffects each = model.effects().get(e);
            for (int c = 0; c < each.components(); c++, a++) {
                fillEffects(e, a, workingResponseMap(coordinates, x, a, DIFFERENCE * units[a], e));
            }
        }
        if (model.estimatesResidual()) {
            fillResidual(a);
        }
    }

    /**
     * Matrix Σ_a L⁻ᵀ by which the mean s of the levels of entry {@code e} is multiplied. Σ_a is the derivative of their
     * covariance in coordinate {@code a}.
     */
    private double[] workingResponseMap(VarianceCoordinates coordinates, double[] x, int a, double step, int e) {
        int k = coordinates.model().effects().get(e).size();
        double[] turn = new double[k * k];
        for (int side = -1; side <= 1; side += 2) {
            double[] moved = x.clone();
            moved[a] += side * step;
            VarianceComponents components = coordinates.toComponents(moved);
            double[] l = components == null
                    ? new double[k * k]
                    : components.factors().get(e);
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < k; j++) {
                    for (int t = 0; t <= Math.min(i, j); t++) {
                        turn[i * k + j] += side * l[i * k + t] * l[j * k + t] / (2 * step);
                    }
                }
            }
        }
        // Rows of Σ_a L⁻ᵀ are L⁻¹ of the columns of the symmetric Σ_a
        Triangular.solve(gaussian.components().factors().get(e), 0, k, turn, 0, k);
        return Products.transposed(turn, k, k);
    }

    private void fillEffects(int e, int a, double[] turn) {
        CrossedLayout layout = gaussian.layout();
        int size = layout.model().effects().get(e).size();
        int o = layout.border().indexOf(e);
        if (o >= 0) {
            fillWorkingResponses(
                    gaussian.borderMean(), layout.starts()[o], size, layout.borderLevels(o), turn, size, a, border);
            return;
        }
        boolean isFirst = layout.firstFactor().entries().contains(e);
        CrossedLayout.Side side = isFirst ? layout.firstFactor() : layout.secondFactor();
        double[] mean = isFirst ? gaussian.firstMeans() : gaussian.secondMeans();
        fillWorkingResponses(
                mean,
                side.entryOffset(layout.model(), e),
                side.effectsPerLevel(),
                side.levels(),
                turn,
                size,
                a,
                isFirst ? first : second);
    }

    private void fillWorkingResponses(
            double[] mean, int begin, int stride, int levels, double[] turn, int size, int a, double[] to) {
        for (int level = 0; level < levels; level++) {
            for (int i = 0; i < size; i++) {
                double sum = 0;
                for (int j = 0; j < size; j++) {
                    sum += turn[i * size + j] * mean[begin + level * stride + j];
                }
                to[(begin + level * stride + i) * d + a] = sum;
            }
        }
    }

    /** Fills in the working response of the residual, 2(y − η), which is the derivative in log σ. */
    private void fillResidual(int a) {
        CrossedSystem system = gaussian.system();
        fillEffects(gaussian.firstMeans(), system.firstCovarianceFactor(), a, first);
        fillEffects(gaussian.secondMeans(), system.secondCovarianceFactor(), a, second);
        CrossedLayout layout = gaussian.layout();
        for (int j = layout.borderEffects(); j < layout.borderSize(); j++) {
            border[j * d + a] = -2 * gaussian.borderMean()[j];
        }
        for (int o = 0; o < layout.border().size(); o++) {
            int size = layout.borderEntry(o).size();
            double[] l = gaussian.components().factors().get(layout.border().get(o));
            double[] scaled = Arrays.stream(l).map(each -> -2 * each).toArray();
            fillWorkingResponses(
                    gaussian.borderMean(), layout.starts()[o], size, layout.borderLevels(o), scaled, size, a, border);
        }
        border[layout.borderSize() * d + a] = 2;
    }

    private void fillEffects(double[] mean, double[] l, int a, double[] to) {
        int k = (int) Math.round(Math.sqrt(l.length));
        double[] scaled = Arrays.stream(l).map(each -> -2 * each).toArray();
        fillWorkingResponses(mean, 0, k, mean.length / k, scaled, k, a, to);
    }

    private double @Nullable [] information() {
        CrossedSystem system = gaussian.system();
        int n = gaussian.layout().borderSize() + 1;
        double[] one = factorResponseProducts(
                first,
                second,
                system.statistics().firstGrams(),
                system.statistics().firstBorderProducts(),
                true);
        double[] two = factorResponseProducts(
                second,
                first,
                system.statistics().secondGrams(),
                system.statistics().secondBorderProducts(),
                false);
        double[] behind = borderResponseProducts(n);
        double[] information = new double[d * d];
        addProducts(first, one, 0.5 * system.residualPrecision(), information);
        addProducts(second, two, 0.5 * system.residualPrecision(), information);
        addProducts(border, behind, 0.5 * system.residualPrecision(), information);
        double[] right1 = rightSides(one, system.firstCovarianceFactor(), system.residualPrecision());
        double[] right2 = rightSides(two, system.secondCovarianceFactor(), system.residualPrecision());
        Solution found = Solution.of(system, right1, right2, d);
        if (found == null) {
            return null;
        }
        double[] known = found.products(right1, right2, d, d);
        double[] left = borderQuadraticForms(behind, found, n);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                information[i * d + j] -= 0.5 * (known[i * d + j] + left[i * d + j]);
            }
        }
        return information;
    }

    /** Products H times the working responses, for one factor's effects. H holds the products of all columns. */
    private double[] factorResponseProducts(
            double[] own, double[] other, double[] grams, double[] products, boolean isFirst) {
        CrossTabulation table = gaussian.system().statistics().table();
        int k = isFirst
                ? table.layout().firstFactor().effectsPerLevel()
                : table.layout().secondFactor().effectsPerLevel();
        int size = table.layout().firstFactor().effectsPerLevel();
        double[] y = new double[own.length];
        double[] t = new double[size * d];
        for (int g = 0; g < table.layout().firstFactor().levels(); g++) {
            if (isFirst) {
                table.multiplyBlockRow(g, other, d, t);
                System.arraycopy(t, 0, y, g * size * d, size * d);
            } else {
                System.arraycopy(other, g * size * d, t, 0, size * d);
                table.addTransposedBlockRow(g, t, d, y);
            }
        }
        int n = gaussian.layout().borderSize() + 1;
        double[] part = new double[k * d];
        for (int at = 0; at < own.length; at += k * d) {
            Products.multiply(1, grams, at / d * k, k, k, own, at, d, part, 0);
            add(part, y, at);
            Products.multiply(1, products, at / d * n, k, n, border, 0, d, part, 0);
            add(part, y, at);
        }
        return y;
    }

    private static void add(double[] part, double[] to, int at) {
        for (int i = 0; i < part.length; i++) {
            to[at + i] += part[i];
        }
    }

    private double[] borderResponseProducts(int n) {
        CrossedStatistics statistics = gaussian.system().statistics();
        double[] y = new double[n * d];
        Products.multiply(1, statistics.border(), 0, n, n, border, 0, d, y, 0);
        addTransposed(statistics.firstBorderProducts(), n, first, y);
        addTransposed(statistics.secondBorderProducts(), n, second, y);
        return y;
    }

    private void addTransposed(double[] products, int n, double[] working, double[] y) {
        for (int u = 0; u < working.length / d; u++) {
            for (int i = 0; i < n; i++) {
                double scale = products[u * n + i];
                for (int c = 0; scale != 0 && c < d; c++) {
                    y[i * d + c] += scale * working[u * d + c];
                }
            }
        }
    }

    private void addProducts(double[] x, double[] y, double scale, double[] sums) {
        for (int u = 0; u < x.length; u += d) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    sums[i * d + j] += scale * x[u + i] * y[u + j];
                }
            }
        }
    }

    private double[] rightSides(double[] products, double[] l, double scale) {
        int k = (int) Math.round(Math.sqrt(l.length));
        double[] right = new double[products.length];
        for (int at = 0; at < products.length; at += k * d) {
            Triangular.multiplyTransposed(scale, l, k, products, at, d, d, right, at, d);
        }
        return right;
    }

    /**
     * Products tᵀC⁻¹t with the border's precision C. Here t is the part of the border's right-hand side that the
     * factors' solutions leave.
     */
    private double[] borderQuadraticForms(double[] behind, Solution found, int n) {
        int b = n - 1;
        double[] left = Products.transposed(behind, n, d);
        for (int c = 0; c < d; c++) {
            CrossedGaussian.scaleBorder(gaussian.layout(), gaussian.components(), left, c * n);
        }
        double[] known = found.products(gaussian.firstRightSides(), gaussian.secondRightSides(), gaussian.columns(), b);
        double[][] halves = new double[d][];
        for (int c = 0; c < d; c++) {
            double[] t = new double[b];
            for (int i = 0; i < b; i++) {
                t[i] = gaussian.system().residualPrecision() * left[c * n + i] - known[i * d + c];
            }
            halves[c] = gaussian.border().solveFactor(t);
        }
        double[] products = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                for (int t = 0; t < b; t++) {
                    products[i * d + j] += halves[i][t] * halves[j][t];
                }
            }
        }
        return products;
    }
}
