package io.credence.predict;

import io.credence.linalg.NormalTail;
import org.apache.commons.math3.special.Erf;

/** Quantiles of a mixture of normals, some of which may have variance 0. */
final class NormalQuantile {

    private NormalQuantile() {}

    /** Ends of the central interval of a given probability. */
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
                    centre + NormalTail.quantile(p) * size,
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
