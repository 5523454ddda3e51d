package io.credence.family;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Sparsity pattern: the places below the diagonal where a sparse lower triangular L of order d may differ from zero,
 * closed under elimination: where two rows have a column in common, the later row has the earlier one's column too. The
 * inverse of LLᵀ is then found at these places without any other.
 *
 * @param dimension d
 * @param starts first place of each row, and the number of places last: d + 1 numbers
 * @param columns column of each place, increasing within a row
 */
public record SparsePattern(int dimension, int[] starts, int[] columns) implements Serializable {

    public SparsePattern {
        FreeParameters.checkPositive("the order of a sparse pattern", dimension);
        if (starts.length != dimension + 1 || starts[0] != 0 || starts[dimension] != columns.length) {
            throw new IllegalArgumentException("a pattern of order " + dimension + " with " + columns.length
                    + " places requires " + (dimension + 1) + " starts from 0 to that number but found "
                    + starts.length);
        }
        for (int i = 0; i < dimension; i++) {
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                int least = at > starts[i] ? columns[at - 1] + 1 : 0;
                if (columns[at] < least || columns[at] >= i) {
                    throw new IllegalArgumentException(
                            "columns of row " + i + " must increase and lie below " + i + " but found " + columns[at]);
                }
            }
        }
    }

    /**
     * Pattern of a banded arrow: the {@code bandwidth} places left of the diagonal, a Markov chain of that order, and
     * the last {@code shared} rows, parameters that all others depend on.
     *
     * @throws IllegalArgumentException if the bandwidth is negative, or there are fewer than 0 or more than d shared
     *     parameters
     */
    public static SparsePattern bandedArrow(int dimension, int bandwidth, int shared) {
        if (bandwidth < 0 || shared < 0 || shared > dimension) {
            throw new IllegalArgumentException("a bandwidth of at least 0 and 0 to " + dimension
                    + " shared parameters are required but found " + bandwidth + " and " + shared);
        }
        FreeParameters.checkPositive("the order of a sparse pattern", dimension);
        int[] starts = new int[dimension + 1];
        for (int i = 0; i < dimension; i++) {
            int count = i >= dimension - shared ? i : Math.min(i, bandwidth);
            starts[i + 1] = Math.addExact(starts[i], count);
        }
        int[] columns = new int[starts[dimension]];
        for (int i = 0; i < dimension; i++) {
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                columns[at] = i - (starts[i + 1] - at);
            }
        }
        return new SparsePattern(dimension, starts, columns);
    }

    /** Number of places. */
    public int count() {
        return columns.length;
    }

    /** Index of the place of a row and column; negative if there is none. */
    int position(int row, int column) {
        return Arrays.binarySearch(columns, starts[row], starts[row + 1], column);
    }

    /** Places of each column, one column after the other and rows increasing. */
    int[][] placesByColumn() {
        int[] counts = new int[dimension];
        for (int column : columns) {
            counts[column]++;
        }
        int[][] places = new int[dimension][];
        Arrays.setAll(places, j -> new int[counts[j]]);
        for (int at = columns.length - 1; at >= 0; at--) {
            places[columns[at]][--counts[columns[at]]] = at;
        }
        return places;
    }

    /** Row of each place. */
    int[] rows() {
        int[] rows = new int[columns.length];
        for (int i = 0; i < dimension; i++) {
            Arrays.fill(rows, starts[i], starts[i + 1], i);
        }
        return rows;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SparsePattern pattern
                && dimension == pattern.dimension
                && Arrays.equals(starts, pattern.starts)
                && Arrays.equals(columns, pattern.columns);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(starts) + Arrays.hashCode(columns);
    }
}
