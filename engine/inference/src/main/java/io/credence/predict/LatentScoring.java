package io.credence.predict;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.network.autoencoder.Autoencoder;

/**
 * Trained autoencoder in the form that scoring needs. It predicts no response: rows are described by their latent
 * numbers.
 */
public record LatentScoring(Autoencoder model) implements PredictiveModel {

    private static final DenseKernel KERNEL = Kernels.best();

    /** Number of latent numbers of a row. */
    public int latents() {
        return model.shape().latents();
    }

    /** Creates a coder of rows of numbers from 0 to 1, without a leading one. */
    public Autoencoder.Coder coder() {
        return model.coder(KERNEL);
    }

    /**
     * Refuses to predict a response.
     *
     * @throws IllegalStateException always
     */
    @Override
    public RowPredictive createRowPredictive() {
        throw new IllegalStateException("no response is predicted by " + model.text());
    }
}
