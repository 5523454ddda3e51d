package io.credence.network.process;

import io.credence.data.DataSummary;
import io.credence.divergence.Divergence;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import io.credence.network.train.TrainingRequest;
import io.credence.network.train.TrainingRequest.Noise;
import java.util.List;

/**
 * Settings of a deep Gaussian process, before its rows are known.
 *
 * @param layers number of layers, all but the last as wide as rows have columns
 * @param inducing number of inducing inputs of each layer, which are random rows; all rows where there are fewer
 * @param draws number of draws of the inner layers for each row of a step
 * @param training settings of the training
 */
public record DeepProcessRequest(int layers, int inducing, int draws, Training training)
        implements TrainingRequest<DeepProcess> {

    /** Default number of inducing inputs of a layer. */
    public static final int INDUCING = 100;

    /**
     * Default training. Steps compute factors of the inducing inputs' covariances, and so read more rows than a
     * network's.
     */
    public static final Training TRAINING = Training.DEFAULT.withBatch(1000);

    @Override
    public Noise noise() {
        return Noise.CONSTANT;
    }

    @Override
    public List<Divergence> layerDivergences(NetworkObjective objective) {
        return DeepProcessProblem.layerDivergences(objective, layers);
    }

    @Override
    public boolean hasInnerDraws() {
        return true;
    }

    @Override
    public TrainingProblem<DeepProcess> problem(
            String family, int classes, DataSummary data, NetworkObjective objective, long seed) {
        if (!family.equals(NetworkModel.GAUSSIAN)) {
            throw new IllegalArgumentException("a deep process has gaussian labels, found " + family);
        }
        int inputs = (int) Math.min(inducing, data.rows());
        DeepProcessShape shape = new DeepProcessShape(data.columns() - 1, layers, inputs);
        return new DeepProcessProblem(shape, draws, objective, training, seed);
    }
}
