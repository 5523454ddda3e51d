package io.credence.predict;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.ResponseLaw;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Quantiles of a response whose predictor is a mixture of normals. Each normal has its own posterior of the dispersion.
 */
final class MixtureQuantile {

    private final PredictiveQuantile[] each;

    MixtureQuantile(ResponseLaw law, List<DispersionPosterior> scales) {
        Map<DispersionPosterior, PredictiveQuantile> known = new HashMap<>();
        this.each = scales.stream()
                .map(scale -> known.computeIfAbsent(scale, own -> new PredictiveQuantile(law, ScaleNodes.of(own))))
                .toArray(PredictiveQuantile[]::new);
    }

    /** Smallest response at which the distribution function of a mixture reaches each p. */
    DoubleUnaryOperator of(double[] weights, double[] mean, double[] variance) {
        if (weights.length == 1) {
            return each[0].quantile(mean[0], variance[0]);
        }
        DoubleUnaryOperator[] cdf = new DoubleUnaryOperator[weights.length];
        for (int n = 0; n < cdf.length; n++) {
            cdf[n] = each[n].cdf(mean[n], variance[n]);
        }
        double centre = mean(weights, mean);
        double spread = variance(weights, mean, variance);
        return p -> each[0].quantile(p, t -> mixtureCdf(weights, cdf, t), centre, spread);
    }

    private static double mixtureCdf(double[] weights, DoubleUnaryOperator[] cdf, double t) {
        double sum = 0;
        for (int n = 0; n < cdf.length; n++) {
            sum += weights[n] * cdf[n].applyAsDouble(t);
        }
        return sum;
    }

    /** Mean of a mixture. */
    static double mean(double[] weights, double[] mean) {
        double centre = 0;
        for (int n = 0; n < weights.length; n++) {
            centre += weights[n] * mean[n];
        }
        return centre;
    }

    /** Variance of a mixture. */
    static double variance(double[] weights, double[] mean, double[] variance) {
        double centre = mean(weights, mean);
        double spread = 0;
        for (int n = 0; n < weights.length; n++) {
            spread += weights[n] * (variance[n] + (mean[n] - centre) * (mean[n] - centre));
        }
        return spread;
    }
}
