package io.credence.network.result;

import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.NetworkModel;
import io.credence.network.row.Standardisation;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of networks: a mixture of mean-field normals of their weights, one for each member.
 *
 * @param units units in which the networks take rows
 * @param heldOut scores of the predictions of held-out rows, by members trained on the others; null where none were
 *     held out
 * @param seed seed of the fit
 */
public record NetworkEnsemble(
        NetworkModel model,
        Standardisation units,
        List<TrainedMember> members,
        @Nullable HoldOutScores heldOut,
        long seed)
        implements ResponsePosterior {

    public NetworkEnsemble {
        members = List.copyOf(members);
        for (TrainedMember member : members) {
            if (member.values().length != model.shape(member.kind()).parameterCount()) {
                throw new IllegalArgumentException(
                        "a member must have " + model.shape(member.kind()).parameterCount() + " parameters but has "
                                + member.values().length);
            }
        }
    }

    @Override
    public String family() {
        return "network-ensemble";
    }

    @Override
    public Likelihood likelihood() {
        return model.likelihood();
    }

    @Override
    public Map<String, Object> sizesByKey() {
        return model.sizesByKey();
    }

    @Override
    public int parameterCount(TrainedMember member) {
        return model.weightCount(member.kind());
    }

    @Override
    public NetworkDraws standardisedDraws(DenseKernel kernel) {
        return new NetworkDraws(this);
    }

    @Override
    public String text() {
        return model.text(members.size());
    }

    /**
     * Inputs of a member's last layer for a row, at the means of the weights before it. They are features of a linear
     * model whose exact posterior is that of the last layer.
     *
     * @param m number of the member, from 0
     * @param features features in the units as given, a leading 1 included
     */
    public double[] lastLayerInputs(int m, double[] features) {
        double[] row = features.clone();
        units.standardise(row);
        TrainedMember member = members.get(m);
        double[] hidden = model.hidden(model.shape(member.kind()).layers(), member.values(), row);
        return Arrays.copyOfRange(hidden, 1, hidden.length);
    }

    /**
     * Trained member.
     *
     * @param weight weight of the member's predictions
     * @param values means of its weights, layer by layer, unit by unit, biases first; their log standard deviations;
     *     log sd of a noise that is constant
     */
    public record TrainedMember(MemberKind kind, double weight, double[] values) implements Serializable {

        /** The only member of a model that is no ensemble. */
        public static List<TrainedMember> alone(double[] values) {
            return List.of(new TrainedMember(new MemberKind(false, 1), 1, values));
        }
    }
}
