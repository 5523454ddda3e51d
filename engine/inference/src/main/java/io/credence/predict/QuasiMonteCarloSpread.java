package io.credence.predict;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Triangular;
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
        double[] root = new double[eta.length * eta.length];
        for (int n = 0; n < weights.length; n++) {
            Cholesky.semidefiniteRoot(covariance[n], 0, eta.length, 0, root);
            for (int s = 0; s < each; s++) {
                System.arraycopy(mean[n], 0, eta, 0, eta.length);
                Triangular.addProduct(root, eta.length, points[(n * each + s) % points.length], 0, eta);
                values[n * each + s] = function.applyAsDouble(eta);
                shares[n * each + s] = weights[n] / each;
            }
        }
        double sd = Math.sqrt(MixtureQuantile.variance(shares, values, new double[values.length]));
        WeightedSample sample = WeightedSample.of(values, shares);
        return new Uncertainty(sd, sample.quantile(tail), sample.quantile(1 - tail));
    }
}
