package io.credence.linalg;

import java.util.Arrays;

/** Kernel in plain Java, which runs everywhere and is the reference for the native one. */
public final class JavaDenseKernel extends DenseKernel {

    /** The only instance, since a kernel has no state. */
    public static final JavaDenseKernel INSTANCE = new JavaDenseKernel();

    // Tiles keep what is reused in cache: TILE rows of a sum in level 2, four rows of a block in level 1.
    private static final int TILE = 32;

    private JavaDenseKernel() {}

    @Override
    public String name() {
        return "java";
    }

    @Override
    protected int choleskyK(double[] a, int n) {
        double[][] upper = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                upper[j][i] = a[i * n + j];
            }
        }
        int failed = factorUpper(upper, n);
        Arrays.fill(a, 0, n * n, 0.0);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = upper[j][i];
            }
        }
        return failed;
    }

    private static int factorUpper(double[][] u, int n) {
        for (int begin = 0; begin < n; begin += TILE) {
            int end = Math.min(begin + TILE, n);
            for (int i = begin; i < end; i++) {
                eliminate(u, begin, i, i, n);
                double pivot = u[i][i];
                if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                    return i + 1;
                }
                double root = Math.sqrt(pivot);
                for (int j = i; j < n; j++) {
                    u[i][j] /= root;
                }
            }
            for (int i = end; i < n; i++) {
                eliminate(u, begin, end, i, n);
            }
        }
        return 0;
    }

    /** Subtracts from row i its multiples of rows begin to end. */
    private static void eliminate(double[][] u, int begin, int end, int i, int n) {
        int k = begin;
        double[][] r = new double[4][];
        for (; k + 3 < end; k += 4) {
            System.arraycopy(u, k, r, 0, 4);
            Axpy.addFourScaled(u[i], -r[0][i], -r[1][i], -r[2][i], -r[3][i], r, i, n);
        }
        for (; k < end; k++) {
            Axpy.addScaled(u[i], i, -u[k][i], u[k], i, n - i);
        }
    }

    @Override
    protected void invertTriangularK(double[] factor, int n, double[] inverse) {
        double[][] x = new double[n][n];
        for (int begin = 0; begin < n; begin += TILE) {
            int end = Math.min(begin + TILE, n);
            substituteAbove(factor, n, x, begin, end);
            for (int i = begin; i < end; i++) {
                for (int j = begin; j < i; j++) {
                    Axpy.addScaled(x[i], 0, -factor[i * n + j], x[j], 0, j + 1);
                }
                x[i][i] += 1;
                double pivot = factor[i * n + i];
                for (int j = 0; j <= i; j++) {
                    x[i][j] /= pivot;
                }
            }
        }
        for (int i = 0; i < n; i++) {
            System.arraycopy(x[i], 0, inverse, i * n, n);
        }
    }

    private static void substituteAbove(double[] f, int n, double[][] x, int begin, int end) {
        for (int j = 0; j < begin; j += 4) { // begin is a multiple of TILE, so the groups of four are whole
            double[][] r = {x[j], x[j + 1], x[j + 2], x[j + 3]};
            for (int i = begin; i < end; i++) {
                int at = i * n + j;
                Axpy.addFourScaled(x[i], -f[at], -f[at + 1], -f[at + 2], -f[at + 3], r, 0, j + 4);
            }
        }
    }

    @Override
    protected void transposedProductK(double[] factor, int n, double[] product) {
        Arrays.fill(product, 0, n * n, 0.0);
        RowProducts.addLowerGram(factor, n, product);
        Symmetric.fillUpper(product, n);
    }

    @Override
    protected void retractK(double[] precision, double[] inverseFactor, double[] target, int n, double[] result) {
        // ½[P + TP⁻¹T] = ½[P + WᵀW] with W = C⁻¹T.
        double[][] w = RowProducts.triangularProductRows(inverseFactor, target, n);
        System.arraycopy(precision, 0, result, 0, n * n);
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        RowProducts.addGram((i, row) -> System.arraycopy(w[i], 0, row, 0, n), n, n, ones, result);
        for (int i = 0; i < n * n; i++) {
            result[i] *= 0.5;
        }
    }

    @Override
    protected void multiplyK(double[] x, int first, int rows, int columns, double[] coefficients, double[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = Axpy.dot(x, (first + i) * columns, coefficients, columns);
        }
    }

    @Override
    protected void multiplyK(float[] x, int first, int rows, int columns, double[] coefficients, double[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = Axpy.dot(x, (first + i) * columns, coefficients, columns);
        }
    }

    @Override
    protected void addWeightedRowsK(double[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        RowProducts.addWeightedRows(new BlockSource.Doubles(x, first, columns), rows, columns, weights, sum);
    }

    @Override
    protected void addWeightedRowsK(float[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        RowProducts.addWeightedRows(new BlockSource.Floats(x, first, columns), rows, columns, weights, sum);
    }

    @Override
    protected void multiplyK(double[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out) {
        new PanelProducts(new BlockSource.Doubles(x, first, columns), rows, columns).multiply(coefficients, out);
    }

    @Override
    protected void multiplyK(float[] x, int first, int rows, int columns, MatrixView coefficients, MatrixView out) {
        new PanelProducts(new BlockSource.Floats(x, first, columns), rows, columns).multiply(coefficients, out);
    }

    @Override
    protected void addWeightedRowsK(double[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums) {
        new PanelProducts(new BlockSource.Doubles(x, first, columns), rows, columns).addWeightedRows(weights, sums);
    }

    @Override
    protected void addWeightedRowsK(float[] x, int first, int rows, int columns, MatrixView weights, MatrixView sums) {
        new PanelProducts(new BlockSource.Floats(x, first, columns), rows, columns).addWeightedRows(weights, sums);
    }

    @Override
    protected void addCrossProductK(double[] x, int first, int rows, int columns, MatrixView a, MatrixView sums) {
        new PanelProducts(new BlockSource.Doubles(x, first, columns), rows, columns).addCrossProduct(a, sums);
    }

    @Override
    protected void addCrossProductK(float[] x, int first, int rows, int columns, MatrixView a, MatrixView sums) {
        new PanelProducts(new BlockSource.Floats(x, first, columns), rows, columns).addCrossProduct(a, sums);
    }

    @Override
    protected void squaredNormsK(double[] x, int first, int rows, int columns, double[] factor, double[] out) {
        RowProducts.squaredNorms(new BlockSource.Doubles(x, first, columns), rows, columns, factor, out);
    }

    @Override
    protected void squaredNormsK(float[] x, int first, int rows, int columns, double[] factor, double[] out) {
        RowProducts.squaredNorms(new BlockSource.Floats(x, first, columns), rows, columns, factor, out);
    }

    @Override
    protected void addWeightedGramK(double[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        RowProducts.addGram(new BlockSource.Doubles(x, first, columns), rows, columns, weights, sum);
    }

    @Override
    protected void addWeightedGramK(float[] x, int first, int rows, int columns, double[] weights, double[] sum) {
        RowProducts.addGram(new BlockSource.Floats(x, first, columns), rows, columns, weights, sum);
    }

    @Override
    protected void softplusK(
            double[] mean,
            double[] sd,
            int begin,
            int count,
            double[] nodes,
            double[] weights,
            double[] value,
            double[] slope,
            double[] curvature) {
        new JavaSoftplus(count).average(mean, sd, begin, count, nodes, weights, new Moments(value, slope, curvature));
    }

    @Override
    protected void expectedSoftplusK(
            double[] mean, double[] sd, int begin, int count, double[] value, double[] slope, double[] curvature) {
        new JavaProbitMixture(count).expectedSoftplus(mean, sd, begin, count, new Moments(value, slope, curvature));
    }

    @Override
    protected void softplusK(double[] eta, int begin, int count, double[] value, double[] slope) {
        new JavaSoftplus(count).evaluateAt(eta, begin, count, value, begin, slope, begin);
    }

    @Override
    protected void logisticK(MatrixView eta, double[] labels, MatrixView value, MatrixView slope) {
        JavaSoftplus softplus = new JavaSoftplus(eta.columns());
        for (int s = 0; s < eta.rows(); s++) {
            softplus.evaluateAt(
                    eta.values(),
                    eta.rowOffset(s),
                    eta.columns(),
                    value.values(),
                    value.rowOffset(s),
                    slope.values(),
                    slope.rowOffset(s));
            Axpy.subtractProduct(
                    value.values(), value.rowOffset(s), labels, eta.values(), eta.rowOffset(s), eta.columns());
            Axpy.addScaled(slope.values(), slope.rowOffset(s), -1, labels, 0, eta.columns());
        }
    }

    @Override
    protected void expK(double[] x, int begin, int count, double[] out) {
        new JavaLogarithms(count).exp(x, begin, count, out);
    }

    @Override
    protected void log1pK(double[] x, int begin, int count, double[] out) {
        new JavaLogarithms(count).log1p(x, begin, count, out);
    }
}
