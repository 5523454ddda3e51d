package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.Kernels;
import io.credence.network.result.TrainedPosterior;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.NetworkBandit;
import io.credence.network.train.NetworkRequest;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Builder of a fit with a neural network instead of linear predictors. Immutable; each verb returns a changed copy.
 *
 * <pre>{@code
 * NetworkFit fit = Inference.of("gaussian").network(50).with("train.epochs", 400).fit(Rows.of(features, labels));
 * Prediction next = fit.predictive(0.9).predict(new double[] {1, 0.3, -1.2});
 * }</pre>
 */
public final class NetworkInference {

    private final Inference inference;
    private final List<FitListener> listeners;

    NetworkInference(Inference inference, List<FitListener> listeners) {
        this.inference = inference;
        this.listeners = listeners;
    }

    /**
     * Sets a key of the section model.network, train or stop, or one outside sections.
     *
     * @param key name as in a configuration, such as {@code train.epochs}
     */
    public NetworkInference with(String key, Object value) {
        return new NetworkInference(inference.with(key, value), listeners);
    }

    /** Sets the seed of everything random. */
    public NetworkInference seed(long seed) {
        return with("seed", seed);
    }

    /** Adds a listener, which sees the state after each epoch. */
    public NetworkInference listener(FitListener listener) {
        List<FitListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new NetworkInference(inference, List.copyOf(more));
    }

    /**
     * Creates a contextual bandit with these networks, and normal rewards of constant noise. Of {@code train} only
     * {@code batch} and {@code stepSize} act: a bandit has no last epoch.
     *
     * @param columns number of columns of a context
     * @param arms number of arms from which a round chooses
     * @throws io.credence.config.ConfigurationException if choices do not go together, or not with a bandit
     */
    public NetworkBandit bandit(int columns, int arms) {
        return bandit(inference.config(), columns, arms);
    }

    /**
     * Creates a contextual bandit as a configuration requests it.
     *
     * @param columns number of columns of a context
     * @param arms number of arms from which a round chooses
     * @throws io.credence.config.ConfigurationException if choices do not go together, or not with a bandit
     */
    public static NetworkBandit bandit(InferenceConfig config, int columns, int arms) {
        NetworkRequest requested = networks(config);
        Training training = requested.training();
        if (training.epochs() > 0 || training.validation() != Training.DEFAULT.validation()) {
            throw new ConfigurationException("a bandit requires no train.epochs and no train.validation, found "
                    + training.epochs() + " and " + training.validation());
        }
        try {
            NetworkRequest constant = requested.noise() == TrainingRequest.Noise.AUTO
                    ? requested.withNoise(TrainingRequest.Noise.CONSTANT)
                    : requested;
            return new NetworkBandit(
                    constant.problem(
                            config.model().name(), arms, columns + 1, config.networkObjective(), config.seed()),
                    Kernels.named(config.kernel()));
        } catch (IllegalArgumentException refused) {
            throw new ConfigurationException("no such bandit: " + refused.getMessage(), refused);
        }
    }

    private static NetworkRequest networks(InferenceConfig config) {
        NetworkRequest networks = config.model().request(NetworkRequest.class);
        if (networks != null) {
            return networks;
        }
        throw new ConfigurationException("a bandit requires networks of model.network.layers, found deep processes");
    }

    /**
     * Fits rows.
     *
     * @throws io.credence.config.ConfigurationException if a key is unknown, or choices do not go together
     * @throws IllegalArgumentException if a row has a label or a feature that cannot be used
     */
    public NetworkFit fit(Rows rows) {
        InferenceConfig config = inference.config();
        if (!config.model().request().hasResponse()) {
            boolean played = config.model().request(NetworkRequest.class) != null;
            throw new ConfigurationException(
                    played
                            ? "rows with labels were given to a bandit: required bandit(columns, arms), found fit"
                            : "rows with labels were given to an autoencoder: required AutoencoderInference, which takes"
                                    + " features alone, found Inference.network");
        }
        Rows read = rows.ofClasses(config.model().familyChoice());
        try (ExecutionBackend backend = read.toBackend(config.kernel())) {
            TrainingRequest<?> requested = Objects.requireNonNull(config.model().request(TrainingRequest.class));
            PreparedNetwork<?> prepared = PreparedNetwork.of(requested, config, read, backend);
            NetworkAlgorithm<? extends TrainedPosterior> algorithm = prepared.algorithm();
            List<StepInfo> trace = new ArrayList<>();
            List<FitListener> watching = new ArrayList<>(listeners);
            watching.add(FitListener.ofSteps(trace::add));
            FitState end = algorithm.run(algorithm.init(), watching);
            return new NetworkFit(
                    prepared.names(), algorithm.result(end), algorithm.trainedModel(end), List.copyOf(trace));
        }
    }
}
