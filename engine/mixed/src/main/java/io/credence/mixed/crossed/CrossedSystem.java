package io.credence.mixed.crossed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.mixed.model.VarianceComponents;
import org.jspecify.annotations.Nullable;

/**
 * Precision of the effects of two large factors given variance components, as an operator. With u = Ls and s ~ N(0, I),
 * it has for each level of the first factor A_g of order k and its cross block B_g, and for the second factor its own
 * blocks D. Of S = D − Σ B_gᵀA_g⁻¹B_g only the diagonal blocks are formed.
 */
final class CrossedSystem {

    private final CrossedStatistics statistics;
    private final CrossTabulation table;
    private final double scale;
    private final double[] one;
    private final double[] two;
    private final double[] inverses;
    private final double[] middles;
    private final double[] diagonal;

    private CrossedSystem(CrossedStatistics statistics, VarianceComponents components) {
        CrossedLayout layout = statistics.layout();
        this.statistics = statistics;
        this.table = statistics.table();
        this.scale = components.residualPrecision();
        this.one = components.blockFactor(
                layout.model(),
                layout.firstFactor().entries(),
                layout.firstFactor().effectsPerLevel());
        this.two = components.blockFactor(
                layout.model(),
                layout.secondFactor().entries(),
                layout.secondFactor().effectsPerLevel());
        this.inverses = levelPrecisions(statistics.firstGrams(), one, layout.firstFactor());
        this.middles = new double[inverses.length];
        this.diagonal = levelPrecisions(statistics.secondGrams(), two, layout.secondFactor());
    }

    /**
     * Computes the operator under {@code components}; null if it is not positive definite to the last bit, or not
     * finite.
     */
    static @Nullable CrossedSystem of(CrossedStatistics statistics, VarianceComponents components) {
        CrossedSystem system = new CrossedSystem(statistics, components);
        return system.eliminate() && system.invertDiagonal() ? system : null;
    }

    /** Diagonal blocks scale · LᵀHL + I of each level's precision. */
    private double[] levelPrecisions(double[] grams, double[] l, CrossedLayout.Side side) {
        int k = side.effectsPerLevel();
        double[] own = new double[grams.length];
        for (int at = 0; at < own.length; at += k * k) {
            Triangular.multiplyTransposed(scale, l, k, grams, at, k, k, own, at, k);
            Triangular.multiplyFromRight(own, at, k, k, l, k);
            for (int i = 0; i < k; i++) {
                own[at + i * (k + 1)] += 1;
            }
        }
        return own;
    }

    private boolean eliminate() {
        int k = first().effectsPerLevel();
        double[] transposed = Products.transposed(one, k, k);
        double[] half = new double[k * k];
        for (int at = 0; at < inverses.length; at += k * k) {
            if (!Cholesky.invertInPlace(inverses, at, k)) {
                return false;
            }
            Products.multiply(scale * scale, one, 0, k, k, inverses, at, k, half, 0);
            Products.multiply(1, half, 0, k, k, transposed, 0, k, middles, at);
        }
        return true;
    }

    /** Inverts the diagonal blocks S_jj exactly: each is a sum over the cells of level j. */
    private boolean invertDiagonal() {
        int k = second().effectsPerLevel();
        double[] eliminated = new double[diagonal.length];
        for (int g = 0; g < first().levels(); g++) {
            for (int e = table.starts()[g]; e < table.starts()[g + 1]; e++) {
                addEliminated(g, e, eliminated);
            }
        }
        double[] block = new double[k * k];
        for (int at = 0; at < diagonal.length; at += k * k) {
            Triangular.multiplyTransposed(1, two, k, eliminated, at, k, k, block, 0, k);
            Triangular.multiplyFromRight(block, 0, k, k, two, k);
            for (int i = 0; i < k * k; i++) {
                diagonal[at + i] -= block[i];
            }
            if (!Cholesky.invertInPlace(diagonal, at, k)) {
                return false;
            }
        }
        return true;
    }

    private void addEliminated(int g, int e, double[] to) {
        int k = second().effectsPerLevel();
        int size = first().effectsPerLevel();
        int at = table.secondLevels()[e] * k * k;
        for (int i = 0; i < k; i++) {
            for (int a = 0; a < size; a++) {
                double left = table.gram(e, first().columns()[a], second().columns()[i]);
                for (int c = 0; c < size; c++) {
                    double part = left * middles[(g * size + a) * size + c];
                    for (int j = 0; j < k; j++) {
                        to[at + i * k + j] += part * table.gram(e, first().columns()[c], second().columns()[j]);
                    }
                }
            }
        }
    }

