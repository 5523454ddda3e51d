package io.credence;

import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.loss.LatentBound;
import io.credence.network.autoencoder.Autoencoder;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.Training;
import java.util.Arrays;
import java.util.List;

/**
 * Builder of the fit of a variational autoencoder to rows of zeros and ones. Rows may hold probabilities of ones
 * instead, from which each step draws anew. Immutable; each verb returns a changed copy.
 *
 * <pre>{@code
 * Autoencoder fit = AutoencoderInference.of(8, 200, 200).bound("iwae", 10).epochs(20).fit(images);
 * double[] logLikelihoods = fit.logLikelihood(Kernels.best(), tests, 20, 50);
 * }</pre>
 */
public final class AutoencoderInference {

    private final int latents;
    private final List<Integer> hidden;
    private final LatentBound bound;
    private final Training training;
    private final long seed;

    private AutoencoderInference(int latents, List<Integer> hidden, LatentBound bound, Training training, long seed) {
        this.latents = latents;
        this.hidden = hidden;
        this.bound = bound;
        this.training = training;
        this.seed = seed;
    }

    /**
     * Creates the builder with defaults: the importance weighted bound with ten draws, steps of 0.001 on batches of 100
     * rows, seed 1.
     *
     * @param latents number of latent variables of a row
     * @param hidden number of units of each hidden layer of the encoder; the decoder has the same in reverse order
     */
    public static AutoencoderInference of(int latents, int... hidden) {
        return new AutoencoderInference(
                latents,
                Arrays.stream(hidden).boxed().toList(),
                new LatentBound(LatentBound.BoundKind.IWAE, 10),
                new Training(0, 100, 0, 1e-3, Training.Schedule.COSINE),
                1);
    }

    /**
     * Sets the bound on the log likelihood.
     *
     * @param kind {@code vi}, {@code vi-var} or {@code iwae}
     * @param draws number of draws of the latent variables of each row
     */
    public AutoencoderInference bound(String kind, int draws) {
        return bound(LatentBound.named(kind, draws, 1));
    }

    /** Sets the bound on the log likelihood. */
    public AutoencoderInference bound(LatentBound other) {
        return new AutoencoderInference(latents, hidden, other, training, seed);
    }

    /** Sets the number of epochs, visits of each row. */
    public AutoencoderInference epochs(int epochs) {
        return with(training.withEpochs(epochs));
    }

    /** Sets the approximate number of rows of a step. */
    public AutoencoderInference batch(int rows) {
        return with(training.withBatch(rows));
    }

    /** Sets the size of the first steps. */
    public AutoencoderInference stepSize(double size) {
        return with(training.withStepSize(size));
    }

    private AutoencoderInference with(Training other) {
        return new AutoencoderInference(latents, hidden, bound, other, seed);
    }

    /** Sets the seed of everything random. */
    public AutoencoderInference seed(long other) {
        return new AutoencoderInference(latents, hidden, bound, training, other);
    }

    /**
     * Fits rows of this process.
     *
     * @param rows rows of numbers from 0 to 1
     */
    public Autoencoder fit(double[][] rows) {
        try (ExecutionBackend backend = Rows.of(rows, new double[rows.length]).toBackend(Kernels.AUTO)) {
            return fit(backend);
        }
    }

    /** Fits the rows of a backend, which have a leading column of ones; their labels are not read. */
    public Autoencoder fit(ExecutionBackend backend) {
        NetworkAlgorithm<Autoencoder> algorithm = algorithm(backend);
        return algorithm.trainedModel(algorithm.run(algorithm.init(), List.of()));
    }

    /**
     * Algorithm that fits a backend's rows epoch by epoch: it may be watched, ended early, or resumed from a saved
     * state.
     */
    public NetworkAlgorithm<Autoencoder> algorithm(ExecutionBackend backend) {
        int numbers = backend.summary().columns() - 1;
        return new NetworkAlgorithm<>(
                Autoencoder.problem(numbers, hidden, latents, bound, training, seed),
                Budget.ofIterations(Integer.MAX_VALUE),
                backend);
    }
}
