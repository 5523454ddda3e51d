package io.credence.mixed.row;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Vectors;
import io.credence.mixed.model.VarianceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Mean products of the columns that each entry of the model's effects multiplies; of a smooth, the mean sum of squares of
 * its columns.
 *
 * @param means mean products over the rows for each entry, k × k, lower triangle
 */
public record ColumnProducts(List<double[]> means) {

    /** Ridge that is added to a column's mean square, as a share of it. */
    private static final double RIDGE = 1e-10;

    /** Means of sums over rows whose weights add up to {@code weight}. */
    public static ColumnProducts of(List<double[]> sums, double weight) {
        return new ColumnProducts(
                sums.stream().map(each -> Vectors.scaled(1 / weight, each)).toList());
    }

    /** Adds one k × k block of {@code from}, whose rows are {@code stride} apart. */
    public static void add(double[] from, int at, int stride, double[] into, int k) {
        for (int a = 0; a < k; a++) {
            for (int b = 0; b <= a; b++) {
                into[a * k + b] += from[at + a * stride + b];
            }
        }
    }

    /** Root mean squares of the columns. */
    public List<double[]> rootMeanSquares() {
        return means.stream()
                .map(each -> {
                    int k = order(each);
                    return IntStream.range(0, k)
                            .mapToDouble(j -> Math.sqrt(each[j * (k + 1)]))
                            .toArray();
                })
                .toList();
    }

    /**
     * Covariances of effects, each of which moves a row's linear predictor by {@code spread}. They are independent or,
     * where they may be correlated, those of independent effects of orthogonalised columns. A slope of a column far
     * from zero goes against the intercept.
     */
    List<double[]> covariances(List<VarianceEntry> entries, double spread) {
        List<double[]> all = new ArrayList<>();
        for (int e = 0; e < means.size(); e++) {
            double[] covariance = means.get(e).clone();
            int k = order(covariance);
            for (int i = 0; i < k; i++) {
                for (int j = 0; j < i; j++) {
                    covariance[j * k + i] = covariance[i * k + j];
                }
                covariance[i * (k + 1)] *= 1 + RIDGE;
            }
            if (!entries.get(e).correlated()
                    || !Cholesky.invertInPlace(covariance, 0, k)
                    || hasCollinearColumn(covariance, means.get(e), k)) {
                covariance = independent(means.get(e), k);
            }
            all.add(Vectors.scaled(spread * spread, covariance));
        }
        return all;
    }

    /** Whether some column is a linear combination of the others, but for the ridge. */
    private static boolean hasCollinearColumn(double[] inverse, double[] products, int k) {
        return IntStream.range(0, k).map(i -> i * (k + 1)).anyMatch(at -> inverse[at] * products[at] > 0.25 / RIDGE);
    }

    private static double[] independent(double[] products, int k) {
        double[] covariance = new double[k * k];
        for (int i = 0; i < k; i++) {
            double square = products[i * (k + 1)];
            covariance[i * (k + 1)] = square > 0 ? 1 / square : 1;
        }
        return covariance;
    }

    private static int order(double[] matrix) {
        return (int) Math.round(Math.sqrt(matrix.length));
    }
}
