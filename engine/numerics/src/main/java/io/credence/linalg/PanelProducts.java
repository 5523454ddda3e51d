package io.credence.linalg;

import java.util.Arrays;

/**
 * Matrix-matrix products of {@link JavaDenseKernel} with a block of rows. Every sum runs over its terms in order, four
 * at a time, so that no number of a product depends on how many others are computed with it.
 */
final class PanelProducts {
    // One sum takes four terms from four arrays: on JDK 17 two sums at a time fall back to scalar code. Tiles keep the
    // terms in level 2 of the cache, strips of them in level 1.

    private static final int TILE_ROWS = 256;
    private static final int TILE_COLUMNS = 64;
    private static final int STRIP = 64;

    private final BlockSource x;
    private final int rows;
    private final int columns;

    PanelProducts(BlockSource x, int rows, int columns) {
        this.x = x;
        this.rows = rows;
        this.columns = columns;
    }

    /**
     * Computes products of rows with vectors of coefficients. It is vectorised along the rows, whose columns are
     * therefore copied one after the other.
     */
    void multiply(MatrixView coefficients, MatrixView out) {
        int tile = Math.min(TILE_ROWS, rows);
        int width = Math.min(TILE_COLUMNS, columns);
        double[][] terms = new double[roundUpToFour(width)][tile];
        double[][] factors = new double[coefficients.rows()][terms.length];
        double[] sum = new double[tile];
        for (int top = 0; top < rows; top += tile) {
            int count = Math.min(tile, rows - top);
            for (int left = 0; left < columns; left += width) {
                int used = Math.min(width, columns - left);
                copyColumns(left, used, top, count, terms);
                clear(terms, used);
                copyPaddedColumns(coefficients, left, used, factors);
                for (int s = 0; s < coefficients.rows(); s++) {
                    int at = out.rowOffset(s) + top;
                    if (left > 0) {
                        System.arraycopy(out.values(), at, sum, 0, count);
                    } else {
                        Arrays.fill(sum, 0, count, 0);
                    }
                    addTerms(sum, factors[s], terms, 0, used, count);
                    System.arraycopy(sum, 0, out.values(), at, count);
                }
            }
        }
    }

    /** Adds weighted rows, vectorised along the columns or along the sums, whichever are more. */
    void addWeightedRows(MatrixView weights, MatrixView sums) {
        if (sums.rows() <= columns) {
            addInRowOrder(sums, (top, count, factors) -> copyPaddedColumns(weights, top, count, factors));
        } else {
            addInColumnOrder(sums, (top, count, terms) -> {
                for (int from = 0; from < count; from += STRIP) {
                    for (int s = 0; s < weights.rows(); s++) {
                        int at = weights.rowOffset(s) + top;
                        for (int i = from; i < Math.min(from + STRIP, count); i++) {
                            terms[i][s] = weights.values()[at + i];
                        }
                    }
                }
            });
        }
    }

    /**
     * Adds a cross product like {@link #addWeightedRows}, with the weights of a row in a row of {@code a} instead of a
     * column.
     */
    void addCrossProduct(MatrixView a, MatrixView sums) {
        if (sums.rows() <= columns) {
            addInRowOrder(sums, (top, count, factors) -> {
                for (int s = 0; s < factors.length; s++) {
                    for (int i = 0, at = a.offset() + top * a.stride() + s; i < count; i++, at += a.stride()) {
                        factors[s][i] = a.values()[at];
                    }
                    Arrays.fill(factors[s], count, roundUpToFour(count), 0);
                }
            });
        } else {
            addInColumnOrder(sums, (top, count, terms) -> {
                for (int i = 0; i < count; i++) {
                    System.arraycopy(a.values(), a.rowOffset(top + i), terms[i], 0, a.columns());
                }
            });
        }
    }

    /** Adds weighted rows, with rows of x as the terms of the vectorised sums. */
    private void addInRowOrder(MatrixView sums, WeightSource weights) {
        double[][] all = new double[sums.rows()][columns];
        for (int s = 0; s < all.length; s++) {
            System.arraycopy(sums.values(), sums.rowOffset(s), all[s], 0, columns);
        }
        int tile = Math.min(TILE_ROWS, roundUpToFour(rows));
        double[][] terms = new double[tile][columns];
        double[][] factors = new double[all.length][tile];
        for (int top = 0; top < rows; top += tile) {
            int used = Math.min(tile, rows - top);
            for (int i = 0; i < used; i++) {
                x.copy(top + i, terms[i]);
            }
            weights.copyWeights(top, used, factors);
            addTile(all, factors, terms, used);
        }
        for (int s = 0; s < all.length; s++) {
            System.arraycopy(all[s], 0, sums.values(), sums.rowOffset(s), columns);
        }
    }

    /** Adds weighted rows, with the weights of a row, one for each sum, as the terms of the vectorised sums. */
    private void addInColumnOrder(MatrixView sums, WeightSource weights) {
        double[][] all = new double[columns][sums.rows()];
        for (int j = 0; j < columns; j++) {
            for (int s = 0; s < sums.rows(); s++) {
                all[j][s] = sums.values()[sums.rowOffset(s) + j];
            }
        }
        int tile = Math.min(TILE_ROWS, roundUpToFour(rows));
        double[][] terms = new double[tile][sums.rows()];
        double[][] factors = new double[columns][tile];
        for (int top = 0; top < rows; top += tile) {
            int used = Math.min(tile, rows - top);
            weights.copyWeights(top, used, terms);
            copyColumns(0, columns, top, used, factors);
            for (double[] factor : factors) {
                Arrays.fill(factor, used, roundUpToFour(used), 0);
            }
            addTile(all, factors, terms, used);
        }
        for (int j = 0; j < columns; j++) {
            for (int s = 0; s < sums.rows(); s++) {
                sums.values()[sums.rowOffset(s) + j] = all[j][s];
            }
        }
    }

    private static void addTile(double[][] sums, double[][] factors, double[][] terms, int used) {
        clear(terms, used);
        for (int from = 0; from < used; from += STRIP) {
            int to = Math.min(from + STRIP, used);
            for (int s = 0; s < sums.length; s++) {
                addTerms(sums[s], factors[s], terms, from, to, sums[s].length);
            }
        }
    }

    /** Adds scaled terms: {@code sum += Σ_k factors[k] · terms[k]}. */
    private static void addTerms(double[] sum, double[] factors, double[][] terms, int from, int to, int length) {
        for (int k = from; k < to; k += 4) {
            Axpy.addFourScaled(sum, factors, k, terms, length);
        }
    }

    private static int roundUpToFour(int count) {
        return count + 3 & ~3;
    }

    private static void clear(double[][] terms, int from) {
        for (int k = from; k < roundUpToFour(from); k++) {
            Arrays.fill(terms[k], 0);
        }
    }

    private void copyColumns(int left, int width, int top, int count, double[][] to) {
        for (int at = 0; at < count; at += STRIP) {
            for (int j = 0; j < width; j++) {
                x.copyColumn(left + j, top + at, Math.min(STRIP, count - at), to[j], at);
            }
        }
    }

    /** Copies columns of a panel, filled up with zeros to whole fours. */
    private static void copyPaddedColumns(MatrixView from, int left, int used, double[][] to) {
        for (int s = 0; s < from.rows(); s++) {
            System.arraycopy(from.values(), from.rowOffset(s) + left, to[s], 0, used);
            Arrays.fill(to[s], used, roundUpToFour(used), 0);
        }
    }

    /** Source of the weights of a tile of rows. */
    private interface WeightSource {
        void copyWeights(int top, int count, double[][] to);
    }
}
