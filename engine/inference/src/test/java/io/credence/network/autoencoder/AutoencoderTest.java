package io.credence.network.autoencoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.AutoencoderInference;
import io.credence.Rows;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.LatentBound;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.row.NetworkRows;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.Training;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoencoderTest {

    private static final DenseKernel KERNEL = Kernels.named("java");

    private static NetworkRows.Batch batch(Random random, int rows, int numbers) {
        double[] features = new double[rows * (numbers + 1)];
        for (int i = 0; i < features.length; i++) {
            features[i] = i % (numbers + 1) == 0 ? 1 : random.nextDouble();
        }
        double[] weight = random.doubles(rows, 0.5, 1.5).toArray();
        NetworkRows all = new NetworkRows(numbers + 1, features, new double[rows], weight);
        return all.fill(all.allocateBatch(rows), new int[] {2, 0, 1}, 0, rows);
    }

    private static BatchObjective objective(AutoencoderProblem problem, double[] values) {
        Member member = Member.ofPoints(values);
        return problem.objective(member, KERNEL, 3);
    }

    @ParameterizedTest
    @CsvSource({"VI, 4, 1", "IWAE, 4, 1", "VI_VAR, 4, 1", "IWAE_VAR, 4, 2"})
    void gradient_isThatOfFiniteDifferences(LatentBound.BoundKind kind, int draws, int groups) {
        Random random = new Random(TestSeed.get());
        AutoencoderShape shape = new AutoencoderShape(5, List.of(4, 3), 2);
        AutoencoderProblem problem = new AutoencoderProblem(
                shape, new LatentBound(kind, draws, groups), Training.DEFAULT.withValidation(0), 1, 4);
        double[] values = random.doubles(shape.parameterCount(), -0.8, 0.8).toArray();
        NetworkRows.Batch batch = batch(random, 3, 5);
        BatchObjective objective = objective(problem, values);
        double[] gradient = new double[values.length];
        objective.evaluate(values, batch, 7, 3, gradient);
        double[] differences =
                FiniteDifference.gradient(at -> objective.evaluate(at, batch, 7, 3, new double[at.length]), values);
        for (int j = 0; j < values.length; j++) {
            assertEquals(differences[j], gradient[j], 1e-7 * Math.max(1, Math.abs(differences[j])), "weight " + j);
        }
    }

    /** Rows of weight 7 have the objective and the gradient of rows of weight 1. */
    @Test
    void objective_doesNotDependOnTheUnitOfWeights() {
        Random random = new Random(TestSeed.get());
        AutoencoderShape shape = new AutoencoderShape(5, List.of(4), 2);
        double[] values = random.doubles(shape.parameterCount(), -0.8, 0.8).toArray();
        NetworkRows.Batch batch = batch(random, 3, 5);
        double[] heavier = Arrays.stream(batch.weight()).map(w -> 7 * w).toArray();
        double[][] gradients = new double[2][values.length];
        double one = objective(problem(shape, 1), values).evaluate(values, batch, 7, 3, gradients[0]);
        double seven =
                objective(problem(shape, 7), values).evaluate(values, batch.withWeights(heavier), 7, 3, gradients[1]);
        assertEquals(one, seven, 1e-12);
        assertArrayEquals(gradients[0], gradients[1], 1e-12);
    }

    private static AutoencoderProblem problem(AutoencoderShape shape, double meanWeight) {
        return new AutoencoderProblem(shape, LatentBound.DEFAULT, Training.DEFAULT.withValidation(0), meanWeight, 4);
    }

    /** A coder forgets the rows before; draws of another address differ. */
    @Test
    void coder_codesEachRowByItself() {
        AutoencoderShape shape = new AutoencoderShape(6, List.of(3), 2);
        double[] values =
                new Random(3).doubles(shape.parameterCount(), -1.5, 1.5).toArray();
        Autoencoder model = new Autoencoder(shape, LatentBound.DEFAULT, values, 0, 1, 8, null);
        double[][] rows = {{1, 0, 0, 1, 1, 0}, {0, 1, 1, 0, 0.5, 1}};
        Autoencoder.Coder coder = model.coder(KERNEL);
        for (int i : new int[] {0, 1, 0}) {
            Autoencoder.Code again = coder.code(rows[i]);
            Autoencoder.Code alone = model.coder(KERNEL).code(rows[i]);
            assertArrayEquals(alone.mean(), again.mean());
            assertArrayEquals(alone.sd(), again.sd());
            assertEquals(alone.logLikelihood(), again.logLikelihood());
            assertArrayEquals(model.encode(KERNEL, rows[i]), again.mean());
        }
        assertEquals(coder.code(rows[0]).logLikelihood(), coder.logLikelihood(rows[0], 10, 0, 0));
        assertNotEquals(coder.logLikelihood(rows[0], 10, 0, 0), coder.logLikelihood(rows[0], 10, 0, 1));
    }

    /** VI ≤ VI-VAR and IWAE of groups ≤ IWAE-VAR ≤ IWAE, for the same draws, in the mean; VI = IWAE of one draw. */
    @Test
    void bounds_areInTheirOrder() {
        Random random = new Random(TestSeed.get());
        AutoencoderShape shape = new AutoencoderShape(5, List.of(4), 2);
        double[] values = random.doubles(shape.parameterCount(), -0.8, 0.8).toArray();
        NetworkRows.Batch batch = batch(random, 3, 5);
        double[] losses = new double[4];
        List<LatentBound> bounds = List.of(
                new LatentBound(LatentBound.BoundKind.VI, 10),
                new LatentBound(LatentBound.BoundKind.VI_VAR, 10),
                new LatentBound(LatentBound.BoundKind.IWAE_VAR, 10, 5),
                new LatentBound(LatentBound.BoundKind.IWAE, 10));
        for (int b = 0; b < losses.length; b++) {
            BatchObjective objective = objective(
                    new AutoencoderProblem(shape, bounds.get(b), Training.DEFAULT.withValidation(0), 1, 4), values);
            for (int step = 0; step < 50; step++) {
                losses[b] += objective.evaluate(values, batch, step, 3, new double[values.length]) / 50;
            }
        }
        assertTrue(losses[0] > losses[1] && losses[1] > losses[3] && losses[2] >= losses[3], Arrays.toString(losses));
        double one = objective(
                        new AutoencoderProblem(
                                shape,
                                new LatentBound(LatentBound.BoundKind.VI, 1),
                                Training.DEFAULT.withValidation(0),
                                1,
                                4),
                        values)
                .evaluate(values, batch, 3, 3, new double[values.length]);
        double same = objective(
                        new AutoencoderProblem(
                                shape,
                                new LatentBound(LatentBound.BoundKind.IWAE, 1),
                                Training.DEFAULT.withValidation(0),
                                1,
                                4),
                        values)
                .evaluate(values, batch, 3, 3, new double[values.length]);
        assertEquals(one, same, 1e-12);
    }

    /** With one latent number log p(x) is an integral over a line; the encoder's normal is another than the prior, and wide enough. */
    @Test
    void logLikelihood_isTheIntegral() {
        AutoencoderShape shape = new AutoencoderShape(6, List.of(3), 1);
        double[] values =
                new Random(3).doubles(shape.parameterCount(), -1.5, 1.5).toArray();
        int decoder = shape.decoder().get(0).offset();
        Arrays.fill(values, 0, decoder, 0);
        values[decoder - 2] = 0.7;
        values[decoder - 1] = 0.3;
        Autoencoder model = new Autoencoder(shape, LatentBound.DEFAULT, values, 0, 1, 8, null);
        double[] x = {1, 0, 0, 1, 1, 0};
        double sum = 0;
        double step = 1e-3;
        for (double z = -8; z < 8; z += step) {
            double[] p = model.decode(KERNEL, new double[] {z});
            double product = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            for (int j = 0; j < 6; j++) {
                product *= x[j] == 1 ? p[j] : 1 - p[j];
            }
            sum += step * product;
        }
        assertEquals(Math.log(sum), model.logLikelihood(KERNEL, new double[][] {x}, 20_000)[0], 0.02);
        assertEquals(Math.log(sum), new AnnealedSampling(model, KERNEL, 400, 20).logLikelihood(x, 0), 0.02);
    }

    /** Two kinds of rows with ones in one half each: they are separated, and the likelihood is near their entropy. */
    @Test
    void twoKindsOfRows_areLearned() throws IOException {
        Random random = new Random(5);
        double[][] rows = new double[300][8];
        for (double[] row : rows) {
            boolean first = random.nextBoolean();
            for (int j = 0; j < 8; j++) {
                row[j] = first == j < 4 ? 0.98 : 0.02;
            }
        }
        AutoencoderInference inference = AutoencoderInference.of(1, 10)
                .epochs(60)
                .batch(30)
                .stepSize(0.01)
                .bound("iwae", 5);
        Autoencoder fit = inference.fit(rows);
        double[][] x = {{1, 1, 1, 1, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 1, 1, 1}};
        for (double found : fit.logLikelihood(KERNEL, x, 500)) {
            assertEquals(Math.log(0.5) + 8 * Math.log(0.98), found, 0.3);
        }
        assertTrue(fit.decode(KERNEL, fit.encode(KERNEL, x[0]))[0] > 0.9);
        assertArrayEquals(fit.values(), inference.fit(rows).values());
        assertArrayEquals(fit.values(), Autoencoder.read(fit.write()).values());
        assertEquals(60, fit.epochs());
    }

    @Test
    void threads_doNotMatter() {
        Random random = new Random(6);
        List<List<RowBlock>> partitions = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            BlockBuilder builder = BlockBuilder.dense(5, Precision.FLOAT64, 1 << 20);
            for (int i = 0; i < 10 + p; i++) {
                double[] row = random.doubles(5).toArray();
                row[0] = 1;
                builder.add(0, 1, 0, row);
            }
            partitions.add(List.of(builder.build()));
        }
        List<double[]> found = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads += 2) {
            try (InProcessBackend backend = new InProcessBackend(partitions, KERNEL, threads)) {
                found.add(AutoencoderInference.of(2, 3)
                        .epochs(2)
                        .batch(4)
                        .fit(backend)
                        .values());
            }
        }
        assertArrayEquals(found.get(0), found.get(1));
    }

    /** Killed after any epoch, a fit goes on to the same bits; one that loses a number keeps the epoch before, and reports it. */
    @Test
    void resumed_isTheSameFit_andAWildOneKeepsItsLastGoodEpoch() throws IOException {
        double[][] images = new Random(7)
                .doubles(200)
                .mapToObj(p -> new double[] {p, 1 - p})
                .toArray(double[][]::new);
        AutoencoderInference inference = AutoencoderInference.of(1, 3).epochs(6).batch(50);
        Rows rows = Rows.of(images, new double[images.length]);
        try (ExecutionBackend backend = rows.toBackend(Kernels.AUTO)) {
            NetworkAlgorithm<Autoencoder> algorithm = inference.algorithm(backend);
            FitState state = algorithm.init();
            while (state.isRunning()) {
                state = StateReader.read(StateWriter.write(algorithm.step(state)), FitState.class);
            }
            assertArrayEquals(
                    inference.fit(images).values(),
                    algorithm.trainedModel(state).values());

            NetworkAlgorithm<Autoencoder> wild = inference.stepSize(1e300).algorithm(backend);
            FitState end = wild.run(wild.init(), List.of());
            assertEquals(FitStatus.DIVERGED, end.status());
            assertTrue(
                    end.stopReason().startsWith("the autoencoder has a weight that is not finite"), end.stopReason());
            assertTrue(wild.trainedModel(end).epochs() < 6);
            assertTrue(Arrays.stream(wild.trainedModel(end).values()).allMatch(Double::isFinite));
        }
    }

    @Test
    void unfitRows_areRefused() {
        AutoencoderInference inference = AutoencoderInference.of(1, 2).epochs(1);
        assertThrows(IllegalArgumentException.class, () -> inference.fit(new double[][] {{0, 1.5}, {0, 1}}));
        assertThrows(
                IllegalArgumentException.class,
                () -> AutoencoderInference.of(0, 2).fit(new double[][] {{0, 1}}));
        String tooMany = assertThrows(
                        IllegalArgumentException.class,
                        () -> inference.bound("iwae", Integer.MAX_VALUE / 2).fit(new double[][] {{0, 1}, {1, 1}}))
                .getMessage();
        assertTrue(tooMany.startsWith("train.batch and model.latent.draws make steps of 2 rows"), tooMany);
        Autoencoder fit = inference.fit(new double[][] {{0, 1}, {1, 1}});
        assertThrows(IllegalArgumentException.class, () -> fit.logLikelihood(KERNEL, new double[][] {{0.5, 1}}, 1));
        assertThrows(IllegalArgumentException.class, () -> fit.logLikelihood(KERNEL, new double[][] {{0, 1}}, 0));
        assertThrows(IllegalArgumentException.class, () -> fit.encode(KERNEL, new double[3]));
    }
}
