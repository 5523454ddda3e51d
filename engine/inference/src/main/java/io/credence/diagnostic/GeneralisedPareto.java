package io.credence.diagnostic;

import io.credence.linalg.LogSums;

/**
 * Generalised Pareto distribution of exceedances above a threshold, with density (1/σ)(1 + kx/σ)^{−1/k−1}; its moments
 * of order 1/k and above are infinite.
 *
 * @param shape tail index k
 * @param scale scale σ, in the unit of the exceedances; NaN where nothing could be fitted
 */
record GeneralisedPareto(double shape, double scale) {

    private static final int LEAST_GRID = 30;
    private static final double PRIOR_SPREAD = 3;
    /** Weight of the prior of the shape, as a number of exceedances. */
    private static final double PRIOR_COUNT = 10;

    /** Shape at which the prior is centred. */
    private static final double PRIOR_SHAPE = 0.5;
    /** Number of factors that are multiplied before a logarithm is taken, to save time. */
    private static final int FACTORS = 16;

    /** Smallest factor, and inverse of the largest, at which such a product neither overflows nor underflows. */
    private static final double LEAST_FACTOR = 1e-15;

    /**
     * Fits the distribution by the approximate posterior mean of Zhang and Stephens (2009). It is computed over a grid
     * of their θ = −k/σ, with the weakly informative prior of PSIS (appendix C) on the shape. The shape is +∞ if there
     * is no fit, as when a quarter of the exceedances is 0.
     *
     * @param exceedances exceedances, not negative, in ascending order
     */
    static GeneralisedPareto fit(double[] exceedances) {
        int n = exceedances.length;
        double[] grid = grid(exceedances);
        double[] logLikelihoods = new double[grid.length];
        for (int j = 0; j < grid.length; j++) {
            double k = shape(grid[j], exceedances);
            logLikelihoods[j] = n * (Math.log(-grid[j] / k) - k - 1);
        }
        double total = LogSums.logSumExp(logLikelihoods);
        double theta = 0;
        for (int j = 0; j < grid.length; j++) {
            theta += grid[j] * Math.exp(logLikelihoods[j] - total);
        }
        double k = shape(theta, exceedances);
        double shrunk = (k * n + PRIOR_COUNT * PRIOR_SHAPE) / (n + PRIOR_COUNT);
        return new GeneralisedPareto(Double.isNaN(shrunk) ? Double.POSITIVE_INFINITY : shrunk, -k / theta);
    }

    private static double[] grid(double[] exceedances) {
        int n = exceedances.length;
        double[] grid = new double[LEAST_GRID + (int) Math.sqrt(n)];
        double quartile = exceedances[(int) (n / 4.0 + 0.5) - 1];
        for (int j = 0; j < grid.length; j++) {
            double spread = 1 - Math.sqrt(grid.length / (j + 0.5));
            grid[j] = 1 / exceedances[n - 1] + spread / PRIOR_SPREAD / quartile;
        }
        return grid;
    }

    /**
     * Maximum likelihood estimate of the shape for a given θ. Factors are multiplied before the logarithm is taken,
     * which is most of the cost of smoothing.
     */
    private static double shape(double theta, double[] exceedances) {
        int n = exceedances.length;
        double furthest = 1 - theta * exceedances[n - 1];
        int together = furthest > LEAST_FACTOR && furthest < 1 / LEAST_FACTOR ? FACTORS : 1;
        double sum = 0;
        for (int first = 0; first < n; first += together) {
            double product = 1;
            for (int i = first; i < Math.min(n, first + together); i++) {
                product *= 1 - theta * exceedances[i];
            }
            sum += Math.log(product);
        }
        return sum / n;
    }

    /** Quantile of the exceedances at {@code p}; NaN where nothing was fitted. */
    double quantile(double p) {
        double exponential = -Math.log1p(-p);
        if (!(scale > 0)) {
            return Double.NaN;
        }
        return shape == 0 ? scale * exponential : scale * Math.expm1(shape * exponential) / shape;
    }
}
