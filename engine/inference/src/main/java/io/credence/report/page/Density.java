package io.credence.report.page;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Density functions of single numbers. */
final class Density {

    private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

    private Density() {}

    static DoubleUnaryOperator normal(double mean, double sd) {
        return x -> {
            double z = (x - mean) / sd;
            return Math.exp(-0.5 * z * z) / (sd * ROOT_TWO_PI);
        };
    }

    /**
     * Kernel density estimate by normals around each draw, with the width that Silverman (1986, eq. 3.31) recommends.
     */
    static DoubleUnaryOperator ofDraws(double[] draws) {
        double[] sorted = draws.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double mean = Arrays.stream(sorted).average().orElse(0);
        double sd = Math.sqrt(
                Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum() / n);
        double quartiles = (sorted[(3 * n) / 4] - sorted[n / 4]) / 1.349;
        double spread = quartiles > 0 ? Math.min(sd, quartiles) : sd;
        double width = 0.9 * (spread > 0 ? spread : 1e-9) * Math.pow(n, -0.2);
        return x -> {
            double sum = 0;
            for (double draw : sorted) {
                double z = (x - draw) / width;
                sum += Math.abs(z) > 8 ? 0 : Math.exp(-0.5 * z * z);
            }
            return sum / (n * width * ROOT_TWO_PI);
        };
    }
}
