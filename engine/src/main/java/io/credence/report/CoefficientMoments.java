package io.credence.report;

import io.credence.family.Posterior;
import io.credence.random.NormalDraws;
import java.util.function.UnaryOperator;

/**
 * Means and covariance of a function of a posterior's parameters, over 10,000 draws, the same for the same seed: the
 * coefficients behind the parameters of a non-centred prior.
 *
 * @param mean of each number
 * @param covariance row-major, or the variances alone beyond {@link PosteriorJson#INLINE_DIMENSION} numbers
 */
public record CoefficientMoments(double[] mean, double[] covariance) {

    private static final int DRAWS = 10_000;
    /** No step has this number, so that these draws are none of the fit's. */
    private static final long ITERATION = Long.MIN_VALUE;

    /** The moments of {@code function}, which keeps the length of what it returns. */
    public static CoefficientMoments of(Posterior q, UnaryOperator<double[]> function, long seed) {
        NormalDraws standard = new NormalDraws(seed, ITERATION, DRAWS, q.noise(), NormalDraws.Kind.ANTITHETIC);
        double[] epsilon = new double[q.noise()];
        double[] mean = new double[0];
        double[] products = new double[0];
        double total = 0;
        for (int s = 0; s < DRAWS; s++) {
            standard.fill(s, epsilon);
            int stratum = s / 2 % q.strata();
            double[] value = function.apply(q.draw(stratum, epsilon));
            if (s == 0) {
                mean = new double[value.length];
                boolean whole = value.length <= PosteriorJson.INLINE_DIMENSION;
                products = new double[whole ? value.length * value.length : value.length];
            }
            double weight = q.weight(stratum) * q.strata();
            total += weight;
            add(value, weight / total, mean, products);
        }
        return new CoefficientMoments(mean, products);
    }

    /** Moves running mean and covariance towards a value of that share of all weight so far. */
    private static void add(double[] value, double share, double[] mean, double[] covariance) {
        int d = mean.length;
        double[] deviation = new double[d];
        for (int j = 0; j < d; j++) {
            deviation[j] = value[j] - mean[j];
            mean[j] += share * deviation[j];
        }
        for (int e = 0; e < covariance.length; e++) {
            int i = covariance.length == d ? e : e / d;
            int j = covariance.length == d ? e : e % d;
            covariance[e] = (1 - share) * (covariance[e] + share * deviation[i] * deviation[j]);
        }
    }
}
