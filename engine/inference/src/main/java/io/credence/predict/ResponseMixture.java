package io.credence.predict;

import io.credence.linalg.NormalTail;
import java.util.Arrays;

/**
 * Mixture of normals as the distribution of a response.
 *
 * @param shares weights of the normals, which sum to 1
 * @param means means of the normals
 * @param variances variances of the normals
 */
record ResponseMixture(double[] shares, double[] means, double[] variances) {

    double mean() {
        return MixtureQuantile.centre(shares, means);
    }

    double sd() {
        return Math.sqrt(MixtureQuantile.spread(shares, means, variances));
    }

    /** Standard deviation and central interval of a given probability. */
    Uncertainty spread(double level) {
        double tail = 0.5 * (1 - level);
        return new Uncertainty(sd(), quantile(tail), quantile(1 - tail));
    }

    double quantile(double p) {
        double size = sd();
        double[] root = Arrays.stream(variances).map(Math::sqrt).toArray();
        double guess = mean() + NormalTail.quantile(p) * size;
        return PredictiveQuantile.solve(
                t -> {
                    double sum = 0;
                    for (int s = 0; s < shares.length; s++) {
                        sum += shares[s] * NormalTail.cdf((t - means[s]) / root[s]);
                    }
                    return sum;
                },
                p,
                guess,
                Math.max(size, Double.MIN_NORMAL));
    }

    /** Log density of one normal. */
    static double logDensity(double y, double mean, double variance) {
        double apart = y - mean;
        return -NormalTail.HALF_LOG_2_PI - 0.5 * (Math.log(variance) + apart * apart / variance);
    }
}
