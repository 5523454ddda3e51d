package io.credence.predict;

import io.credence.family.NormalMixture;

/**
 * Moments of the cutpoints of ordered classes, with a row's coefficients, under a normal posterior of the parameters
 * θ = (β, u) with c_1 = u_1 and c_k = c_{k−1} + exp(u_k). The moments are exact; the law of the cutpoints is
 * approximated by a normal, whose error is that of the third moment of exp(u_k), below 1e-3 of a probability where the
 * sd of u_k is below 0.3.
 *
 * @param mean E c_k
 * @param variance Var c_k
 * @param gap Var (c_k − c_{k−1}); for the first cutpoint its own variance
 * @param cross Cov(c_k, β_j) at k · columns + j; empty where they are independent
 */
record OrderedCutpoints(double[] mean, double[] variance, double[] gap, double[] cross) {

    /**
     * Computes the moments under one normal.
     *
     * @param cutpoints number of cutpoints, which are the last parameters
     */
    static OrderedCutpoints of(NormalMixture.Component normal, int cutpoints) {
        int d = normal.mean().length;
        int columns = d - cutpoints;
        double[] own = new double[cutpoints];
        for (int k = 0; k < cutpoints; k++) {
            int at = columns + k;
            own[k] = k == 0 ? 1 : Math.exp(normal.mean()[at] + 0.5 * covariance(normal, at, at));
        }
        double[] mean = new double[cutpoints];
        double[] variance = new double[cutpoints];
        double[] gap = new double[cutpoints];
        boolean full = normal.covariance().length > d;
        double[] cross = new double[full ? cutpoints * columns : 0];
        for (int k = 0; k < cutpoints; k++) {
            mean[k] = k == 0 ? normal.mean()[columns] : mean[k - 1] + own[k];
            variance[k] = k == 0 ? 0 : variance[k - 1];
            for (int l = 0; l <= k; l++) {
                double between = covariance(normal, columns + k, columns + l);
                double step = own[k] * own[l] * (l == 0 ? between : Math.expm1(between));
                variance[k] += l == k ? step : 2 * step;
                gap[k] = step;
            }
            for (int j = 0; full && j < columns; j++) {
                cross[k * columns + j] =
                        (k == 0 ? 0 : cross[(k - 1) * columns + j]) + own[k] * covariance(normal, columns + k, j);
            }
        }
        return new OrderedCutpoints(mean, variance, gap, cross);
    }

    private static double covariance(NormalMixture.Component normal, int i, int j) {
        int d = normal.mean().length;
        return i == j
                ? normal.variance(i)
                : normal.covariance().length > d ? normal.covarianceFactor() * normal.covariance()[i * d + j] : 0;
    }

    /** Covariance of cutpoint k and a row's predictor, Cov(c_k, xᵀβ). */
    double withRow(int k, int[] indices, double[] values, int entries) {
        double sum = 0;
        int columns = cross.length / mean.length;
        for (int a = 0; a < entries && columns > 0; a++) {
            sum += values[a] * cross[k * columns + indices[a]];
        }
        return sum;
    }
}