    private CrossedLayout.Side first() {
        return table.layout().firstFactor();
    }

    private CrossedLayout.Side second() {
        return table.layout().secondFactor();
    }

    CrossedStatistics statistics() {
        return statistics;
    }

    /** Residual precision 1/σ². */
    double residualPrecision() {
        return scale;
    }

    /** Factor L of the covariance of a level's effects of the first factor, k × k. */
    double[] firstCovarianceFactor() {
        return one;
    }

    /** Factor L of the covariance of a level's effects of the second factor, k × k. */
    double[] secondCovarianceFactor() {
        return two;
    }

    /** Inverses A_g⁻¹ of each level of the first factor, k × k each. */
    double[] firstInverses() {
        return inverses;
    }

    /** Inverses S_jj⁻¹ of each level of the second factor, k × k each. */
    double[] secondInverses() {
        return diagonal;
    }

    /** Product S V for a block of {@code r} vectors of the second factor. */
    double[] multiplySchur(double[] v, int r) {
        int k = second().effectsPerLevel();
        int size = first().effectsPerLevel();
        double[] w = multiplyEachLevel(two, k, v, r);
        double[] y = new double[v.length];
        double[] t = new double[size * r];
        double[] solved = new double[size * r];
        for (int g = 0; g < first().levels(); g++) {
            table.multiplyBlockRow(g, w, r, t);
            Products.multiply(-1, middles, g * size * size, size, size, t, 0, r, solved, 0);
            table.addTransposedBlockRow(g, solved, r, y);
        }
        double[] own = new double[k * r];
        for (int j = 0; j < second().levels(); j++) {
            Products.multiply(scale, statistics.secondGrams(), j * k * k, k, k, w, j * k * r, r, own, 0);
            for (int i = 0; i < k * r; i++) {
                own[i] += y[j * k * r + i];
            }
            Triangular.multiplyTransposed(1, two, k, own, 0, r, r, y, j * k * r, r);
            for (int i = j * k * r; i < (j + 1) * k * r; i++) {
                y[i] += v[i];
            }
        }
        return y;
    }

    /** Preconditioner of a block of {@code r} vectors: its product with the inverses of the diagonal blocks of S. */
    double[] precondition(double[] v, int r) {
        int k = second().effectsPerLevel();
        double[] y = new double[v.length];
        for (int j = 0; j < second().levels(); j++) {
            Products.multiply(1, diagonal, j * k * k, k, k, v, j * k * r, r, y, j * k * r);
        }
        return y;
    }

    /** Right-hand sides b₂ − Σ B_gᵀA_g⁻¹b₁ that are left for the second factor. */
    double[] reducedRightSides(double[] b1, double[] b2, int r) {
        int size = first().effectsPerLevel();
        double[] y = new double[b2.length];
        double[] solved = new double[size * r];
        double[] t = new double[size * r];
        for (int g = 0; g < first().levels(); g++) {
            Products.multiply(-scale, inverses, g * size * size, size, size, b1, g * size * r, r, solved, 0);
            Products.multiply(1, one, 0, size, size, solved, 0, r, t, 0);
            table.addTransposedBlockRow(g, t, r, y);
        }
        double[] left = multiplyEachLevel(
                Products.transposed(two, second().effectsPerLevel(), second().effectsPerLevel()),
                second().effectsPerLevel(),
                y,
                r);
        for (int i = 0; i < left.length; i++) {
            left[i] += b2[i];
        }
        return left;
    }

    /** First factor's effects given those of the second, A_g⁻¹(b₁ − B_g x₂). */
    double[] firstSolutions(double[] b1, double[] x2, int r) {
        int size = first().effectsPerLevel();
        double[] w = multiplyEachLevel(two, second().effectsPerLevel(), x2, r);
        double[] x1 = new double[b1.length];
        double[] t = new double[size * r];
        double[] left = new double[size * r];
        for (int g = 0; g < first().levels(); g++) {
            table.multiplyBlockRow(g, w, r, t);
            Triangular.multiplyTransposed(-scale, one, size, t, 0, r, r, left, 0, r);
            for (int i = 0; i < size * r; i++) {
                left[i] += b1[g * size * r + i];
            }
            Products.multiply(1, inverses, g * size * size, size, size, left, 0, r, x1, g * size * r);
        }
        return x1;
    }

    /** Product M V for the same k × k matrix M at each level. */
    static double[] multiplyEachLevel(double[] m, int k, double[] v, int r) {
        double[] w = new double[v.length];
        for (int at = 0; at < v.length; at += k * r) {
            Products.multiply(1, m, 0, k, k, v, at, r, w, at);
        }
        return w;
    }
}
