package io.credence.predict;

import org.apache.commons.math3.special.Erf;

/** Quantiles of a mixture of normals, of which some may be points. */
public final class NormalQuantile {

    private NormalQuantile() {}

    /** The z with Φ(z) = {@code p}. */
    public static double standard(double p) {
        return Math.sqrt(2) * Erf.erfInv(2 * p - 1);
    }

    /** The ends of the central interval of that probability. */
    static double[] ends(double level, double[] weights, double[] mean, double[] variance) {
        if (weights.length == 1) {
            double reach = Math.sqrt(2) * Erf.erfInv(level) * Math.sqrt(variance[0]);
            return new double[] {mean[0] - reach, mean[0] + reach};
        }
        double tail = 0.5 * (1 - level);
        double size = Math.sqrt(MixtureQuantile.spread(weights, mean, variance));
        double centre = MixtureQuantile.centre(weights, mean);
        double[] ends = new double[2];
        for (int end = 0; end < 2; end++) {
            double p = end == 0 ? tail : 1 - tail;
            ends[end] = PredictiveQuantile.solve(
                    t -> cdf(t, weights, mean, variance),
                    p,
                    centre + standard(p) * size,
                    Math.max(size, Double.MIN_NORMAL));
        }
        return ends;
    }

    private static double cdf(double t, double[] weights, double[] mean, double[] variance) {
        double sum = 0;
        for (int n = 0; n < weights.length; n++) {
            sum += weights[n] * ScaleNodes.normalCdf(t - mean[n], variance[n]);
        }
        return sum;
    }
}
