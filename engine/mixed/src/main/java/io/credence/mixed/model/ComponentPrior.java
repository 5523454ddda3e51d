package io.credence.mixed.model;

import io.credence.prior.ScalarDensity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prior of variance components in their {@link VarianceCoordinates}.
 *
 * @param entries blocks of components
 * @param residual density of the last coordinate; null where the model has neither residuals nor a dispersion
 */
record ComponentPrior(List<VarianceEntry> entries, @Nullable ScalarDensity residual) {

    /** Step of finite differences for the curvature, in units of the coordinates. */
    private static final double DIFFERENCE = 1e-4;

    /** Log density of the coordinates, whose gradient is added to {@code gradient}. */
    double logDensity(double[] x, double[] gradient) {
        double sum = 0;
        int at = 0;
        for (VarianceEntry each : entries) {
            for (ScalarDensity density : each.prior().logSdDensities()) {
                double log = 3 * Math.log(x[at]);
                sum += density.logDensity(log) + Math.log(3 / x[at]);
                gradient[at] += (3 * density.slope(log) - 1) / x[at];
                at++;
            }
            if (each.correlated()) {
                sum += each.prior().logCorrelations(each.size(), x, at, gradient);
                at += each.correlations();
            }
        }
        if (residual != null) {
            sum += residual.logDensity(x[at]);
            gradient[at] += residual.slope(x[at]);
        }
        return sum;
    }

    /**
     * Adds minus the Hessian of the log density.
     *
     * @param units units of the coordinates
     * @param curvature square matrix to which it is added, from row and column {@code first} on, both triangles
     */
    void addCurvature(double[] x, double[] units, double[] curvature, int first) {
        int n = first + x.length;
        for (int j = 0; j < x.length; j++) {
            double step = DIFFERENCE * units[j];
            double[] above = gradientBeside(x, j, step);
            double[] below = gradientBeside(x, j, -step);
            for (int i = 0; i < x.length; i++) {
                double half = 0.5 * (below[i] - above[i]) / (2 * step);
                curvature[(first + i) * n + first + j] += half;
                curvature[(first + j) * n + first + i] += half;
            }
        }
    }

    /** Gradient of the log density at {@code x} with one coordinate moved by a step. */
    private double[] gradientBeside(double[] x, int coordinate, double step) {
        double[] moved = x.clone();
        moved[coordinate] += step;
        double[] slope = new double[x.length];
        logDensity(moved, slope);
        return slope;
    }
}
