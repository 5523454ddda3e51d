package io.credence.summary;

import io.credence.prior.ScalarDensity;
import java.util.List;
import java.util.Locale;

/**
 * Note that the rows contradict the prior of a dispersion, or of a standard deviation between levels. The rule is that of
 * {@link PriorConflictNotes}, for the logarithm of the parameter: under prior and model, the posterior mean is as improbable
 * as a normal number beyond three standard deviations; and the prior moves it by more than half a standard error of the
 * estimate from the rows alone.
 */
public final class ScalePriorConflictNote {
    // Priors of scales have one tail of powers and one that falls faster than any: distances in standard deviations
    // would miss the latter.

    /** Probability that a normal number lies beyond three standard deviations, on one side. */
    private static final double RARE = 0.00135;

    /** Width of the central interval of probability 0.95 of a normal number, in standard deviations. */
    private static final double WIDTH = 3.92;
    /**
     * Range around the posterior mean over which a prior is integrated, in logarithms: more than any prior here needs.
     */
    private static final double RANGE = 60;

    /** Step of the numerical integration, in logarithms. */
    private static final double STEP = 0.02;

    private final double least;
    private final double[] cumulative;

    private ScalePriorConflictNote(ScalarDensity prior, double centre) {
        least = centre - RANGE;
        cumulative = new double[(int) Math.round(2 * RANGE / STEP)];
        double sum = 0;
        for (int k = 0; k < cumulative.length; k++) {
            sum += STEP * Math.exp(prior.logDensity(least + (k + 0.5) * STEP));
            cumulative[k] = sum;
        }
    }

    /**
     * Note on the parameter, or none.
     *
     * @param prior prior density of the logarithm
     * @param logMean posterior mean of the logarithm
     * @param logSd posterior standard deviation of the logarithm
     * @param key key of the prior's scale, for the advice
     */
    public static List<String> notes(String name, ScalarDensity prior, double logMean, double logSd, String key) {
        if (!(logSd > 0) || !Double.isFinite(logMean)) {
            return List.of();
        }
        ScalePriorConflictNote expected = new ScalePriorConflictNote(prior, logMean);
        double beside = 0.1 * logSd;
        double curvature = (prior.slope(logMean + beside) - prior.slope(logMean - beside)) / (2 * beside);
        double moved = prior.slope(logMean)
                * logSd
                / Math.sqrt(Math.max(PriorConflictNotes.LEAST, 1 + curvature * logSd * logSd));
        return expected.tailProbability(logMean, logSd) > RARE || Math.abs(moved) <= PriorConflictNotes.MOVED
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "prior and data contradict each other about %s: the prior expects %.3g to %.3g (95 %%), the posterior is about"
                                + " %.3g, which the prior makes %s than the rows alone; a %s %s lets the rows decide",
                        name,
                        Math.exp(expected.priorQuantile(0.025)),
                        Math.exp(expected.priorQuantile(0.975)),
                        Math.exp(logMean),
                        moved > 0 ? "larger" : "smaller",
                        moved > 0 ? "smaller" : "larger",
                        key));
    }

    /**
     * Probability, under the prior predictive distribution, of a posterior mean of the log scale as far out as the
     * given one or farther. It is that of the nearer tail; the variance of such means is the part of the prior's
     * variance that the rows removed.
     */
    private double tailProbability(double logMean, double logSd) {
        double middle = priorQuantile(0.5);
        double sd = (priorQuantile(0.975) - priorQuantile(0.025)) / WIDTH;
        double taken = PriorConflictNotes.removedShare(Math.pow(logSd / sd, 2));
        double below = priorCdf(middle + (logMean - middle) / Math.sqrt(taken));
        return Math.min(below, 1 - below);
    }

    private double priorCdf(double log) {
        int k = (int) Math.floor((log - least) / STEP) - 1;
        return k < 0 ? 0 : cumulative[Math.min(k, cumulative.length - 1)] / cumulative[cumulative.length - 1];
    }

    private double priorQuantile(double probability) {
        int k = 0;
        while (cumulative[k] < probability * cumulative[cumulative.length - 1]) {
            k++;
        }
        return least + (k + 0.5) * STEP;
    }
}
