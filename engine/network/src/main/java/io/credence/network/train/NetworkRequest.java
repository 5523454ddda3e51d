package io.credence.network.train;

import io.credence.data.DataSummary;
import io.credence.divergence.Divergence;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.train.NetworkBandit.Rounds;
import io.credence.network.train.TrainingRequest.Noise;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a network, before its rows are known.
 *
 * @param layers units of each hidden layer
 * @param activation activation of the hidden units
 * @param noise noise of normal labels
 * @param memberCount number of members; 0: two of each of several kinds, weighed by rows held out
 * @param isJoint whether the risk of a row is over draws of all networks together; then {@code memberCount} is
 *     positive
 * @param training settings of the training
 * @param rounds rounds that a bandit of these networks plays; null for networks that predict a response
 */
public record NetworkRequest(
        List<Integer> layers,
        Activation activation,
        Noise noise,
        int memberCount,
        boolean isJoint,
        Training training,
        @Nullable Rounds rounds)
        implements TrainingRequest<NetworkEnsemble> {

    public NetworkRequest {
        layers = List.copyOf(layers);
    }

    /** Creates settings of networks that are trained each by itself. */
    public NetworkRequest(
            List<Integer> layers, Activation activation, Noise noise, int memberCount, Training training) {
        this(layers, activation, noise, memberCount, false, training, null);
    }

    /** Copy with another noise of normal labels. */
    public NetworkRequest withNoise(Noise other) {
        return new NetworkRequest(layers, activation, other, memberCount, isJoint, training, rounds);
    }

    @Override
    public boolean hasResponse() {
        return rounds == null;
    }

    @Override
    public OptionalInt partitions() {
        return rounds == null ? TrainingRequest.super.partitions() : OptionalInt.empty();
    }

    @Override
    public List<Divergence> layerDivergences(NetworkObjective objective) {
        return objective.layerDivergences(layers.size() + 1);
    }

    @Override
    public boolean hasInnerDraws() {
        return false;
    }

    @Override
    public NetworkProblem problem(String family, int classes, DataSummary data, NetworkObjective objective, long seed) {
        return problem(family, classes, data.columns(), objective, seed);
    }

    /**
     * Creates the fit of rows, or of a bandit's rounds.
     *
     * @param family name of the likelihood
     * @param classes number of classes, where labels are classes, or of arms of a bandit
     * @param objective objective that members minimise; not −log p of normal labels only where their noise is constant
     * @param columns number of features of a row, a leading column of ones included
     */
    public NetworkProblem problem(String family, int classes, int columns, NetworkObjective objective, long seed) {
        NetworkModel model = new NetworkModel(family, classes, columns, layers, activation);
        Noise kind = objective.requiresConstantNoise() && noise == Noise.AUTO ? Noise.CONSTANT : noise;
        List<MemberKind> kinds = NetworkProblem.kinds(model.isGaussian(), kind, memberCount);
        return new NetworkProblem(model, objective, kinds, training, seed);
    }
}
