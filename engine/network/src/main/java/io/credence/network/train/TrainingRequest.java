package io.credence.network.train;

import io.credence.data.DataSummary;
import io.credence.divergence.Divergence;
import io.credence.kind.ModelRequest;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.TrainedPosterior;
import java.util.List;
import java.util.OptionalInt;

/**
 * Settings of a model that epochs train, before its rows are known.
 *
 * @param <T> posterior that training fits
 */
public interface TrainingRequest<T extends TrainedPosterior> extends ModelRequest {

    /** Usual size of an ensemble. Each partition trains one network at a time. */
    int PARTITIONS = 8;

    @Override
    default boolean hasColumnCoefficients() {
        return false;
    }

    @Override
    default boolean ignoresRowOrder() {
        return true;
    }

    @Override
    default OptionalInt partitions() {
        return OptionalInt.of(PARTITIONS);
    }

    /** Settings of the training. */
    Training training();

    /** Noise of normal labels. */
    Noise noise();

    /**
     * Divergence of each layer from its prior; none of a model whose layers are points.
     *
     * @throws IllegalArgumentException if the model has no such divergence
     */
    default List<Divergence> layerDivergences(NetworkObjective objective) {
        return List.of();
    }

    /** Whether a step draws hidden layers of the model. */
    boolean hasInnerDraws();

    /**
     * Creates the fit of given rows.
     *
     * @param family name of the likelihood
     * @param classes number of classes, where labels are classes
     * @param data facts about the rows, a leading column of ones included
     * @param objective objective that members minimise
     * @throws IllegalArgumentException if the model cannot be fitted to them
     */
    TrainingProblem<T> problem(String family, int classes, DataSummary data, NetworkObjective objective, long seed);

    /** Noise of normal labels. */
    enum Noise {
        /** Members with constant and members with predicted noise. */
        AUTO,
        /** One noise for all rows. */
        CONSTANT,
        /** Noise that is an output of the network. */
        PREDICTED
    }
}
