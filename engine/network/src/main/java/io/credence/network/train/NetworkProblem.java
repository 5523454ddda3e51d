package io.credence.network.train;

import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.HeldOutSums;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.row.HoldOut;
import io.credence.network.row.ScreeningPass;
import io.credence.network.row.Standardisation;
import io.credence.network.train.TrainingRequest.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ensemble of networks that is to be fitted.
 *
 * @param objective objective that members minimise
 * @param kinds kind of each member
 * @param training settings of the training
 * @param seed seed of everything random
 */
public record NetworkProblem(
        NetworkModel model, NetworkObjective objective, List<MemberKind> kinds, Training training, long seed)
        implements TrainingProblem<NetworkEnsemble> {

    /**
     * Temperatures of members that are mixed. At 1 a network underfits, colder ones are too sure, and only their
     * mixture is neither.
     */
    private static final double[] TEMPERATURES = {1, 0.3, 0.1};

    /** Number of members of each kind in a mixture. */
    private static final int EACH = 2;

    /** Number of draws of each member's weights over which the density of a held-out row is averaged. */
    static final int HELD_OUT_DRAWS = 300;

    public NetworkProblem {
        kinds = List.copyOf(kinds);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("an ensemble must have at least one member but has none");
        } else if (objective.isJoint() && kinds.stream().distinct().count() > 1) {
            throw new IllegalArgumentException("networks that are trained together must be of one kind but are of "
                    + kinds.stream().distinct().count());
        }
    }

    @Override
    public Standardisation units(ExecutionBackend backend) {
        return ScreeningPass.units(model.likelihood(), backend);
    }

    @Override
    public List<Member> startingMembers(Standardisation units, ExecutionBackend backend) {
        return startingMembers();
    }

    /** Members before their first step: the networks, or one member that joins them. */
    List<Member> startingMembers() {
        List<Member> networks = IntStream.range(0, kinds.size())
                .mapToObj(m -> Member.withRandomWeights(model, kinds.get(m), m, seed))
                .toList();
        return objective.isJoint() ? List.of(Member.joined(model, networks)) : networks;
    }

    /** Networks of the members. */
    private List<Member> networks(List<Member> members) {
        return objective.isJoint() ? members.get(0).split(model, kinds.size()) : members;
    }

    /** Parameters of network {@code m}, from the present ones of the members. */
    double[] networkValues(List<double[]> members, int m) {
        return objective.isJoint()
                ? Member.networkValues(model, kinds.get(m), members.get(0), m, kinds.size())
                : members.get(m);
    }

    @Override
    public @Nullable HoldOutScores scoreHeldOutRows(
            List<Member> members, Standardisation units, HoldOut holdOut, ExecutionBackend backend) {
        HeldOutSums found = backend.run(new HeldOutPass(this, units, holdOut, networks(members), HELD_OUT_DRAWS));
        return HoldOutScores.of(found.rows(), model.likelihood(), kinds, units.labelSd());
    }

    @Override
    public String text() {
        return kinds.size() + " members, "
                + (model.isClosedForm() ? "moments of the units in closed form" : "hidden units drawn for each row")
                + (objective.equals(NetworkObjective.ELBO) ? "" : "; objective: " + objective.text());
    }

    @Override
    public String text(Member member) {
        return objective.isJoint()
                ? "the ensemble"
                : "member " + (member.number() + 1) + " (" + member.kind().text(model.isGaussian()) + ")";
    }

    @Override
    public NetworkEnsemble trainedModel(NetworkState state) {
        HoldOutScores found = state.heldOut();
        List<NetworkEnsemble.TrainedMember> all = new ArrayList<>();
        for (Member member : networks(state.members())) {
            double weight = found == null ? 1.0 / kinds.size() : found.weights()[member.number()];
            all.add(new NetworkEnsemble.TrainedMember(member.kind(), weight, member.values()));
        }
        return new NetworkEnsemble(model, state.units(), all, found, seed);
    }

    @Override
    public BatchObjective objective(Member member, DenseKernel kernel, int rows) {
        List<Long> seeds = objective.isJoint()
                ? networks(List.of(member)).stream()
                        .map(each -> each.seed(seed))
                        .toList()
                : List.of(member.seed(seed));
        BatchObjective of = objective.batchObjective(model, member.kind(), kernel, seeds, rows);
        double temperature = member.kind().temperature();
        return (values, batch, step, all, gradient) ->
                of.evaluate(values, batch, step, temperature / (objective.divergenceDivisor() * all), gradient);
    }

    /**
     * Kinds of the members.
     *
     * @param gaussian whether labels are normal
     * @param count number of members, all at temperature 1; 0: two of each kind, to be weighed: predicted noise at
     *     temperature 1, since a colder one is sure of too little noise, and others at several
     */
    public static List<MemberKind> kinds(boolean gaussian, Noise noise, int count) {
        boolean predicted = gaussian && noise != Noise.CONSTANT;
        List<MemberKind> kinds = new ArrayList<>();
        for (int m = 0; m < count; m++) {
            kinds.add(new MemberKind(predicted, 1));
        }
        for (int m = 0; count == 0 && m < EACH; m++) {
            if (predicted) {
                kinds.add(new MemberKind(true, 1));
            }
            for (double temperature : gaussian && noise == Noise.PREDICTED ? new double[0] : TEMPERATURES) {
                kinds.add(new MemberKind(false, temperature));
            }
        }
        return kinds;
    }
}
