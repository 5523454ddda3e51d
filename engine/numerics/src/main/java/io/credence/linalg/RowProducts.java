package io.credence.linalg;

import java.util.Arrays;

/** Row products of {@link JavaDenseKernel} that take most of the time of a pass, foremost ‖F x‖² and Σ w x xᵀ. */
final class RowProducts {
    // TILE rows of a result stay in level 2 of the cache while four rows of the block at a time pass through level 1.
    // They are arrays of their own: the compiler does not vectorise over several offsets into one array.
    private static final int TILE = 32;
    private static final int CHUNK_NUMBERS = 1 << 18;

    private RowProducts() {}

    /** Adds {@code Σ_i weights[i] x_i} to {@code sum}. */
    static void addWeightedRows(RowSource source, int rows, int n, double[] weights, double[] sum) {
        double[][] r = new double[4][n];
        double[] w = new double[4];
        for (int begin = 0; begin < rows; begin += 4) {
            for (int m = 0; m < 4; m++) {
                boolean within = begin + m < rows;
                w[m] = within ? weights[begin + m] : 0;
                if (within) {
                    source.copy(begin + m, r[m]);
                } else {
                    Arrays.fill(r[m], 0);
                }
            }
            Axpy.addFourScaled(sum, w[0], w[1], w[2], w[3], r, 0, n);
        }
    }

    /** Computes {@code out[i] = ‖F x_i‖²} for a lower triangular {@code factor} F. */
    static void squaredNorms(RowSource source, int rows, int n, double[] factor, double[] out) {
        double[][][] columns = new double[(n + 3) / 4][4][n];
        for (int k = 0; k < n; k++) {
            for (int j = 0; j <= k; j++) {
                columns[j >> 2][j & 3][k] = factor[k * n + j];
            }
        }
        double[][] x = new double[TILE][4 * columns.length];
        double[][] u = new double[TILE][n];
        for (int begin = 0; begin < rows; begin += TILE) {
            int count = Math.min(TILE, rows - begin);
            for (int i = 0; i < count; i++) {
                source.copy(begin + i, x[i]);
                Arrays.fill(u[i], 0);
            }
            for (int g = 0; g < columns.length; g++) {
                addProducts(x, 4 * g, columns[g], 4 * g, u, 0, count);
            }
            for (int i = 0; i < count; i++) {
                out[begin + i] = Axpy.squaredNorm(u[i], n);
            }
        }
    }

    /** Rows of the product F · matrix for a lower triangular {@code factor} F. */
    static double[][] triangularProductRows(double[] factor, double[] matrix, int n) {
        double[][][] groups = new double[(n + 3) / 4][4][n];
        double[][] f = new double[n][4 * groups.length];
        for (int i = 0; i < n; i++) {
            System.arraycopy(matrix, i * n, groups[i >> 2][i & 3], 0, n);
            System.arraycopy(factor, i * n, f[i], 0, i + 1);
        }
        double[][] product = new double[n][n];
        for (int top = 0; top < n; top += TILE) {
            int bottom = Math.min(top + TILE, n);
            for (int k = 0; k < bottom; k += 4) {
                addProducts(f, k, groups[k >> 2], 0, product, Math.max(top, k), bottom);
            }
        }
        return product;
    }

    /**
     * Adds {@code u[i] += Σ_m x[i][k+m] · r[m]} for the rows from top to bottom and the columns from {@code begin} on.
     */
    private static void addProducts(double[][] x, int k, double[][] r, int begin, double[][] u, int top, int bottom) {
        for (int i = top; i < bottom; i++) {
            double[] c = x[i];
            Axpy.addFourScaled(u[i], c[k], c[k + 1], c[k + 2], c[k + 3], r, begin, u[i].length);
        }
    }

    /** Adds the lower triangle of {@code Σ_i weights[i] x_i x_iᵀ} to {@code sum}; rows of weight zero are left out. */
    static void addGram(RowSource source, int rows, int n, double[] weights, double[] sum) {
        addGram(source, rows, n, weights, sum, false);
    }

    /** Adds the lower triangle of FᵀF to {@code sum} for a lower triangular {@code factor} F. */
    static void addLowerGram(double[] factor, int n, double[] sum) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        RowSource rows = (i, row) -> {
            System.arraycopy(factor, i * n, row, 0, i + 1);
            Arrays.fill(row, i + 1, n, 0);
        };
        addGram(rows, n, n, ones, sum, true);
    }

    private static void addGram(RowSource source, int rows, int n, double[] weights, double[] sum, boolean triangular) {
        int chunk = Math.max(4, Math.min(256, CHUNK_NUMBERS / n & ~3));
        double[][][] groups = new double[(Math.min(chunk, rows) + 3) / 4][4][n];
        double[] packed = new double[4 * groups.length];
        double[][] tile = new double[TILE][n];
        for (int begin = 0; begin < rows; begin += chunk) {
            int used = packNonzeroRows(source, begin, Math.min(chunk, rows - begin), weights, groups, packed);
            for (int top = 0; top < n; top += TILE) {
                int bottom = Math.min(top + TILE, n);
                for (int a = top; a < bottom; a++) {
                    System.arraycopy(sum, a * n, tile[a - top], 0, a + 1);
                }
                for (int g = 0; g < used; g++) {
                    int end = triangular ? Math.min(begin + 4 * g + 4, bottom) : bottom;
                    addTile(groups[g], packed, 4 * g, tile, top, end);
                }
                for (int a = top; a < bottom; a++) {
                    System.arraycopy(tile[a - top], 0, sum, a * n, a + 1);
                }
            }
        }
    }

    /** Copies the rows with nonzero weight, four to a group, and returns the number of groups. */
    private static int packNonzeroRows(
            RowSource source, int begin, int count, double[] weights, double[][][] groups, double[] packed) {
        int used = 0;
        for (int i = begin; i < begin + count; i++) {
            if (weights[i] != 0) {
                source.copy(i, groups[used >> 2][used & 3]);
                packed[used++] = weights[i];
            }
        }
        for (; (used & 3) != 0; used++) {
            Arrays.fill(groups[used >> 2][used & 3], 0);
            packed[used] = 0;
        }
        return used / 4;
    }

    private static void addTile(double[][] r, double[] weights, int first, double[][] tile, int top, int bottom) {
        double w0 = weights[first];
        double w1 = weights[first + 1];
        double w2 = weights[first + 2];
        double w3 = weights[first + 3];
        for (int a = top; a < bottom; a++) {
            Axpy.addFourScaled(tile[a - top], w0 * r[0][a], w1 * r[1][a], w2 * r[2][a], w3 * r[3][a], r, 0, a + 1);
        }
    }
}
