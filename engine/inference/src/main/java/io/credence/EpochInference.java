package io.credence;

import io.credence.data.DataSummary;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import java.util.List;

/**
 * Builder of the fit of a model that epochs train, where it is not {@link Inference} that chooses the model. Immutable;
 * each verb returns a changed copy.
 *
 * @param <T> trained model
 * @param <B> type of the builder
 */
public abstract sealed class EpochInference<T, B extends EpochInference<T, B>>
        permits AutoencoderInference, DeepProcessInference {

    final Training training;
    final long seed;

    EpochInference(Training training, long seed) {
        this.training = training;
        this.seed = seed;
    }

    /** Sets training and seed. */
    abstract B with(Training other, long otherSeed);

    /** Creates the problem of rows. */
    abstract TrainingProblem<T> problem(DataSummary rows);

    /** Sets the number of epochs, visits of each row. */
    public B epochs(int epochs) {
        return with(training.withEpochs(epochs), seed);
    }

    /** Sets the approximate number of rows of a step. */
    public B batch(int rows) {
        return with(training.withBatch(rows), seed);
    }

    /** Sets the size of the first steps. */
    public B stepSize(double size) {
        return with(training.withStepSize(size), seed);
    }

    /** Sets the seed of everything random. */
    public B seed(long other) {
        return with(training, other);
    }

    /** Fits the rows of a backend, which have a leading column of ones. */
    public T fit(ExecutionBackend backend) {
        NetworkAlgorithm<T> algorithm = algorithm(backend);
        return algorithm.trainedModel(algorithm.run(algorithm.init(), List.of()));
    }

    /**
     * Algorithm that fits a backend's rows epoch by epoch: it may be watched, ended early, or resumed from a saved
     * state.
     */
    public NetworkAlgorithm<T> algorithm(ExecutionBackend backend) {
        return new NetworkAlgorithm<>(problem(backend.summary()), Budget.ofIterations(Integer.MAX_VALUE), backend);
    }
}
