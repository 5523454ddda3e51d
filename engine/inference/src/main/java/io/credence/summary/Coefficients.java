package io.credence.summary;

import io.credence.family.MomentSource;
import io.credence.family.Posterior;
import io.credence.linalg.Vectors;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import io.credence.prior.Prior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of the coefficients on the scale of the columns as they were given.
 *
 * @param names names of the coefficients, intercept first
 * @param posterior posterior q of the coefficients; under a non-centred prior, of that prior's parameters
 * @param nonCentredMap map from those parameters to the coefficients; null where they are the same
 * @param mean means of the coefficients
 * @param sd standard deviations of the coefficients
 * @param covariance covariance of the coefficients, row-major; the variances alone where they are independent or too
 *     many
 * @param momentSource method by which the moments were computed
 * @param wholePrior prior of the coefficients; under a non-centred prior its normal part alone
 */
public record Coefficients(
        List<String> names,
        Posterior posterior,
        @Nullable NonCentredMap nonCentredMap,
        double[] mean,
        double[] sd,
        double[] covariance,
        MomentSource momentSource,
        Prior wholePrior) {
    /** Largest number of coefficients whose covariance is saved in {@code posterior.json} instead of a table. */
    public static final int INLINE_DIMENSION = 64;

    /**
     * Share of the prior's standard deviation above which a posterior's marks a coefficient as uninformed by the data.
     */
    private static final double LITTLE = 0.5;
    /** Largest number of coefficients whose dense covariance is computed for a family with far fewer parameters. */
    private static final int MOST_DENSE = 4000;

    public Coefficients {
        if (names.size() != mean.length || sd.length != mean.length) {
            throw new IllegalArgumentException("names, mean and sd must have the same length but have " + names.size()
                    + ", " + mean.length + " and " + sd.length);
        }
    }

    /** Coefficients that are the parameters of the posterior, under a normal prior. */
    public static Coefficients of(List<String> names, Posterior q, GaussianPrior prior) {
        return of(names, q, new Prior(prior));
    }

    /** Coefficients that are the parameters of the posterior, under any prior. */
    public static Coefficients of(List<String> names, Posterior q, Prior prior) {
        long d = q.dimension();
        double[] sd = q.sd();
        boolean whole = d <= MOST_DENSE || q.parameterCount() > d * d / 4;
        double[] covariance = whole ? q.covariance() : variances(sd);
        return new Coefficients(names, q, null, q.mean(), sd, covariance, q.momentSource(), prior);
    }

    /**
     * Coefficients under a non-centred prior, with moments estimated from draws. The same seed gives the same draws.
     *
     * @param prior normal prior of those parameters
     */
    public static Coefficients ofNonCentred(
            NonCentredMap map, List<String> names, Posterior q, GaussianPrior prior, long seed) {
        CoefficientMoments moments = CoefficientMoments.of(q, map::toCentred, seed);
        double[] covariance = moments.covariance();
        int d = moments.mean().length;
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(covariance[covariance.length == d ? j : j * d + j]);
        }
        GaussianPrior own = map.plainCoefficientPrior(prior, d);
        return new Coefficients(names, q, map, moments.mean(), sd, covariance, MomentSource.DRAWS, new Prior(own));
    }

    private static double[] variances(double[] sd) {
        return Arrays.stream(sd).map(each -> each * each).toArray();
    }

    /** Coefficients at a draw of the posterior. Numbers of the draw beyond the coefficients are ignored. */
    double[] coefficientsAt(double[] theta) {
        int own = posterior.dimension();
        double[] draw = theta.length > own ? Arrays.copyOf(theta, own) : theta;
        return nonCentredMap == null ? draw : nonCentredMap.toCentred(draw);
    }

    /**
     * Summaries of the first {@code count} coefficients, with normal intervals or, for other posteriors, intervals from
     * draws.
     */
    public List<SummaryRow> summaryRows(int count, long seed) {
        return summaryRows(count, SummaryRow.LEVEL, seed);
    }

    /** Summaries of the first {@code count} coefficients, with central intervals of a given probability. */
    public List<SummaryRow> summaryRows(int count, double level, long seed) {
        DrawnNumbers drawn = isNormal() ? null : DrawnNumbers.of(this, count, theta -> theta, seed);
        return IntStream.range(0, count)
                .mapToObj(j -> drawn == null
                        ? SummaryRow.ofNormal(names.get(j), mean[j], sd[j], level)
                        : SummaryRow.ofDraws(names.get(j), mean[j], sd[j], drawn, j, level))
                .toList();
    }

    /** Whether the coefficients are jointly normal. */
    public boolean isNormal() {
        return nonCentredMap == null && posterior.isNormal();
    }

    /** Whether the covariance of any two coefficients is available. */
    boolean isCovarianceKnown() {
        return !isDiagonal() || dimension() <= MOST_DENSE;
    }

    /**
     * Summary of a linear combination of coefficients.
     *
     * @param text such as {@code a - b} or {@code 2*age + 0.5*x}
     * @param level probability of the central interval
     * @param seed seed of the draws, where the summary needs draws
     * @throws IllegalArgumentException if it is no combination of these coefficients
     */
    public SummaryRow contrast(String text, double level, long seed) {
        return LinearCombination.parse(text, names)
                .summaryRows(this, level, seed)
                .get(0);
    }

    /** Normal prior of the coefficients; precision 0 for those without one. */
    public GaussianPrior prior() {
        return wholePrior.normalPrior();
    }

    /**
     * Normal prior of the coefficients; of a prior that is normal given the dispersion, that at the posterior mean of
     * its logarithm, which is the last coefficient. Precision 0 for coefficients without one.
     */
    GaussianPrior priorGivenDispersion() {
        GaussianPrior unit = wholePrior.unitDispersionPrior();
        if (unit == null) {
            return prior();
        }
        double log = mean[unit.dimension()];
        double[] precision = Vectors.scaled(Math.exp(-log), unit.precision());
        return Arrays.stream(precision).allMatch(Double::isFinite)
                ? new GaussianPrior(unit.mean(), precision).withFlatParameter(log)
                : prior();
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    /** Whether the covariance is stored by its diagonal alone. */
    public boolean isDiagonal() {
        return covariance.length == mean.length;
    }

    /** Covariance of coefficients i and j. */
    public double covariance(int i, int j) {
        return isDiagonal() ? (i == j ? covariance[i] : 0) : covariance[i * mean.length + j];
    }

    /** Whether all numbers are finite and every variance is positive. */
    public boolean isProper() {
        for (int j = 0; j < mean.length; j++) {
            if (!Double.isFinite(mean[j]) || !(sd[j] > 0) || sd[j] == Double.POSITIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    /**
     * Names of the coefficients whose posterior standard deviation is more than half the prior's, or the prior's given
     * the dispersion.
     */
    public List<String> uninformed() {
        List<String> little = new ArrayList<>();
        double[] before = priorGivenDispersion().sd();
        for (int j = 0; j < mean.length; j++) {
            if (sd[j] / before[j] > LITTLE) {
                little.add(names.get(j));
            }
        }
        return little;
    }
}
