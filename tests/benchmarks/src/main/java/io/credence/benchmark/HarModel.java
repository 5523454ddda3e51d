package io.credence.benchmark;

import io.credence.testkit.LogDensity;
import java.util.Arrays;

/**
 * Linear regression with β ~ N(0, v I) and σ² ~ IG(a0, b0), at θ = (β, log σ²); the Jacobian of the logarithm is included.
 *
 * @param rows the regression
 * @param priorVariance v
 * @param shape a0
 * @param scale b0
 */
record HarModel(RegressionRows rows, double priorVariance, double shape, double scale) implements LogDensity {

    @Override
    public int dimension() {
        return rows.columns() + 1;
    }

    @Override
    public double evaluate(double[] theta, double[] gradient) {
        int d = rows.columns();
        double[] beta = Arrays.copyOf(theta, d);
        double[] slope = new double[d];
        double value = Model.logPrior(priorVariance, beta, slope);
        double precision = Math.exp(-theta[d]);
        double squares = 0;
        for (int i = 0; i < rows.count(); i++) {
            double residual = rows.labels()[i] - rows.predictor(i, beta);
            squares += residual * residual;
            for (int j = 0; j < d; j++) {
                slope[j] += precision * residual * rows.features()[i][j];
            }
        }
        System.arraycopy(slope, 0, gradient, 0, d);
        double half = 0.5 * rows.count();
        gradient[d] = precision * (0.5 * squares + scale) - half - shape;
        return value
                - half * (Math.log(2 * Math.PI) + theta[d])
                - shape * theta[d]
                - precision * (0.5 * squares + scale);
    }
}
