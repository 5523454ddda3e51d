package io.credence.network.autoencoder;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.loss.LatentBound;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.NetworkRows;
import io.credence.network.row.Standardisation;
import io.credence.network.train.NetworkState;
import io.credence.network.train.Training;
import io.credence.network.train.TrainingProblem;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.risk.RowReduction;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Training problem of an autoencoder, which minimises the mean over rows of minus a bound on log p(x). All weights are
 * points; latent numbers are drawn from each row's own normal. Numbers of a row are probabilities of 1, and zeros and
 * ones are drawn anew in each step.
 *
 * @param bound VI, VI-VAR, IWAE or IWAE-VAR with its draws for each row (Futami et al. 2022, section 4.6)
 * @param meanWeight mean weight of a row, by which objectives are divided, so that they are of a row of weight 1
 */
record AutoencoderProblem(AutoencoderShape shape, LatentBound bound, Training training, double meanWeight, long seed)
        implements TrainingProblem<Autoencoder> {

    /** Largest number of numbers of a matrix of a step. */
    private static final long MOST_NUMBERS = Integer.MAX_VALUE - 8;

    /**
     * Returns units that leave rows as they are.
     *
     * @throws UnfitCellException if a number is not from 0 to 1
     * @throws IllegalArgumentException if the rows do not have the shape's numbers behind a column of ones, or a step
     *     has too many numbers
     */
    @Override
    public Standardisation units(ExecutionBackend backend) {
        int columns = backend.summary().columns();
        if (columns != shape.rowLength() + 1) {
            throw new IllegalArgumentException("the rows of an autoencoder must have " + shape.rowLength()
                    + " numbers behind a one, found " + columns + " columns");
        }
        UnitIntervalPass.RowFacts facts = backend.run(new UnitIntervalPass());
        facts.requireFit();
        requireStep(training.largestBatch(facts.mostRows()));
        return Standardisation.none(columns);
    }

    private void requireStep(int rows) {
        int widest = Math.max(shape.rowLength(), shape.latents());
        for (int units : shape.hidden()) {
            widest = Math.max(widest, units);
        }
        double numbers = (double) rows * bound.draws() * widest;
        if (numbers > MOST_NUMBERS) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "train.batch and model.latent.draws make steps of %d rows, %d draws and %d numbers each: required"
                            + " at most %d numbers, found %.0f",
                    rows,
                    bound.draws(),
                    widest,
                    MOST_NUMBERS,
                    numbers));
        }
    }

    @Override
    public List<Member> startingMembers(Standardisation units, ExecutionBackend backend) {
        return List.of(Member.ofPoints(shape.startingValues(seed)));
    }

    /** Rows of few zeros and ones have many equals, which the held-out ones are to have as well. */
    @Override
    public HoldOut holdOut(double share) {
        return new HoldOut(share, seed, false);
    }

    @Override
    public @Nullable HoldOutScores scoreHeldOutRows(
            List<Member> members, Standardisation units, HoldOut holdOut, ExecutionBackend backend) {
        return backend.run(new HeldOutBoundPass(autoencoder(members.get(0), 0, null), holdOut))
                .scores();
    }

    private Autoencoder autoencoder(Member member, int epochs, @Nullable HoldOutScores heldOut) {
        return new Autoencoder(shape, bound, member.values(), member.objective(), epochs, seed, heldOut);
    }

    @Override
    public String text() {
        return "an autoencoder of " + shape.latents() + " latent numbers and hidden layers " + shape.hidden();
    }

    @Override
    public String text(Member member) {
        return "the autoencoder";
    }

    @Override
    public Autoencoder trainedModel(NetworkState state) {
        return autoencoder(state.members().get(0), state.epoch(), state.heldOut());
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
        AutoencoderTape.Parameters learned = (offset, rows, columns) -> tape.variable(values, offset, rows, columns);
        double[] x = drawBinaryRows(batch, step);
        AutoencoderTape.EncoderNormal code = of.encode(learned, x, batch.rows());
        double[] normal = normals(batch.rows() * bound.draws() * shape.latents(), step);
        Matrix noise = tape.constant(normal, batch.rows() * bound.draws(), shape.latents());
        Matrix weights = of.logWeights(learned, x, code, noise);
        Matrix loss = meanRisk(tape, weights, batch);
        Arrays.fill(gradient, 0);
        tape.addGradient(loss, gradient);
        return loss.number();
    }

    /** Weighted mean over the rows of the bound's risk of the losses −log w. */
    private Matrix meanRisk(MatrixTape tape, Matrix weights, NetworkRows.Batch batch) {
        RowReduction risk = bound.toRowReduction();
        double[] losses = new double[weights.rows()];
        double[] slope = new double[weights.rows()];
        for (int i = 0; i < losses.length; i++) {
            losses[i] = -weights.values()[i];
        }
        double weight = batch.rows() * meanWeight;
        double sum = 0;
        for (int i = 0; i < batch.rows(); i++) {
            sum += batch.weight()[i] * risk.reduce(losses, i * bound.draws(), 1, bound.draws(), slope);
        }
        return tape.recordOperation(
                1,
                1,
                new double[] {sum / weight},
                slopes -> {
                    double[] into = tape.slopes(weights);
                    for (int i = 0; i < into.length; i++) {
                        into[i] -= slopes[0] * batch.weight()[i / bound.draws()] * slope[i] / weight;
                    }
                },
                weights);
    }

    private double[] drawBinaryRows(NetworkRows.Batch batch, long step) {
        AddressedRandom.NumberSequence random =
                AddressedRandom.sequenceAfter(seed, RandomUse.AUTOENCODER_NUMBERS.firstAddressWord(), step, 0);
        double[] x = new double[batch.rows() * shape.rowLength()];
        for (int i = 0, at = 0; i < batch.rows(); i++) {
            for (int j = 1; j <= shape.rowLength(); j++, at++) {
                x[at] = random.uniform(at) < batch.features()[j * batch.rows() + i] ? 1 : 0;
            }
        }
        return x;
    }

    private double[] normals(int count, long step) {
        return AddressedRandom.sequenceAfter(seed, RandomUse.AUTOENCODER_LATENTS.firstAddressWord(), step, 0)
                .normals(count);
    }
}
