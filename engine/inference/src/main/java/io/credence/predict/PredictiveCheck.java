package io.credence.predict;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.credence.linalg.NormalTail;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posterior predictive check: comparison of observed responses with responses drawn from the fitted model (Gelman, Meng
 * and Stern 1996). If the model is right, the observed ones look like the drawn ones.
 *
 * @param rows number of rows that were replicated
 * @param replications number of replications
 * @param statistics statistics of all responses together; only coverage where some are censored; empty where rows have
 *     weights, which replications cannot have
 * @param calibration for classes, observed against predicted frequencies of events; empty for other responses
 * @param missingReason reason why all or some statistics are missing; null where none is
 */
public record PredictiveCheck(
        long rows,
        @JsonProperty("draws") int replications,
        List<Statistic> statistics,
        List<CalibrationBin> calibration,
        @JsonIgnore @Nullable String missingReason) {

    /** Creates a check without missing statistics. */
    public PredictiveCheck(long rows, int draws, List<Statistic> statistics, List<CalibrationBin> calibration) {
        this(rows, draws, statistics, calibration, null);
    }

    /** Whether responses could be drawn. */
    public boolean hasReplications() {
        return missingReason == null || !statistics.isEmpty();
    }

    /** Notes for users. */
    public List<String> notes() {
        return missingReason == null ? List.of() : List.of(missingReason);
    }

    public PredictiveCheck {
        statistics = List.copyOf(statistics);
        calibration = List.copyOf(calibration);
    }

    /**
     * Statistic of the observed responses, compared with its values for replicated ones. A statistic that also depends
     * on the parameters, such as calibration, is compared draw by draw, and its observed value is the mean over the
     * draws. Coverage is the share of rows within leave-one-out intervals of the stated probability.
     *
     * @param name name: for numbers mean, sd, zeros, skewness, min, max or coverage; for classes mean, calibration
     *     (squared difference of numbers of events from expected ones over its variance, about 1) or the share of a
     *     class
     * @param observed value for the observed responses
     * @param mean mean over the replications
     * @param lower lower end of the central 90 % interval over the replications
     * @param upper upper end of that interval
     * @param exceedanceProbability probability that a replicated value is above the observed one, plus half the
     *     probability of equality
     */
    public record Statistic(
            String name,
            @JsonInclude double observed,
            @JsonInclude double mean,
            @JsonInclude @JsonProperty("q05") double lower,
            @JsonInclude @JsonProperty("q95") double upper,
            @JsonInclude @JsonProperty("probability") double exceedanceProbability) {

        /**
         * Creates a statistic from its replicated values.
         *
         * @param replicated one value for each replication
         * @param observed observed values at the same draws, or a single one
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
                    sorted[lowerTailCount(draws)],
                    sorted[draws - 1 - lowerTailCount(draws)],
                    above / draws);
        }

        /**
         * Creates a statistic that is normal if the model is right, without replications.
         *
         * @param sd standard deviation; 0 where it can only be {@code mean}
         */
        static Statistic ofNormal(String name, double mean, double sd, double observed) {
            double end = NormalTail.QUANTILE_95 * sd;
            double above = sd > 0 ? NormalTail.cdf((mean - observed) / sd) : 0.5;
            return new Statistic(name, observed, mean, mean - end, mean + end, above);
        }

        /** Number of replications below their central 90 % interval. */
        static int lowerTailCount(int draws) {
            return (int) (0.05 * draws);
        }

        private static double mean(double[] values) {
            return Arrays.stream(values).sum() / values.length;
        }

        /** Whether fewer than one replication in a hundred is as extreme as the observed value. */
        public boolean isUnreproduced() {
            return exceedanceProbability < 0.005 || exceedanceProbability > 0.995;
        }
    }

    /**
     * Rows whose predicted probability of an event lies in the same tenth. The event is that the label is a given class
     * or, for ordered classes, at most a given class.
     *
     * @param event name of the class, or ≤ and the name of the largest class; null in files of earlier versions
     * @param lowerEdge lower end of the tenth
     * @param weight total weight of these rows
     * @param predictedProbability mean predicted probability
     * @param observedShare share of the rows with the event
     * @param lower lower end of the central 90 % interval of that share in the replications; NaN where rows have
     *     weights
     * @param upper upper end of that interval
     */
    public record CalibrationBin(
            @Nullable String event,
            @JsonProperty("from") double lowerEdge,
            double weight,
            @JsonProperty("predicted") double predictedProbability,
            @JsonProperty("observed") double observedShare,
            @JsonProperty("q05") double lower,
            @JsonProperty("q95") double upper) {

        /** Event; that the label is 1 where files of earlier versions do not name it. */
        @Override
        public String event() {
            return event == null ? "1" : event;
        }
    }
}
