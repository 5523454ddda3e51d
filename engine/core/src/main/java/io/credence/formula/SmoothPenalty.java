package io.credence.formula;

import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * Penalty ∫ f″² of functions that are sums of B-splines, as a matrix. Its eigenvectors make functions of which a normal
 * prior of independent coefficients with one variance is that penalty.
 */
final class SmoothPenalty {

    private final int count;
    private final double[] matrix;

    private SmoothPenalty(int count) {
        this.count = count;
        this.matrix = new double[count * count];
    }

    /** Second derivatives of splines at a number in an interval of the knots. */
    @FunctionalInterface
    interface Bends {
        double[] at(double x, int interval);
    }

    /**
     * Penalty of splines on knots by Simpson's rule, which is exact for the squares of second derivatives: they are
     * straight lines. Numbers are in units of the distance of the outermost knots.
     *
     * @param count number of splines
     * @param bends second derivatives of the splines that are not 0 in an interval
     * @param splines numbers of these splines
     */
    static SmoothPenalty onKnots(List<Double> knots, int count, Bends bends, IntFunction<int[]> splines) {
        SmoothPenalty penalty = new SmoothPenalty(count);
        double width = knots.get(knots.size() - 1) - knots.get(0);
        for (int i = 0; i + 1 < knots.size(); i++) {
            double step = knots.get(i + 1) - knots.get(i);
            for (int node = 0; node <= 2; node++) {
                double weight = (node == 1 ? 4 : 1) * step / 6 * width * width * width;
                penalty.add(weight, bends.at(knots.get(i) + 0.5 * node * step, i), splines.apply(i));
            }
        }
        return penalty;
    }

    private void add(double weight, double[] bends, int[] splines) {
        for (int a = 0; a < splines.length; a++) {
            for (int b = 0; b < splines.length; b++) {
                matrix[splines[a] * count + splines[b]] += weight * bends[a] * bends[b];
            }
        }
    }

    /**
     * Creates functions for the rows of a fit, which are centred over these; the sum of the variances of the penalised
     * ones is 1.
     *
     * @param free number of eigenvalues that are 0
     * @param plain number of functions before the penalised ones
     * @param basis functions with given means and coefficients of the splines
     */
    <B extends Basis> B basis(
            int free, int plain, ColumnStatistics statistics, BiFunction<List<Double>, List<Double>, B> basis) {
        double[] turns = turns(free);
        int functions = plain + count - free;
        B uncentred = basis.apply(Basis.boxed(new double[functions]), Basis.boxed(turns));
        double[] means = meansAndScale(statistics, functions, plain, (x, into) -> uncentred.writeValues(x, into, 0));
        double scale = 1 / means[functions];
        double[] centres = Vectors.scaled(scale, Arrays.copyOf(means, functions));
        System.arraycopy(means, 0, centres, 0, plain);
        return basis.apply(Basis.boxed(centres), Basis.boxed(Vectors.scaled(scale, turns)));
    }

    /**
     * Coefficients D^(−½)Uᵀ of the splines in functions by the eigenvectors U whose eigenvalues D are positive, smoothest
     * first.
     *
     * @param free number of eigenvalues that are 0
     */
    private double[] turns(int free) {
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
    private interface Values extends Serializable {
        void write(double x, double[] into);
    }

    /**
     * Means of functions over the rows, and behind them the root of the sum of the variances of those that are penalised.
     *
     * @param functions number of functions
     * @param plain number of those before the penalised ones
     */
    private static double[] meansAndScale(ColumnStatistics statistics, int functions, int plain, Values of) {
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
            means[functions] += j < plain ? 0 : sums[1 + functions + j] / sums[0] - means[j] * means[j];
        }
        means[functions] = Math.sqrt(means[functions]);
        return means;
    }
}
