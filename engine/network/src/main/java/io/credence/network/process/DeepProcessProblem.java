package io.credence.network.process;

import io.credence.divergence.Divergence;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.SampledRows;
import io.credence.network.row.ScreeningPass;
import io.credence.network.row.Standardisation;
import io.credence.network.train.HeldOutLabelPass;
import io.credence.network.train.NetworkState;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Training problem of a deep Gaussian process for normal labels. It minimises the expected loss of the rows at the last
 * layer, in closed form given draws of the layers before, plus the divergence of each layer (Knoblauch et al. 2022, eq.
 * 98). Kernels, inducing inputs and noise are points.
 *
 * @param draws number of draws of the inner layers for each row of a step
 * @param objective loss, and divergence from the layers' whitened priors
 */
record DeepProcessProblem(DeepProcessShape shape, int draws, NetworkObjective objective, Training training, long seed)
        implements TrainingProblem<DeepProcess> {

    public DeepProcessProblem {
        if (draws < 1) {
            throw new IllegalArgumentException("a step must have at least one draw of inner layers but has " + draws);
        }
        if (objective.usesDraws()) {
            throw new IllegalArgumentException(
                    "a deep process minimises an expected loss and a divergence, found " + objective.text());
        }
        layerDivergences(objective, shape.layers());
    }

    /**
     * Divergence of each layer. It is one between whitened values at the inducing inputs, and so a function of
     * f-divergences, in which the process between these cancels (Knoblauch et al. 2022, eq. 100). The weight of its
     * entropy is the same for every posterior, since natural gradients are divided by it.
     *
     * @throws IllegalArgumentException if it is another, or blocks are not of as many layers
     */
    static List<Divergence> layerDivergences(NetworkObjective objective, int layers) {
        List<Divergence> all = objective.layerDivergences(layers);
        for (Divergence divergence : all) {
            if (!divergence.isFunctionOfFDivergences() || !(divergence.constantEntropyWeight() > 0)) {
                throw new IllegalArgumentException("a layer of a deep process has a divergence of ratios of densities"
                        + " that weighs the entropy alike everywhere: kl, weighted-kl, renyi of a positive order, or a"
                        + " sum of these, found " + divergence.name());
            }
        }
        return all;
    }

    @Override
    public Standardisation units(ExecutionBackend backend) {
        return ScreeningPass.units(Likelihoods.named(NetworkModel.GAUSSIAN, 1, 0), backend);
    }

    /** Creates the only member, whose inducing inputs are rows. */
    @Override
    public List<Member> startingMembers(Standardisation units, ExecutionBackend backend) {
        List<double[]> sampled =
                backend.run(new SampledRows.Pass(units, shape.inducing(), seed)).rows();
        double[] inputs = new double[shape.inducing() * shape.columns()];
        for (int i = 0; i < shape.inducing(); i++) {
            System.arraycopy(sampled.get(i), 1, inputs, i * shape.columns(), shape.columns());
        }
        return List.of(Member.ofPoints(shape.startingValues(inputs)));
    }

    @Override
    public @Nullable HoldOutScores scoreHeldOutRows(
            List<Member> members, Standardisation units, HoldOut holdOut, ExecutionBackend backend) {
        return HeldOutLabelPass.scoreHeldOutRows(process(members.get(0), units, 0, null), holdOut, backend);
    }

    @Override
    public String text() {
        return "a deep Gaussian process of " + shape.layers() + " layers and " + shape.inducing() + " inducing inputs"
                + (objective.equals(NetworkObjective.ELBO) ? "" : "; objective: " + objective.text());
    }

    @Override
    public String text(Member member) {
        return "the deep process";
    }

    @Override
    public DeepProcess trainedModel(NetworkState state) {
        return process(state.members().get(0), state.units(), state.epoch(), state.heldOut());
    }

    private DeepProcess process(Member member, Standardisation units, int epochs, @Nullable HoldOutScores found) {
        return new DeepProcess(shape, units, member.values(), member.objective(), epochs, seed, found);
    }

    @Override
    public BatchObjective objective(Member member, DenseKernel kernel, int rows) {
        return new DeepProcessObjective(this, kernel);
    }
}
