package io.credence.loss;

import java.util.function.DoubleUnaryOperator;

/**
 * Expectations under N(mean, variance) by a fine trapezoid, independent of the rules under test.
 *
 * @param width distance from the real line of the integrand's nearest singularity
 */
public record NormalExpectation(double mean, double variance, double width) {
    // Error exp(−2π width/(sd h)) < 1e-18 for a step h ≤ 0.15 width/sd; the reach lets integrands grow as fast as
    // e^{2|η|}.

    public double of(DoubleUnaryOperator function) {
        return weighted(function, 0);
    }

    /** E f′ = E[f z]/sd, by integration by parts: values alone are needed. */
    double ofSlope(DoubleUnaryOperator function) {
        return weighted(function, 1) / Math.sqrt(variance);
    }

    /** E f″ = E[f (z² − 1)]/variance. */
    double ofCurvature(DoubleUnaryOperator function) {
        return weighted(function, 2) / variance;
    }

    private double weighted(DoubleUnaryOperator function, int order) {
        double sd = Math.sqrt(variance);
        double step = Math.min(0.1, 0.15 * width / sd);
        int half = (int) Math.ceil((11 + 2 * sd) / step);
        double centre = order == 0 ? 0 : function.applyAsDouble(mean);
        double sum = 0;
        for (int k = -half; k <= half; k++) {
            double z = k * step;
            double polynomial = order == 0 ? 1 : order == 1 ? z : z * z - 1;
            double density = step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            if (density > 0) {
                sum += density * polynomial * (function.applyAsDouble(mean + sd * z) - centre);
            }
        }
        return sum;
    }
}
