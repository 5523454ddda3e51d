package io.credence.benchmark;

import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.special.Gamma;

/**
 * Linear regression with β ~ N(0, v I), by coordinate ascent written apart from the engine: q(β) Gaussian, full or diagonal,
 * and σ² either a number or q(σ²) = IG(a, b) under a prior IG(a0, b0).
 *
 * <p>Every update is exact: given E 1/σ² = τ the optimum of q(β) has precision τXᵀX + I/v, or its diagonal, and the mean of
 * the full one in both families; given q(β), a = a0 + N/2 and b = b0 + ½E‖y − Xβ‖².
 */
record MeanFieldRegression(RegressionRows rows, double priorVariance, boolean full) {

    /**
     * An optimum.
     *
     * @param shape a, NaN where σ² was given
     * @param scale b, or the σ² given
     * @param elbo log evidence of the full family where σ² was given, nats
     */
    record Found(Gaussian coefficients, double shape, double scale, double elbo) {}

    /** With σ² known. */
    Found known(double dispersion) {
        Gaussian q = coefficients(1 / dispersion);
        return new Found(q, Double.NaN, dispersion, elboKnown(q, dispersion));
    }

    /** With σ² ~ IG(shape, scale). */
    Found estimated(double shape, double scale) {
        double a = shape + 0.5 * rows.count();
        double b = a * rows.meanSquaredError(new double[rows.columns()]);
        double previous = Double.NEGATIVE_INFINITY;
        while (true) {
            Gaussian q = coefficients(a / b);
            b = scale + 0.5 * expectedSquares(q);
            double elbo = elboEstimated(q, a, b, shape, scale);
            if (!(elbo > previous + 1e-12)) {
                return new Found(q, a, b, elbo);
            }
            previous = elbo;
        }
    }

    /** ELBO of q(β) with σ² known. */
    double elboKnown(Gaussian q, double dispersion) {
        return -0.5 * rows.count() * Math.log(2 * Math.PI * dispersion)
                - 0.5 * expectedSquares(q) / dispersion
                - q.divergenceFromPrior(priorVariance);
    }

    /** ELBO of q(β) IG(σ²; a, b) under IG(shape, scale). */
    double elboEstimated(Gaussian q, double a, double b, double shape, double scale) {
        double meanLog = Math.log(b) - Gamma.digamma(a);
        double logNormal = -0.5 * rows.count() * (Math.log(2 * Math.PI) + meanLog) - 0.5 * a / b * expectedSquares(q);
        double logPrior = shape * Math.log(scale) - Gamma.logGamma(shape) - (shape + 1) * meanLog - scale * a / b;
        double logFactor = a * Math.log(b) - Gamma.logGamma(a) - (a + 1) * meanLog - a;
        return logNormal + logPrior - logFactor - q.divergenceFromPrior(priorVariance);
    }

    /** E‖y − Xβ‖². */
    private double expectedSquares(Gaussian q) {
        double sum = rows.count() * rows.meanSquaredError(q.mean());
        for (double[] x : rows.features()) {
            sum += q.varianceAlong(x);
        }
        return sum;
    }

    private Gaussian coefficients(double inverseDispersion) {
        int d = rows.columns();
        double[][] precision = new double[d][d];
        double[] right = new double[d];
        for (int i = 0; i < d; i++) {
            precision[i][i] = 1 / priorVariance;
        }
        for (int row = 0; row < rows.count(); row++) {
            double[] x = rows.features()[row];
            for (int i = 0; i < d; i++) {
                right[i] += inverseDispersion * x[i] * rows.labels()[row];
                for (int j = 0; j < d; j++) {
                    precision[i][j] += inverseDispersion * x[i] * x[j];
                }
            }
        }
        double[] mean = new CholeskyDecomposition(new Array2DRowRealMatrix(precision))
                .getSolver()
                .solve(new ArrayRealVector(right))
                .toArray();
        if (full) {
            return Gaussian.ofPrecision(mean, precision);
        }
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            sd[j] = 1 / Math.sqrt(precision[j][j]);
        }
        return Gaussian.ofSd(mean, sd);
    }
}
