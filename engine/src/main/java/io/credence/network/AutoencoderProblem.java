package io.credence.network;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.loss.LatentBound;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.risk.RowReduction;
import java.util.Arrays;

/**
 * An autoencoder that is to be fitted: the least mean, over rows, of minus a bound on log p(x). All weights are points; latent numbers are
 * drawn from each row's own normal. Numbers of a row are probabilities of 1, and zeros and ones are drawn anew in each step.
 *
 * @param bound VI, VI-VAR, IWAE or IWAE-VAR with its draws for each row (003, section 4.6)
 */
public record AutoencoderProblem(AutoencoderShape shape, LatentBound bound, Training training, long seed)
        implements Trainable {

    /**
     * The autoencoder of those rows.
     *
     * @param backend of rows whose first column is one of ones, and which have the shape's numbers behind it, from 0 to 1
     * @throws IllegalArgumentException if they are others
     */
    public Autoencoder fit(ExecutionBackend backend) {
        int columns = backend.summary().columns();
        if (columns != shape.numbers() + 1) {
            throw new IllegalArgumentException("the rows of an autoencoder must have " + shape.numbers()
                    + " numbers behind a one, found " + columns + " columns");
        }
        Standardisation none = new Standardisation(new double[columns], Vectors.ones(columns), 0, 1);
        Epochs.Trained trained = new Epochs(this, backend).all(none, shape.start(seed));
        Member end = trained.member();
        return new Autoencoder(shape, end.values(), end.objective(), trained.epochs(), seed);
    }

    @Override
    public BatchObjective objective(Member member, DenseKernel kernel, int rows) {
        AutoencoderTape of = new AutoencoderTape(shape, kernel);
        return (values, batch, step, all, gradient) -> evaluate(of, values, batch, step, gradient);
    }

    private double evaluate(
            AutoencoderTape of, double[] values, NetworkRows.Batch batch, long step, double[] gradient) {
        MatrixTape tape = of.tape();
        tape.clear();
        double[] x = binary(batch, step);
        AutoencoderTape.Code code = of.encode(values, true, x, batch.rows());
        double[] normal = normals(batch.rows() * bound.draws() * shape.latents(), step);
        Matrix noise = tape.constant(normal, batch.rows() * bound.draws(), shape.latents());
        Matrix weights = of.logWeights(values, true, x, code, noise);
        Matrix loss = reduced(tape, weights, batch);
        Arrays.fill(gradient, 0);
        tape.pullBack(loss, gradient);
        return loss.number();
    }

    /** The mean over the rows of the bound's risk of the losses −log w. */
    private Matrix reduced(MatrixTape tape, Matrix weights, NetworkRows.Batch batch) {
        RowReduction risk = bound.risk();
        double[] losses = new double[weights.rows()];
        double[] slope = new double[weights.rows()];
        for (int i = 0; i < losses.length; i++) {
            losses[i] = -weights.values()[i];
        }
        double sum = 0;
        for (int i = 0; i < batch.rows(); i++) {
            sum += batch.weight()[i] * risk.reduce(losses, i * bound.draws(), 1, bound.draws(), slope);
        }
        return tape.result(
                1,
                1,
                new double[] {sum / batch.rows()},
                slopes -> {
                    double[] into = tape.slopes(weights);
                    for (int i = 0; i < into.length; i++) {
                        into[i] -= slopes[0] * batch.weight()[i / bound.draws()] * slope[i] / batch.rows();
                    }
                },
                weights);
    }

    private double[] binary(NetworkRows.Batch batch, long step) {
        AddressedRandom.Last random = AddressedRandom.last(seed, RandomUse.AUTOENCODER_NUMBERS.address(), step, 0);
        double[] x = new double[batch.rows() * shape.numbers()];
        for (int i = 0, at = 0; i < batch.rows(); i++) {
            for (int j = 1; j <= shape.numbers(); j++, at++) {
                double probability = batch.features()[j * batch.rows() + i];
                if (!(probability >= 0 && probability <= 1)) {
                    throw new IllegalArgumentException(
                            "the numbers of an autoencoder's rows must lie from 0 to 1 but one" + " in column " + j
                                    + " is " + probability);
                }
                x[at] = random.uniform(at) < probability ? 1 : 0;
            }
        }
        return x;
    }

    private double[] normals(int count, long step) {
        return AddressedRandom.last(seed, RandomUse.AUTOENCODER_LATENTS.address(), step, 0)
                .normals(count);
    }
}
