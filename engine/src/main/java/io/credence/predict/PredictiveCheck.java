package io.credence.predict;

import java.util.List;

/**
 * Responses drawn from the fitted model against those that were observed (Gelman, Meng and Stern 1996): where the model is right, an
 * observed number lies among the replicated ones.
 *
 * @param rows number of rows that were replicated
 * @param draws number of replications
 * @param statistics numbers of all responses together; empty where rows have weights, which replications do not
 * @param calibration of labels 0 and 1, how often 1 came where it was predicted; empty for other labels
 */
public record PredictiveCheck(long rows, int draws, List<Statistic> statistics, List<Bin> calibration) {

    public PredictiveCheck {
        statistics = List.copyOf(statistics);
        calibration = List.copyOf(calibration);
    }

    /**
     * A number of all responses.
     *
     * @param name mean, sd, zeros, skewness, min or max
     * @param observed of the observed responses
     * @param mean of the replicated ones
     * @param lower lower end of the central 90 % interval of the replicated ones
     * @param upper upper end of that interval
     * @param probability that a replicated one is above the observed one, half of those that are equal
     */
    public record Statistic(String name, double observed, double mean, double lower, double upper, double probability) {

        /** Whether fewer than one replication in a hundred is as far out as what was observed. */
        public boolean isOff() {
            return probability < 0.005 || probability > 0.995;
        }
    }

    /**
     * Rows whose label was predicted to be 1 with a probability within a tenth.
     *
     * @param lower lower end of that tenth
     * @param weight of these rows
     * @param predicted mean of the probabilities
     * @param observed share of labels 1
     */
    public record Bin(double lower, double weight, double predicted, double observed) {}
}
