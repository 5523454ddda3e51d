package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/**
 * Weighted sums of squares of linear combinations of columns; near 0 where columns are collinear.
 *
 * @param sumsOfSquares one sum for each combination
 */
public record ResidualSums(double[] sumsOfSquares) implements Sums<ResidualSums> {

    /**
     * Linear combination Σ_k coefficients[k] (x[columns[k]] − origin[columns[k]]) of columns.
     *
     * @param columns indices of the columns with a coefficient
     * @param coefficients one coefficient for each
     */
    public record Combination(int[] columns, double[] coefficients) implements Serializable {

        double evaluate(double[] x) {
            double sum = 0;
            for (int k = 0; k < columns.length; k++) {
                sum += coefficients[k] * x[columns[k]];
            }
            return sum;
        }
    }

    /** The pass that sums squares of the combinations, of rows relative to {@code origin}. */
    public static PartitionPass<ResidualSums> pass(List<Combination> combinations, double[] origin) {
        return (partition, blocks, kernel) -> sumBlocks(combinations, origin, blocks);
    }

    private static ResidualSums sumBlocks(
            List<Combination> combinations, double[] origin, Iterator<? extends RowBlock> blocks) {
        double[] squares = new double[combinations.size()];
        double[] row = new double[origin.length];
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            for (int i = 0; i < block.rows(); i++) {
                block.copyRow(i, row);
                Vectors.addScaled(row, -1, origin);
                for (int c = 0; c < squares.length; c++) {
                    double left = combinations.get(c).evaluate(row);
                    squares[c] += block.attributes().weight(i) * left * left;
                }
            }
        }
        return new ResidualSums(squares);
    }

    @Override
    public void merge(ResidualSums other) {
        for (int c = 0; c < sumsOfSquares.length; c++) {
            sumsOfSquares[c] += other.sumsOfSquares[c];
        }
    }
}
