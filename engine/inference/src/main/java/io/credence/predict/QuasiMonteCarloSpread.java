package io.credence.predict;

import io.credence.quadrature.SoftmaxNodes;
import io.credence.statistics.WeightedSample;
import java.util.function.ToDoubleFunction;

/**
 * Spread of a function of several linear predictors, from its values at 512 low-discrepancy points. The points are
 * divided among the normals of a mixture. Ends of intervals are quantiles of the values, to about a tenth of the
 * standard deviation. Not thread-safe.
 */
final class QuasiMonteCarloSpread {

    private final double tail;
    private final double[] weights;
    private final double[][] points;
    private final int each;

    /**
     * Creates the points for a mixture.
     *
     * @param weights weights of the normals
     * @param dimension number of predictors
     * @param level probability that an interval covers
     */
    QuasiMonteCarloSpread(double[] weights, int dimension, double level) {
        this.weights = weights;
        this.points = SoftmaxNodes.sobolRule(dimension).points();
        this.each = Math.max(1, points.length / weights.length);
        this.tail = 0.5 * (1 - level);
    }

    /**
     * Spread of the function for one row.
     *
     * @param mean means of the predictors under each normal
     * @param covariance covariances of the predictors under each normal, row by row
     */
    Uncertainty uncertainty(double[][] mean, double[][] covariance, ToDoubleFunction<double[]> function) {
        double[] values = new double[weights.length * each];
        double[] shares = new double[values.length];
        double[] eta = new double[mean[0].length];
        for (int n = 0; n < weights.length; n++) {
            double[] root = covarianceRoot(covariance[n], eta.length);
            for (int s = 0; s < each; s++) {
                double[] z = points[(n * each + s) % points.length];
                for (int k = 0; k < eta.length; k++) {
                    eta[k] = mean[n][k];
                    for (int l = 0; l <= k; l++) {
                        eta[k] += root[k * eta.length + l] * z[l];
                    }
                }
                values[n * each + s] = function.applyAsDouble(eta);
                shares[n * each + s] = weights[n] / each;
            }
        }
        double sd = Math.sqrt(MixtureQuantile.variance(shares, values, new double[values.length]));
        WeightedSample sample = WeightedSample.of(values, shares);
        return new Uncertainty(sd, sample.quantile(tail), sample.quantile(1 - tail));
    }

    /** Lower Cholesky factor L of a covariance, LLᵀ = S. Its columns are 0 in directions without variance. */
    private static double[] covarianceRoot(double[] covariance, int d) {
        double[] root = new double[d * d];
        for (int k = 0; k < d; k++) {
            for (int l = 0; l <= k; l++) {
                double left = covariance[k * d + l];
                for (int j = 0; j < l; j++) {
                    left -= root[k * d + j] * root[l * d + j];
                }
                double pivot = root[l * d + l];
                root[k * d + l] = k == l ? Math.sqrt(Math.max(0, left)) : pivot > 0 ? left / pivot : 0;
            }
        }
        return root;
    }
}
