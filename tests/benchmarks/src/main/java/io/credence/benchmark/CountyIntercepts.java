package io.credence.benchmark;

import io.credence.Inference;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A regression as large as the radon survey of all states, of which PosteriorDB's {@code radon_mn} is one: 12,573 made rows, an intercept
 * for each of 386 counties, of which the smallest have one row, the slope of the floor, and an unknown standard deviation. Given that,
 * the posterior is Gaussian, so that the reference is a sum over one number.
 */
final class CountyIntercepts {

    private static final int ROWS = 12573;
    private static final int COUNTIES = 386;
    private static final long SEED = 20260101;
    private static final double NOISE = 0.75;
    private static final double PRIOR_SD = 10;

    private final int[] county = new int[ROWS];
    private final double[] floor = new double[ROWS];
    private final double[] label = new double[ROWS];

    private CountyIntercepts() {
        double[] ends = IntStream.range(0, COUNTIES)
                .mapToDouble(j -> Math.exp(1.2 * AddressedRandom.normal(SEED, 0, j)))
                .toArray();
        Arrays.parallelPrefix(ends, Double::sum);
        for (int i = 0; i < ROWS; i++) {
            double at = AddressedRandom.uniform(SEED, 1, i) * ends[COUNTIES - 1];
            int found = Arrays.binarySearch(ends, at);
            county[i] = i < COUNTIES ? i : Math.min(COUNTIES - 1, found < 0 ? -found - 1 : found);
            floor[i] = AddressedRandom.uniform(SEED, 2, i) < 0.17 ? 1 : 0;
            double intercept = 1.4 + 0.35 * AddressedRandom.normal(SEED, 3, county[i]);
            label[i] = intercept - 0.65 * floor[i] + NOISE * AddressedRandom.normal(SEED, 4, i);
        }
    }

    /** The regression with its reference. */
    static PosteriorDbProblem problem() {
        CountyIntercepts made = new CountyIntercepts();
        double[][] features = new double[ROWS][COUNTIES + 1];
        for (int i = 0; i < ROWS; i++) {
            features[i][made.county[i]] = 1;
            features[i][COUNTIES] = made.floor[i];
        }
        RegressionRows rows = new RegressionRows(
                IntStream.rangeClosed(1, COUNTIES + 1).mapToObj(j -> "x" + j).toList(), features, made.label);
        Moments reference = made.reference();
        return new PosteriorDbProblem(
                "made-radon_county_intercept",
                Inference.of(NormalRegression.of(COUNTIES + 1, PRIOR_SD, PriorOfScale.HALF_NORMAL)),
                PackedRegression.of(rows, 2, 2),
                reference.mean(),
                reference.sd());
    }

    /** Means and standard deviations of intercepts, slope and log σ, by the trapezoidal rule over log σ. */
    private Moments reference() {
        double step = 0.25 / Math.sqrt(2.0 * ROWS);
        GivenNoise[] all = IntStream.rangeClosed(-40, 40)
                .mapToObj(k -> given(Math.log(NOISE) + k * step))
                .toArray(GivenNoise[]::new);
        double largest =
                Arrays.stream(all).mapToDouble(GivenNoise::logDensity).max().orElseThrow();
        double total = 0;
        double[] mean = new double[COUNTIES + 2];
        double[] square = new double[COUNTIES + 2];
        for (GivenNoise one : all) {
            double weight = Math.exp(one.logDensity() - largest);
            total += weight;
            for (int j = 0; j < mean.length; j++) {
                mean[j] += weight * one.mean()[j];
                square[j] += weight * (one.variance()[j] + one.mean()[j] * one.mean()[j]);
            }
        }
        for (int j = 0; j < mean.length; j++) {
            mean[j] /= total;
            square[j] = Math.sqrt(square[j] / total - mean[j] * mean[j]);
        }
        return new Moments(mean, square);
    }

    /** The Gaussian given log σ: a diagonal precision of the intercepts, bordered by the slope's. */
    private GivenNoise given(double logSigma) {
        double tau = Math.exp(-2 * logSigma);
        double prior = 1 / (PRIOR_SD * PRIOR_SD);
        double[] precision = new double[COUNTIES];
        double[] border = new double[COUNTIES];
        double[] sums = new double[COUNTIES];
        Arrays.fill(precision, prior);
        double slopePrecision = prior;
        double slopeSum = 0;
        double squares = 0;
        for (int i = 0; i < ROWS; i++) {
            precision[county[i]] += tau;
            border[county[i]] += tau * floor[i];
            sums[county[i]] += tau * label[i];
            slopePrecision += tau * floor[i];
            slopeSum += tau * floor[i] * label[i];
            squares += tau * label[i] * label[i];
        }
        double logDensity = -ROWS * logSigma - squares / 2 - Math.exp(2 * logSigma) / 2 + logSigma;
        for (int j = 0; j < COUNTIES; j++) {
            slopePrecision -= border[j] * border[j] / precision[j];
            slopeSum -= border[j] * sums[j] / precision[j];
            logDensity += (sums[j] * sums[j] / precision[j] - Math.log(precision[j])) / 2;
        }
        double slope = slopeSum / slopePrecision;
        logDensity += (slopeSum * slope - Math.log(slopePrecision)) / 2;
        double[] mean = new double[COUNTIES + 2];
        double[] variance = new double[COUNTIES + 2];
        for (int j = 0; j < COUNTIES; j++) {
            double share = border[j] / precision[j];
            mean[j] = sums[j] / precision[j] - share * slope;
            variance[j] = 1 / precision[j] + share * share / slopePrecision;
        }
        mean[COUNTIES] = slope;
        variance[COUNTIES] = 1 / slopePrecision;
        mean[COUNTIES + 1] = logSigma;
        return new GivenNoise(logDensity, mean, variance);
    }

    private record GivenNoise(double logDensity, double[] mean, double[] variance) {}

    private record Moments(double[] mean, double[] sd) {}
}
