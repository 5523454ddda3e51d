package io.credence.network.linearised;

import io.credence.linalg.Vectors;
import io.credence.statistics.Sums;
import java.util.stream.IntStream;

/**
 * Sums of squared residuals of rows at several weights, and products of their slopes in the weights where these were
 * requested.
 */
final class SquaresSums implements Sums<SquaresSums> {

    private static final long serialVersionUID = 1;

    /** Sum of the rows' weights. */
    double rows;

    /** Weighted sum of squared residuals at each of the weights. */
    final double[] squares;

    /** Products Jᵀ(y − f) at each of the weights. */
    final double[][] pull;

    /** Products JᵀJ at each of the weights, of which the lower triangle is set. */
    final double[][] gram;

    /**
     * Creates sums of no rows.
     *
     * @param points number of weights at which rows are evaluated
     * @param d number of slopes of a row; 0 where none are requested
     */
    SquaresSums(int points, int d) {
        this.squares = new double[points];
        this.pull = new double[points][d];
        this.gram = new double[points][d * d];
    }

    @Override
    public void merge(SquaresSums other) {
        rows += other.rows;
        Vectors.add(squares, 1, other.squares);
        IntStream.range(0, squares.length).forEach(p -> {
            Vectors.add(pull[p], 1, other.pull[p]);
            Vectors.add(gram[p], 1, other.gram[p]);
        });
    }
}
