package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.network.result.TrainedPosterior;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.TrainingRequest;
import java.util.List;

/**
 * Fit of networks, or of a deep process, that is ready to run.
 *
 * @param <T> type of the trained posterior
 * @param algorithm algorithm that trains it
 * @param names names of the columns, the intercept first
 */
public record PreparedNetwork<T extends TrainedPosterior>(NetworkAlgorithm<T> algorithm, List<String> names) {

    /**
     * Prepares a fit of rows.
     *
     * @param requested network of the configuration
     * @throws ConfigurationException if it cannot be fitted to them
     */
    public static <T extends TrainedPosterior> PreparedNetwork<T> of(
            TrainingRequest<T> requested, InferenceConfig config, Rows rows, ExecutionBackend backend) {
        if (!rows.hasIntercept()) {
            throw new ConfigurationException(
                    "a network requires rows behind a column of ones, found no column of ones");
        }
        String family = config.model().name();
        try {
            int classes = config.model().likelihood(rows.classes()).classCount();
            Budget budget = new Budget(
                    Integer.MAX_VALUE, config.stop().maxPasses(), config.stop().maxSeconds());
            return new PreparedNetwork<>(
                    new NetworkAlgorithm<>(
                            requested.problem(
                                    family, classes, backend.summary(), config.networkObjective(), config.seed()),
                            budget,
                            backend),
                    rows.names());
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(
                    "the network for " + family + " cannot be fitted so: " + refused.getMessage(), refused);
        }
    }
}
