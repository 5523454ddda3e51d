package io.credence.network.autoencoder;

import io.credence.data.DataSummary;
import io.credence.loss.LatentBound;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import io.credence.network.train.TrainingRequest;
import java.util.List;

/**
 * Settings of an autoencoder, before its rows are known.
 *
 * @param hidden units of each hidden layer of the encoder; the decoder has them in reverse order
 * @param latents number of latent numbers of a row
 * @param bound bound on the log likelihood of a row
 * @param training settings of the training
 */
record AutoencoderRequest(List<Integer> hidden, int latents, LatentBound bound, Training training)
        implements TrainingRequest<Autoencoder> {

    AutoencoderRequest {
        hidden = List.copyOf(hidden);
    }

    @Override
    public boolean hasResponse() {
        return false;
    }

    @Override
    public Noise noise() {
        return Noise.CONSTANT;
    }

    @Override
    public boolean hasInnerDraws() {
        return false;
    }

    @Override
    public TrainingProblem<Autoencoder> problem(
            String family, int classes, DataSummary data, NetworkObjective objective, long seed) {
        return Autoencoder.problem(data, hidden, latents, bound, training, seed);
    }
}
