package io.credence.family;

import io.credence.autodiff.Polygamma;
import io.credence.linalg.LogCholesky;
import org.apache.commons.math3.special.Gamma;

/** Means and covariances of the coordinates of a Wishart's Cholesky factor, in closed form. */
record WishartMoments(WishartPosterior q) {

    double[] mean() {
        int n = q.order();
        double[] mean = new double[q.scaleFactors().length];
        for (int i = 0, e = 0; i < n; i++) {
            for (int j = 0; j <= i; j++, e++) {
                double coordinate = i == j
                        ? Math.log(q.root()[i * n + i]) + 0.5 * q.law(i).mean()
                        : q.root()[i * n + j] * meanRoot(j);
                mean[e] = q.scaleFactors()[e] * coordinate;
            }
        }
        return mean;
    }

    /** Expectation E A_ii. */
    double meanRoot(int i) {
        double shape = q.law(i).a();
        return Math.sqrt(2) * Math.exp(Gamma.logGamma(shape + 0.5) - Gamma.logGamma(shape));
    }

    /** Covariance of the coordinates, d × d; entries of different columns of C are independent. */
    double[] covariance() {
        int n = q.order();
        int d = q.scaleFactors().length;
        double[] covariance = new double[d * d];
        for (int column = 0; column < n; column++) {
            for (int i = column; i < n; i++) {
                for (int k = column; k <= i; k++) {
                    int one = LogCholesky.index(i, column);
                    int other = LogCholesky.index(k, column);
                    double both = q.scaleFactors()[one] * q.scaleFactors()[other] * covariance(column, i, k);
                    covariance[one * d + other] = both;
                    covariance[other * d + one] = both;
                }
            }
        }
        return covariance;
    }

    /** Covariance of the coordinates (i, j) and (k, j), k ≤ i, j the column. */
    private double covariance(int j, int i, int k) {
        int n = q.order();
        double shape = q.law(j).a();
        double mean = meanRoot(j);
        if (i == j) {
            return 0.25 * Polygamma.of(1, shape);
        } else if (k == j) {
            return q.root()[i * n + j] * 0.5 * mean * (Polygamma.of(0, shape + 0.5) - Polygamma.of(0, shape));
        }
        double below = FreeParameters.dot(q.root(), i * n + j + 1, q.root(), k * n + j + 1, k - j);
        return below + q.root()[i * n + j] * q.root()[k * n + j] * (2 * shape - mean * mean);
    }
}
