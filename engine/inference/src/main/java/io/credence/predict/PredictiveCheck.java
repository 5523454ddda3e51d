package io.credence.predict;

import io.credence.linalg.NormalTail;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Responses drawn from the fitted model against those that were observed (Gelman, Meng and Stern 1996): where the model is right, an
 * observed number lies among the replicated ones.
 *
 * @param rows number of rows that were replicated
 * @param draws number of replications
 * @param statistics numbers of all responses together, coverage alone where some are censored; empty where rows have weights, which
 *     replications do not
 * @param calibration of classes, how often they came where they were predicted; empty for other responses
 * @param problem why all or some statistics are missing; null where none is
 */
public record PredictiveCheck(
        long rows,
        int draws,
        List<Statistic> statistics,
        List<Bin> calibration,
        @Nullable String problem) {

    /** Of responses that were drawn. */
    public PredictiveCheck(long rows, int draws, List<Statistic> statistics, List<Bin> calibration) {
        this(rows, draws, statistics, calibration, null);
    }

    /** Whether responses could be drawn. */
    public boolean isDrawn() {
        return problem == null || !statistics.isEmpty();
    }

    /** Notes for users. */
    public List<String> notes() {
        return problem == null ? List.of() : List.of(problem);
    }

    public PredictiveCheck {
        statistics = List.copyOf(statistics);
        calibration = List.copyOf(calibration);
    }

    /**
     * A number of all responses. One that depends on the parameters too, as calibration does, is compared draw by draw: what was observed
     * is then its mean over the draws. Coverage is that of intervals for each row from the others, which have the probability that they
     * show.
     *
     * @param name of numbers mean, sd, zeros, skewness, min, max or coverage; of classes mean, calibration (squared distance of numbers
     *     of events from what was expected over its variance, about 1) or the share of a class
     * @param observed of the observed responses
     * @param mean of the replicated ones
     * @param lower lower end of the central 90 % interval of the replicated ones
     * @param upper upper end of that interval
     * @param probability that a replicated one is above the observed one, half of those that are equal
     */
    public record Statistic(String name, double observed, double mean, double lower, double upper, double probability) {

        /**
         * Of replications.
         *
         * @param replicated one number for each
         * @param observed the number at the same draws, or the one number that it is
         */
        static Statistic of(String name, double[] replicated, double... observed) {
            int draws = replicated.length;
            double above = 0;
            for (int s = 0; s < draws; s++) {
                double beside = observed[observed.length == 1 ? 0 : s];
                above += replicated[s] > beside ? 1 : replicated[s] == beside ? 0.5 : 0;
            }
            double[] sorted = replicated.clone();
            Arrays.sort(sorted);
            return new Statistic(
                    name,
                    mean(observed),
                    mean(replicated),
                    sorted[lowest(draws)],
                    sorted[draws - 1 - lowest(draws)],
                    above / draws);
        }

        /**
         * Of a number that is known to be normal where the model is right.
         *
         * @param sd 0 where it can only be {@code mean}
         */
        static Statistic ofNormal(String name, double mean, double sd, double observed) {
            double end = NormalTail.quantile(0.95) * sd;
            double above = sd > 0 ? NormalTail.cdf((mean - observed) / sd) : 0.5;
            return new Statistic(name, observed, mean, mean - end, mean + end, above);
        }

        /** Number of replications below the central 90 % of so many. */
        static int lowest(int draws) {
            return (int) (0.05 * draws);
        }

        private static double mean(double[] values) {
            return Arrays.stream(values).sum() / values.length;
        }

        /** Whether fewer than one replication in a hundred is as far out as what was observed. */
        public boolean isOff() {
            return probability < 0.005 || probability > 0.995;
        }
    }

    /**
     * Rows of which an event was predicted with a probability within a tenth: that the label is a class or, of ordered classes, one of
     * the first ones.
     *
     * @param event the class, or the last of the first ones behind ≤
     * @param from lower end of that tenth
     * @param weight of these rows
     * @param predicted mean of the probabilities
     * @param observed share of rows with the event
     * @param lower lower end of the central 90 % interval of that share in the replications; NaN where rows have weights
     * @param upper upper end of that interval
     */
    public record Bin(
            String event, double from, double weight, double predicted, double observed, double lower, double upper) {}
}
