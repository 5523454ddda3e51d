package io.credence.network.linearised;

import io.credence.data.DataSummary;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.train.EpochRequest;
import io.credence.network.train.EpochRequest.Noise;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import java.util.List;

/**
 * Settings of networks with a full covariance of their weights, before their rows are known.
 *
 * @param layers units of each hidden layer
 * @param members number of networks, each from a start of its own
 * @param training settings of the training, of which the number of steps and the share held out act
 */
public record LinearisedRequest(List<Integer> layers, Activation activation, int members, Training training)
        implements EpochRequest<LinearisedNetworks> {

    /** Default number of networks. */
    public static final int MEMBERS = 2;

    /**
     * Default training: steps on all rows, of which twice as many gained .14 nats a test row on UCI's yacht, the most,
     * at twice the time.
     */
    public static final Training TRAINING = new Training(100, Training.ALL, 0.1, 1, Training.Schedule.CONSTANT);

    public LinearisedRequest {
        layers = List.copyOf(layers);
    }

    @Override
    public Noise noise() {
        return Noise.CONSTANT;
    }

    @Override
    public boolean hasInnerDraws() {
        return false;
    }

    @Override
    public boolean allows(NetworkObjective objective) {
        return objective.equals(NetworkObjective.ELBO);
    }

    @Override
    public TrainingProblem<LinearisedNetworks> problem(
            String family, int classes, DataSummary data, NetworkObjective objective, long seed) {
        NetworkModel model = new NetworkModel(family, classes, data.columns(), layers, activation);
        return new LinearisedProblem(model, members, training, seed);
    }
}
