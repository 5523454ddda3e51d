package io.credence.formula;

import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Penalty ∫ f″² of functions that are sums of B-splines, as a matrix. Its eigenvectors make functions of which a normal
 * prior of independent coefficients with one variance is that penalty.
 */
final class SmoothPenalty {

    private final int count;
    private final double[] matrix;

    /** Creates the penalty 0 of a number of splines. */
    SmoothPenalty(int count) {
        this.count = count;
        this.matrix = new double[count * count];
    }

    /** Adds a weight times the product of second derivatives, which belong to the given splines. */
    void add(double weight, double[] bends, int[] splines) {
        for (int a = 0; a < splines.length; a++) {
            for (int b = 0; b < splines.length; b++) {
                matrix[splines[a] * count + splines[b]] += weight * bends[a] * bends[b];
            }
        }
    }

    /**
     * Coefficients D^(−½)Uᵀ of the splines in functions by the eigenvectors U whose eigenvalues D are positive, smoothest
     * first.
     *
     * @param free number of eigenvalues that are 0
     */
    double[] turns(int free) {
        SymmetricEigen eigen = SymmetricEigen.decompose(matrix, count);
        int[] order = Vectors.sortedIndices(count, j -> eigen.eigenvalues()[j]);
        double[] vectors = eigen.transposedVectors();
        double[] turns = new double[(count - free) * count];
        for (int j = free; j < count; j++) {
            double[] vector = Arrays.copyOfRange(vectors, order[j] * count, (order[j] + 1) * count);
            int largest = Vectors.sortedIndices(count, i -> -Math.abs(vector[i]))[0];
            double factor = Math.copySign(1 / Math.sqrt(eigen.eigenvalues()[order[j]]), vector[largest]);
            for (int i = 0; i < count; i++) {
                turns[(j - free) * count + i] = factor * vector[i];
            }
        }
        return turns;
    }

    /** Writer of the values of functions at a number, in tasks too. */
    @FunctionalInterface
    interface Values extends Serializable {
        void write(double x, double[] into);
    }

    /**
     * Means of functions over the rows, and behind them the root of the sum of the variances of those that are penalised.
     *
     * @param functions number of functions, the penalised ones at the end
     */
    static double[] meansAndScale(ColumnStatistics statistics, int functions, int penalised, Values of) {
        double[] sums = statistics.sums(1 + 2 * functions, (x, into) -> {
            double[] values = new double[functions];
            of.write(x, values);
            into[0]++;
            for (int j = 0; j < functions; j++) {
                into[1 + j] += values[j];
                into[1 + functions + j] += values[j] * values[j];
            }
        });
        double[] means = new double[functions + 1];
        for (int j = 0; j < functions; j++) {
            means[j] = sums[1 + j] / sums[0];
            means[functions] += j < functions - penalised ? 0 : sums[1 + functions + j] / sums[0] - means[j] * means[j];
        }
        means[functions] = Math.sqrt(means[functions]);
        return means;
    }
}
