package io.credence.network.autoencoder;

import io.credence.autodiff.Matrix;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.loss.LatentBound;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Trained autoencoder of rows of zeros and ones. The model is x ~ Bernoulli(decoder(z)), z ~ N(0, I); the encoder gives
 * a normal of z given x.
 *
 * @param values weights and biases, layer by layer
 * @param objective mean of minus the bound over the last epoch, nats a row
 * @param epochs number of epochs done; fewer than requested where numbers of the next were not finite
 * @param seed seed of the fit
 */
public record Autoencoder(AutoencoderShape shape, double[] values, double objective, int epochs, long seed)
        implements Serializable {

    public Autoencoder {
        if (values.length != shape.parameterCount()) {
            throw new IllegalArgumentException(
                    "an autoencoder must have " + shape.parameterCount() + " parameters but has " + values.length);
        }
    }

    /**
     * Creates the training problem of an autoencoder.
     *
     * @param numbers number of numbers of a row
     * @param hidden units of each hidden layer of the encoder; the decoder has them in reverse order
     * @param latents number of latent numbers of a row
     * @param seed seed of everything random
     */
    public static TrainingProblem<Autoencoder> problem(
            int numbers, List<Integer> hidden, int latents, LatentBound bound, Training training, long seed) {
        return new AutoencoderProblem(new AutoencoderShape(numbers, hidden, latents), bound, training, seed);
    }

    /** Means of the latent numbers of a row. */
    public double[] encode(DenseKernel kernel, double[] row) {
        requireLength(row, shape.rowLength());
        return new AutoencoderTape(shape, kernel)
                .encode(values, false, row, 1)
                .mean()
                .values()
                .clone();
    }

    /** Probabilities that the numbers of a row are 1, given its latent numbers. */
    public double[] decode(DenseKernel kernel, double[] latents) {
        requireLength(latents, shape.latents());
        AutoencoderTape of = new AutoencoderTape(shape, kernel);
        Matrix logits = of.decode(values, false, of.tape().constant(latents, 1, shape.latents()));
        return Arrays.stream(logits.values()).map(a -> 1 / (1 + Math.exp(-a))).toArray();
    }

    private static void requireLength(double[] numbers, int required) {
        if (numbers.length != required) {
            throw new IllegalArgumentException("required " + required + " numbers, found " + numbers.length);
        }
    }

    /**
     * Estimates log p(x) of each row by importance sampling from the encoder's normal. The mean of the weights is
     * unbiased for p(x) (Burda et al. 2016).
     *
     * @param x rows of zeros and ones
     * @param draws number of draws of the latent numbers of each row
     */
    public double[] logLikelihood(DenseKernel kernel, double[][] x, int draws) {
        if (draws < 1) {
            throw new IllegalArgumentException("required a draw at least, found " + draws);
        }
        for (double[] row : x) {
            requireLength(row, shape.rowLength());
            if (Arrays.stream(row).anyMatch(number -> number != 0 && number != 1)) {
                throw new IllegalArgumentException("rows must be of zeros and ones");
            }
        }
        long use = RandomUse.AUTOENCODER_EVALUATION.firstAddressWord();
        AutoencoderTape of = new AutoencoderTape(shape, kernel);
        double[] logLikelihoods = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            of.tape().clear();
            AutoencoderTape.EncoderNormal code = of.encode(values, false, x[i], 1);
            double[] noise = AddressedRandom.sequenceAfter(seed, use, i, 0).normals(draws * shape.latents());
            Matrix at = of.tape().constant(noise, draws, shape.latents());
            double[] logWeights = of.logWeights(values, false, x[i], code, at).values();
            logLikelihoods[i] = LogSums.logSumExp(logWeights) - Math.log(draws);
        }
        return logLikelihoods;
    }

    /** Writes the autoencoder as bytes, in the form of checkpoints. */
    public byte[] write() {
        return StateWriter.write(this);
    }

    /**
     * Reads an autoencoder from bytes.
     *
     * @throws IOException if they are not those of an autoencoder
     */
    public static Autoencoder read(byte[] bytes) throws IOException {
        return StateReader.read(bytes, Autoencoder.class);
    }
}
