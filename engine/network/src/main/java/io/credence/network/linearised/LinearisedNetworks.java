package io.credence.network.linearised;

import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.NetworkModel;
import io.credence.network.result.EpochPosterior;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.result.PredictionDraws;
import io.credence.network.row.Standardisation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of networks of normal labels: an even mixture of normals of their weights with full covariances. Rows are
 * predicted by the networks linearised at the means of the weights.
 *
 * @param units units in which the networks take rows
 * @param values parameters of each network, as {@code LinearisedShape} orders them
 * @param heldOut scores of their predictions of rows held out, when they were trained on the others; null where none
 *     were
 * @param seed seed of the fit
 */
record LinearisedNetworks(
        NetworkModel model,
        Standardisation units,
        List<double[]> values,
        @Nullable HoldOutScores heldOut,
        long seed) implements EpochPosterior {

    public LinearisedNetworks {
        values = List.copyOf(values);
        int required = new LinearisedShape(model.shape(SquaresPass.KIND)).parameters();
        for (double[] each : values) {
            if (each.length != required) {
                throw new IllegalArgumentException(
                        "a network must have " + required + " parameters but has " + each.length);
            }
        }
    }

    @Override
    public String family() {
        return "network-gaussian-full";
    }

    @Override
    public Likelihood likelihood() {
        return model.likelihood();
    }

    @Override
    public Map<String, Object> sizes() {
        Map<String, Object> sizes = new LinkedHashMap<>(model.sizes());
        sizes.put("covariance", "full");
        return sizes;
    }

    @Override
    public List<NetworkEnsemble.TrainedMember> members() {
        return values.stream()
                .map(each -> new NetworkEnsemble.TrainedMember(SquaresPass.KIND, 1.0 / values.size(), each))
                .toList();
    }

    @Override
    public int size(NetworkEnsemble.TrainedMember member) {
        return model.weights(member.kind());
    }

    @Override
    public PredictionDraws draws(DenseKernel kernel) {
        return new LinearisedDraws(this, kernel);
    }

    @Override
    public String text() {
        return model.text(values.size()) + ", with a full covariance of their weights";
    }
}
