package io.credence;

import io.credence.data.DataSummary;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.loss.LatentBound;
import io.credence.network.autoencoder.Autoencoder;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import java.util.Arrays;
import java.util.List;

/**
 * Builder of the fit of a variational autoencoder to rows of zeros and ones. Rows may hold probabilities of ones
 * instead, from which each step draws anew; labels are not read. Immutable; each verb returns a changed copy.
 *
 * <pre>{@code
 * Autoencoder fit = AutoencoderInference.of(8, 200, 200).bound("iwae", 10).epochs(20).fit(images);
 * double[] logLikelihoods = fit.logLikelihood(Kernels.best(), tests, 1000);
 * }</pre>
 */
public final class AutoencoderInference extends EpochInference<Autoencoder, AutoencoderInference> {

    private final int latents;
    private final List<Integer> hidden;
    private final LatentBound bound;

    private AutoencoderInference(int latents, List<Integer> hidden, LatentBound bound, Training training, long seed) {
        super(training, seed);
        this.latents = latents;
        this.hidden = hidden;
        this.bound = bound;
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
                Autoencoder.TRAINING.withValidation(0),
                1);
    }

    /**
     * Sets the bound on the log likelihood.
     *
     * @param kind {@code vi}, {@code vi-var}, {@code iwae} or {@code iwae-var}; the last, without replicates, is {@code iwae}
     * @param draws number of draws of the latent variables of each row
     */
    public AutoencoderInference bound(String kind, int draws) {
        return bound(LatentBound.named(kind, draws, 1));
    }

    /** Sets the bound on the log likelihood. */
    public AutoencoderInference bound(LatentBound other) {
        return new AutoencoderInference(latents, hidden, other, training, seed);
    }

    @Override
    AutoencoderInference with(Training other, long otherSeed) {
        return new AutoencoderInference(latents, hidden, bound, other, otherSeed);
    }

    @Override
    TrainingProblem<Autoencoder> problem(DataSummary rows) {
        return Autoencoder.problem(rows, hidden, latents, bound, training, seed);
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
}
