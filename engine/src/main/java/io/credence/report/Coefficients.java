package io.credence.report;

import io.credence.family.Moments;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of the coefficients on the scale of the columns as they were given.
 *
 * @param names of the coefficients, intercept first
 * @param posterior q, of the coefficients or, under a non-centred prior, of that prior's parameters
 * @param map from those parameters to the coefficients; null where they are the same
 * @param mean of the coefficients
 * @param sd of the coefficients
 * @param covariance of the coefficients, row-major; the variances alone where they are independent or too many
 * @param momentsBy how these were found
 * @param prior prior of the same coefficients
 */
public record Coefficients(
        List<String> names,
        Posterior posterior,
        @Nullable NonCentredMap map,
        double[] mean,
        double[] sd,
        double[] covariance,
        Moments momentsBy,
        GaussianPrior prior) {

    /** The 95 % quantile of the standard normal distribution. */
    static final double Z95 = 1.6448536269514722;

    /** Share of the prior's standard deviation above which the prior, not the data, decides. */
    private static final double LITTLE = 0.5;
    /** Most coefficients whose covariance is made of a family that has no parameters of that number. */
    private static final int MOST_DENSE = 4000;

    public Coefficients {
        if (names.size() != mean.length || sd.length != mean.length) {
            throw new IllegalArgumentException("names, mean and sd must have the same length but have " + names.size()
                    + ", " + mean.length + " and " + sd.length);
        }
    }

    /** Coefficients that are the posterior's own parameters. */
    public static Coefficients of(List<String> names, Posterior q, GaussianPrior prior) {
        long d = q.dimension();
        double[] sd = q.sd();
        boolean whole = d <= MOST_DENSE || q.parameters().length > d * d / 4;
        double[] covariance = whole ? q.covariance() : squares(sd);
        return new Coefficients(names, q, null, q.mean(), sd, covariance, q.momentsBy(), prior);
    }

    /**
     * Coefficients behind the parameters of a non-centred prior, by draws that are the same for the same seed.
     *
     * @param prior normal prior of those parameters
     */
    public static Coefficients behind(
            NonCentredMap map, List<String> names, Posterior q, GaussianPrior prior, long seed) {
        CoefficientMoments moments = CoefficientMoments.of(q, map::centred, seed);
        double[] covariance = moments.covariance();
        int d = moments.mean().length;
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(covariance[covariance.length == d ? j : j * d + j]);
        }
        GaussianPrior own = map.plain(prior, d);
        return new Coefficients(names, q, map, moments.mean(), sd, covariance, Moments.DRAWS, own);
    }

    private static double[] squares(double[] sd) {
        return Arrays.stream(sd).map(each -> each * each).toArray();
    }

    /** The coefficients at a draw of the posterior, which more numbers may follow. */
    double[] at(double[] theta) {
        int own = posterior.dimension();
        double[] draw = theta.length > own ? Arrays.copyOf(theta, own) : theta;
        return map == null ? draw : map.centred(draw);
    }

    /** Ends of the central 90 % intervals of the first {@code count} coefficients: of a normal, or of draws of the posterior. */
    double[][] intervals(int count, long seed) {
        NormalMixture normals = map == null ? posterior.normals() : null;
        double[][] ends = new double[count][];
        if (normals != null && normals.components().size() == 1) {
            Arrays.setAll(ends, j -> new double[] {mean[j] - Z95 * sd[j], mean[j] + Z95 * sd[j]});
        } else {
            DrawnNumbers drawn = DrawnNumbers.of(this, count, theta -> theta, seed);
            Arrays.setAll(ends, j -> drawn.quantiles(j, 0.05, 0.95));
        }
        return ends;
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    /** Whether the covariance is held by its diagonal alone. */
    public boolean isDiagonal() {
        return covariance.length == mean.length;
    }

    /** Entry of S. */
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

    /** Coefficients whose standard deviation the data hardly lowered. */
    public List<String> littleKnown() {
        List<String> little = new ArrayList<>();
        double[] before = prior.sd();
        for (int j = 0; j < mean.length; j++) {
            if (sd[j] / before[j] > LITTLE) {
                little.add(names.get(j));
            }
        }
        return little;
    }
}
