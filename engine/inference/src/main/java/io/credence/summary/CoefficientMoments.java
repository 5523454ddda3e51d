package io.credence.summary;

import io.credence.family.Posterior;
import io.credence.family.PosteriorDraws;
import io.credence.random.RandomUse;
import java.util.function.UnaryOperator;

/**
 * Means and covariance of a function of a posterior's parameters, estimated from 10,000 draws. They serve for the
 * coefficients under a non-centred prior. The same seed gives the same draws.
 */
final class CoefficientMoments {

    /** Number of draws. */
    static final int DRAWS = 10_000;

    private double[] mean = new double[0];
    private double[] covariance = new double[0];
    private double total;

    private CoefficientMoments() {}

    /** Moments of {@code function} over draws of a posterior. All results of the function must have the same length. */
    static CoefficientMoments of(Posterior q, UnaryOperator<double[]> function, long seed) {
        CoefficientMoments moments = new CoefficientMoments();
        new PosteriorDraws(q, DRAWS, seed, RandomUse.REPORTED_MOMENTS.firstAddressWord())
                .forEach((weight, theta) -> moments.add(weight, function.apply(theta)));
        return moments;
    }

    /** Mean of each number. */
    double[] mean() {
        return mean;
    }

    /** Covariance, row-major; only the variances for more than {@link Coefficients#INLINE_DIMENSION} numbers. */
    double[] covariance() {
        return covariance;
    }

    /** Updates the running mean and covariance with a weighted value. */
    private void add(double weight, double[] value) {
        int d = value.length;
        if (mean.length == 0) {
            mean = new double[d];
            covariance = new double[d <= Coefficients.INLINE_DIMENSION ? d * d : d];
        }
        total += weight;
        double share = weight / total;
        double[] deviation = new double[d];
        for (int j = 0; j < d; j++) {
            deviation[j] = value[j] - mean[j];
            mean[j] += share * deviation[j];
        }
        for (int e = 0; e < covariance.length; e++) {
            int i = covariance.length == d ? e : e / d;
            int j = covariance.length == d ? e : e % d;
            covariance[e] = (1 - share) * (covariance[e] + share * (deviation[i] * deviation[j]));
        }
    }
}
