package io.credence.network.autoencoder;

import io.credence.autodiff.Matrix;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.data.DataSummary;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.loss.LatentBound;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.result.TrainedPosterior;
import io.credence.network.row.Standardisation;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import io.credence.network.train.TrainingRequest;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trained autoencoder of rows of zeros and ones. The model is x ~ Bernoulli(decoder(z)), z ~ N(0, I); the encoder gives
 * a normal of z given x.
 *
 * @param bound bound on the log likelihood of a row, by which it was trained
 * @param values weights and biases, layer by layer
 * @param objective mean of minus the bound over the last epoch, nats a row
 * @param epochs number of epochs done; fewer than requested where numbers of the next were not finite
 * @param seed seed of the fit
 * @param heldOut log likelihoods of held-out rows, when the autoencoder was trained on the others; null where none were
 *     held out
 */
public record Autoencoder(
        AutoencoderShape shape,
        LatentBound bound,
        double[] values,
        double objective,
        int epochs,
        long seed,
        @Nullable HoldOutScores heldOut)
        implements TrainedPosterior {

    /** Name of the family of such posteriors. */
    public static final String FAMILY = "autoencoder";

    /** Default training. Steps are smaller than those of networks that predict, whose layers are less wide. */
    public static final Training TRAINING = Training.DEFAULT.withStepSize(1e-3);

    public Autoencoder {
        if (values.length != shape.parameterCount()) {
            throw new IllegalArgumentException(
                    "an autoencoder must have " + shape.parameterCount() + " parameters but has " + values.length);
        }
    }

    /**
     * Latent numbers of a row, and how likely the row is.
     *
     * @param mean means of the encoder's normals
     * @param sd standard deviations of these normals
     * @param logLikelihood estimate of log p(x) by importance sampling from them, in expectation a lower bound, nats
     */
    public record Code(double[] mean, double[] sd, double logLikelihood) {}

    /**
     * Creates the training problem of an autoencoder.
     *
     * @param data facts about the rows, a leading column of ones included
     * @param hidden units of each hidden layer of the encoder; the decoder has them in reverse order
     * @param latents number of latent numbers of a row
     * @param seed seed of everything random
     */
    public static TrainingProblem<Autoencoder> problem(
            DataSummary data, List<Integer> hidden, int latents, LatentBound bound, Training training, long seed) {
        return new AutoencoderProblem(
                new AutoencoderShape(data.columns() - 1, hidden, latents),
                bound,
                training,
                data.weight() / data.rows(),
                seed);
    }

    /**
     * Creates the settings of an autoencoder whose rows are not known yet.
     *
     * @param hidden units of each hidden layer of the encoder; the decoder has them in reverse order
     * @param latents number of latent numbers of a row
     */
    public static TrainingRequest<Autoencoder> request(
            List<Integer> hidden, int latents, LatentBound bound, Training training) {
        return new AutoencoderRequest(hidden, latents, bound, training);
    }

    @Override
    public String family() {
        return FAMILY;
    }

    @Override
    public Likelihood likelihood() {
        return Likelihoods.named("bernoulli", 1, 0);
    }

    @Override
    public Standardisation units() {
        return Standardisation.none(shape.rowLength() + 1);
    }

    @Override
    public Map<String, Object> sizesByKey() {
        Map<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("autoencoder", shape.latents());
        sizes.put("layers", shape.hidden());
        return sizes;
    }

    @Override
    public List<NetworkEnsemble.TrainedMember> members() {
        return NetworkEnsemble.TrainedMember.alone(values);
    }

    @Override
    public int parameterCount(NetworkEnsemble.TrainedMember member) {
        return values.length;
    }

    @Override
    public String text() {
        return String.format(
                Locale.ROOT,
                "an autoencoder of %d numbers, latent numbers: %d, hidden layers: %s; bound %s of %d draws, %.3f nats a row"
                        + " in the last epoch",
                shape.rowLength(),
                shape.latents(),
                shape.hidden(),
                bound.kind().configurationName(),
                bound.draws(),
                -objective);
    }

    /** Means of the latent numbers of a row. */
    public double[] encode(DenseKernel kernel, double[] row) {
        return new Coder(kernel).encode(row).mean().values().clone();
    }

    /** Probabilities that the numbers of a row are 1, given its latent numbers. */
    public double[] decode(DenseKernel kernel, double[] latents) {
        requireNumbers(latents, shape.latents());
        AutoencoderTape of = new AutoencoderTape(shape, kernel);
        Matrix logits = of.decode(of.fixedParameters(values), of.tape().constant(latents, 1, shape.latents()));
        return Arrays.stream(logits.values()).map(a -> 1 / (1 + Math.exp(-a))).toArray();
    }

    /** Creates a coder of rows. */
    public Coder coder(DenseKernel kernel) {
        return new Coder(kernel);
    }

    /** Coder of one row after the other, which copies the weights once. Not thread-safe. */
    public final class Coder {

        private final AutoencoderTape of;
        private final AutoencoderTape.Parameters parameters;

        private Coder(DenseKernel kernel) {
            this.of = new AutoencoderTape(shape, kernel);
            this.parameters = of.fixedParameters(values);
        }

        /**
         * Describes a row by its latent numbers. Equal rows have equal codes, wherever they stand.
         *
         * @param row zeros and ones, or probabilities of ones, whose cross entropy then stands for the log likelihood
         *     given latent numbers
         */
        public Code code(double[] row) {
            AutoencoderTape.EncoderNormal normal = encode(row);
            double[] sd = Arrays.stream(normal.logSd().values()).map(Math::exp).toArray();
            return new Code(normal.mean().values().clone(), sd, logLikelihood(normal, row, bound.draws(), 0, 0));
        }

        private AutoencoderTape.EncoderNormal encode(double[] row) {
            requireNumbers(row, shape.rowLength());
            of.tape().clear();
            return of.encode(parameters, row, 1);
        }

        /**
         * Estimates log p(x) by draws of a given address.
         *
         * @param row zeros and ones, or probabilities of ones
         */
        double logLikelihood(double[] row, int draws, long first, long second) {
            return logLikelihood(encode(row), row, draws, first, second);
        }

        /** Estimate from the encoder's normal, which is on the tape. */
        private double logLikelihood(
                AutoencoderTape.EncoderNormal normal, double[] row, int draws, long first, long second) {
            long use = RandomUse.AUTOENCODER_EVALUATION.firstAddressWord();
            double[] noise =
                    AddressedRandom.sequenceAfter(seed, use, first, second).normals(draws * shape.latents());
            Matrix at = of.tape().constant(noise, draws, shape.latents());
            return LogSums.logSumExp(of.logWeights(parameters, row, normal, at).values()) - Math.log(draws);
        }
    }

    private static void requireNumbers(double[] numbers, int required) {
        if (numbers.length != required) {
            throw new IllegalArgumentException("required " + required + " numbers, found " + numbers.length);
        }
        for (double number : numbers) {
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException("required finite numbers, found " + number);
            }
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
            requireNumbers(row, shape.rowLength());
            if (Arrays.stream(row).anyMatch(number -> number != 0 && number != 1)) {
                throw new IllegalArgumentException("rows must be of zeros and ones");
            }
        }
        Coder coder = new Coder(kernel);
        double[] logLikelihoods = new double[x.length];
        Arrays.setAll(logLikelihoods, i -> coder.logLikelihood(x[i], draws, i, 0));
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
