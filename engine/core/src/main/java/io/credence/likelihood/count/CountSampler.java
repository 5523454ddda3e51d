package io.credence.likelihood.count;

import io.credence.likelihood.LogFactorial;
import org.hipparchus.random.RandomGenerator;

/**
 * Draws Poisson and binomial counts at a cost that does not grow with them. It searches from 0 where few are expected,
 * and else uses transformed rejection (Hörmann 1993, The transformed rejection method for generating Poisson random
 * variables; The generation of binomial random variates).
 */
public final class CountSampler {
    // Both rejections accept more than two points of three, whatever the mean. Logarithms of probabilities are taken
    // relative to the mode or to the mean, where nothing cancels.

    /**
     * Smallest expected count for which the constants of the rejections hold. Below it, counts are found by a search.
     */
    private static final double FEW = 10;
    /** Largest count of a search. At an expected count of {@link #FEW} larger ones have a probability below 1e-60. */
    private static final int MOST_SEARCHED = 128;
    /** Largest number of proposals; the probability that all of them are rejected is below 1e-90. */
    private static final int MOST_POINTS = 200;
    /** Value of ½ − |u|, u the uniform number, below which the tails of the hat begin. */
    private static final double TAIL = 0.013;

    private static final double CENTRE = 0.07;

    private CountSampler() {}

    /** Draws a Poisson count; returns the mean itself where it is not positive and finite. */
    public static double poisson(double mean, RandomGenerator random) {
        if (!(mean > 0) || mean == Double.POSITIVE_INFINITY) {
            return mean;
        }
        if (mean < FEW) {
            return drawByInversion(Math.exp(-mean), k -> mean / k, random.nextDouble());
        }
        double b = 0.931 + 2.53 * Math.sqrt(mean);
        double a = -0.059 + 0.02483 * b;
        double scale = 1.1239 + 1.1328 / (b - 3.4);
        Hat hat = new Hat(a, b, mean + 0.43, 0.9277 - 3.6224 / (b - 2), Math.log(scale));
        return hat.draw(Double.POSITIVE_INFINITY, k -> poissonLogProbability(k, mean), random);
    }

    /**
     * Draws −log of the probability of no event until the first one, given that there is an event within the whole time.
     *
     * @param logZero log of the probability of no event within the whole time
     */
    static double eventsBeforeFirst(double logZero, RandomGenerator random) {
        return -Math.log1p(random.nextDouble() * Math.expm1(logZero));
    }

    /**
     * Draws the number of successes among trials.
     *
     * @param trials whole, not negative
     * @param share probability of success of each, from 0 to 1
     */
    static double binomial(double trials, double share, RandomGenerator random) {
        if (share > 0.5) {
            return trials - binomial(trials, 1 - share, random);
        }
        double mean = trials * share;
        if (!(mean > 0)) {
            return mean;
        }
        double odds = share / (1 - share);
        if (mean < FEW) {
            double none = Math.exp(trials * Math.log1p(-share));
            return Math.min(trials, drawByInversion(none, k -> (trials - k + 1) / k * odds, random.nextDouble()));
        }
        double sd = Math.sqrt(mean * (1 - share));
        double b = 1.15 + 2.53 * sd;
        double a = -0.0873 + 0.0248 * b + 0.01 * share;
        double mode = Math.floor((trials + 1) * share);
        double atMode = LogFactorial.of(mode) + LogFactorial.of(trials - mode);
        Hat hat = new Hat(a, b, mean + 0.5, 0.92 - 4.2 / b, Math.log((2.83 + 5.1 / b) * sd));
        return hat.draw(
                trials,
                k -> atMode - LogFactorial.of(k) - LogFactorial.of(trials - k) + (k - mode) * Math.log(odds),
                random);
    }

    /** Log probability of a Poisson count, which is computed by its distance from the mean where the count is large. */
    private static double poissonLogProbability(double count, double mean) {
        if (!LogFactorial.isLarge(count)) {
            return count * Math.log(mean) - mean - LogFactorial.of(count);
        }
        double apart = (count - mean) / mean;
        return mean * apart - count * Math.log1p(apart) - LogFactorial.poissonLossAtMean(count, Math.log(count));
    }

    /** Ratio of a count's probability to the probability of the count before. */
    private interface Ratio {
        double probabilityRatio(double count);
    }

    private static double drawByInversion(double none, Ratio ratio, double uniform) {
        double share = none;
        double left = uniform - share;
        double count = 0;
        while (left >= 0 && count < MOST_SEARCHED) {
            count++;
            share *= ratio.probabilityRatio(count);
            left -= share;
        }
        return count;
    }

    /** Log probability of a count, up to a constant. */
    private interface LogProbability {
        double logProbability(double count);
    }

    /**
     * Table mountain hat of the rejections, whose proposal is k = ⌊(2a/(½ − |u|) + b) u + c⌋ for a uniform u.
     *
     * @param squeeze uniform v up to which a proposal near the centre is accepted at once
     * @param logScale log of the factor of v in the test of acceptance
     */
    private record Hat(double a, double b, double c, double squeeze, double logScale) {

        double draw(double most, LogProbability target, RandomGenerator random) {
            for (int i = 0; i < MOST_POINTS; i++) {
                double u = random.nextDouble() - 0.5;
                double v = random.nextDouble();
                double inside = 0.5 - Math.abs(u);
                double count = Math.floor((2 * a / inside + b) * u + c);
                if (inside >= CENTRE && v <= squeeze) {
                    return count;
                }
                boolean outside = count < 0 || count > most || inside < TAIL && v > inside;
                if (!outside
                        && Math.log(v) + logScale - Math.log(a / (inside * inside) + b)
                                <= target.logProbability(count)) {
                    return count;
                }
            }
            throw new IllegalStateException("a count must be accepted within " + MOST_POINTS
                    + " points but none was, of a hat around " + c + " as wide as " + b);
        }
    }
}
