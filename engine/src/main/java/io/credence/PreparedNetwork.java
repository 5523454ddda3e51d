package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.fit.FitState.StepInfo;
import io.credence.network.NetworkAlgorithm;
import io.credence.network.NetworkEnsemble;
import io.credence.network.NetworkModel;
import io.credence.network.NetworkProblem;
import io.credence.network.NetworkRequest;
import java.util.List;

/**
 * A fit of networks that is ready to run.
 *
 * @param algorithm how they are fitted
 * @param names of the columns, the intercept first
 */
public record PreparedNetwork(NetworkAlgorithm<NetworkEnsemble> algorithm, NetworkProblem problem, List<String> names) {

    /**
     * A fit of those rows.
     *
     * @throws ConfigurationException if a network is not requested, or cannot be fitted to them
     */
    public static PreparedNetwork of(InferenceConfig config, Rows rows, ExecutionBackend backend) {
        NetworkRequest requested = config.model().network();
        if (requested == null || !rows.hasIntercept()) {
            throw new ConfigurationException("a network requires model.network.layers and rows behind a column of ones,"
                    + " found " + (requested == null ? "no layers" : "no column of ones"));
        }
        String family = config.model().name();
        try {
            int classes = config.model().likelihood(rows.classes()).classes();
            NetworkProblem problem = requested.problem(
                    family, classes, backend.summary().columns(), config.networkObjective(), config.seed());
            Budget budget = new Budget(
                    Integer.MAX_VALUE, config.stop().maxPasses(), config.stop().maxSeconds());
            return new PreparedNetwork(new NetworkAlgorithm<>(problem, budget, backend), problem, rows.names());
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException(
                    "the network for " + family + " cannot be fitted so: " + refused.getMessage(), refused);
        }
    }

    /** The model. */
    public NetworkModel model() {
        return problem.model();
    }

    /** What a fit found that stands in this state. */
    public NetworkFit finished(FitState state, List<StepInfo> trace) {
        return new NetworkFit(names, algorithm.result(state), algorithm.trained(state), trace);
    }
}
