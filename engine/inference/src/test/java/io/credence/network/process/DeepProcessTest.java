package io.credence.network.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.DeepProcessInference;
import io.credence.Rows;
import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.RenyiDivergence;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Triangular;
import io.credence.network.dense.BatchObjective;
import io.credence.network.dense.Member;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.NetworkRows;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.Training;
import io.credence.predict.NetworkPredictive;
import io.credence.predict.Prediction;
import io.credence.risk.MeanRisk;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeepProcessTest {

    private static final DenseKernel KERNEL = Kernels.named("java");

    private static BatchObjective objective(DeepProcessShape shape, NetworkObjective minimised, int draws) {
        return new DeepProcessProblem(shape, draws, minimised, Training.DEFAULT, 6)
                .objective(Member.ofPoints(new double[0]), KERNEL, 4);
    }

    private static NetworkRows.Batch batch(double[][] x, double[] y) {
        int columns = x[0].length + 1;
        double[] features = new double[x.length * columns];
        int[] order = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            order[i] = i;
            features[i * columns] = 1;
            System.arraycopy(x[i], 0, features, i * columns + 1, columns - 1);
        }
        double[] weight = new double[x.length];
        Arrays.fill(weight, 1);
        NetworkRows rows = new NetworkRows(columns, features, y, weight);
        return rows.fill(rows.allocateBatch(x.length), order, 0, x.length);
    }

    static List<Arguments> objectives() {
        NetworkObjective gamma = new NetworkObjective(RobustForm.GAMMA, 1.1, null, 1, null);
        NetworkObjective wide = new NetworkObjective(null, 1, null, 1, new RenyiDivergence(0.5));
        NetworkObjective narrow = new NetworkObjective(RobustForm.BETA, 1.2, null, 2, new RenyiDivergence(2));
        Divergence byLayer = new BlockDivergence(List.of(
                new BlockDivergence.BlockTerm(1, 1, new KullbackLeibler(3)),
                new BlockDivergence.BlockTerm(1, 0.5, new RenyiDivergence(0.4))));
        return List.of(
                Arguments.of(2, 1, new NetworkObjective(null, 1, null, 1, byLayer)),
                Arguments.of(1, 1, NetworkObjective.ELBO),
                Arguments.of(2, 1, NetworkObjective.ELBO),
                Arguments.of(3, 2, NetworkObjective.ELBO),
                Arguments.of(2, 2, gamma),
                Arguments.of(2, 1, wide),
                Arguments.of(1, 1, narrow));
    }

    @ParameterizedTest
    @MethodSource("objectives")
    void gradient_isThatOfFiniteDifferences(int layers, int draws, NetworkObjective minimised) {
        Random random = new Random(TestSeed.get());
        DeepProcessShape shape = new DeepProcessShape(2, layers, 3);
        double[][] x = new double[4][];
        Arrays.setAll(x, i -> random.doubles(2, -1, 1).toArray());
        NetworkRows.Batch batch = batch(x, random.doubles(4, -1, 1).toArray());
        double[] values = shape.startingValues(new double[] {-1, -1, 0.2, 1, 1, -0.5});
        for (int j = 0; j < values.length; j++) {
            values[j] += 0.3 * (random.nextDouble() - 0.5);
        }
        // inner covariances not so small that their divergence has slopes beside which others are lost
        for (DeepProcessShape.Layer layer : shape.allLayers()) {
            for (int k = 0; k < layer.outputs(); k++) {
                for (int i = 0; i < 3; i++) {
                    values[layer.rootOffset(k) + Triangular.index(i, i)] = -0.4 - 0.1 * i;
                }
            }
        }
        BatchObjective objective = objective(shape, minimised, draws);
        double[] gradient = new double[values.length];
        objective.evaluate(values, batch, 5, 40, gradient);
        double[] differences =
                FiniteDifference.gradient(at -> objective.evaluate(at, batch, 5, 40, new double[at.length]), values);
        for (int j = 0; j < values.length; j++) {
            assertEquals(differences[j], gradient[j], 1e-6 * Math.max(1, Math.abs(differences[j])), "parameter " + j);
        }
    }

    /** With the rows as inducing inputs and the exact posterior at these, the objective of one layer is minus the log evidence. */
    @Test
    void exactPosterior_hasTheEvidence() {
        double[][] x = {{-1}, {0.3}, {1.2}};
        double[] y = {0.5, -0.4, 1.1};
        double noise = 0.36;
        DeepProcessShape shape = new DeepProcessShape(1, 1, 3);
        double[] values = shape.startingValues(new double[] {-1, 0.3, 1.2});
        values[shape.logNoiseOffset()] = 0.5 * Math.log(noise);
        double[] covariance = new double[9];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double apart = x[i][0] - x[j][0];
                covariance[i * 3 + j] = Math.exp(-0.5 * apart * apart) + (i == j ? 1e-6 : 0);
            }
        }
        double[] c = factored(covariance).factor();
        double[] precision = new double[9];
        double[] pull = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                precision[i * 3 + j] = i == j ? 1 : 0;
                for (int k = 0; k < 3; k++) {
                    precision[i * 3 + j] += c[k * 3 + i] * c[k * 3 + j] / noise;
                }
                pull[i] += c[j * 3 + i] * y[j] / noise;
            }
        }
        Cholesky posterior = factored(precision);
        DeepProcessShape.Layer layer = shape.allLayers().get(0);
        System.arraycopy(posterior.solve(pull), 0, values, layer.meansOffset(), 3);
        double[] root = factored(posterior.inverse()).factor();
        System.arraycopy(Triangular.toLogCholesky(root, 3), 0, values, layer.rootOffset(0), 6);

        double found = 3
                * objective(shape, NetworkObjective.ELBO, 1)
                        .evaluate(values, batch(x, y), 0, 3, new double[values.length]);

        double[] marginal = covariance.clone();
        for (int i = 0; i < 3; i++) {
            marginal[i * 3 + i] += noise;
        }
        Cholesky whole = factored(marginal);
        double[] standard = whole.solveFactor(y);
        double square = Arrays.stream(standard).map(e -> e * e).sum();
        assertEquals(0.5 * (square + whole.logDeterminant() + 3 * Math.log(2 * Math.PI)), found, 1e-5);
    }

    /** A natural-gradient step of size 1 lands on the exact posterior, whose objective is minus the log evidence, from anywhere. */
    @Test
    void naturalStep_landsOnTheExactPosterior() {
        double[][] x = {{-1}, {0.3}, {1.2}};
        double[] y = {0.5, -0.4, 1.1};
        DeepProcessShape shape = new DeepProcessShape(1, 1, 3);
        double[] values = shape.startingValues(new double[] {-1, 0.3, 1.2});
        DeepProcessShape.Layer layer = shape.allLayers().get(0);
        double[] from = {0.4, -1, 0.2, 0.3, -0.5, -0.8, 0.7, 0.1, -0.2};
        System.arraycopy(from, 0, values, layer.meansOffset(), from.length);
        BatchObjective objective = objective(shape, NetworkObjective.ELBO, 1);
        double[] gradient = new double[values.length];
        objective.evaluate(values, batch(x, y), 0, 3, gradient);
        double[] others = gradient.clone();
        NaturalStep.move(KERNEL, values, gradient, layer.meansOffset(), 3, 3);
        double found = 3 * objective.evaluate(values, batch(x, y), 0, 3, new double[values.length]);

        double noise = Math.exp(2 * values[shape.logNoiseOffset()]);
        double[] marginal = new double[9];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double apart = x[i][0] - x[j][0];
                marginal[i * 3 + j] = Math.exp(-0.5 * apart * apart) + (i == j ? noise + 1e-6 : 0);
            }
        }
        Cholesky whole = factored(marginal);
        double square = Arrays.stream(whole.solveFactor(y)).map(e -> e * e).sum();
        assertEquals(0.5 * (square + whole.logDeterminant() + 3 * Math.log(2 * Math.PI)), found, 1e-4);
        // what the step moved is cleared, other slopes are left to the optimiser
        Arrays.fill(others, layer.meansOffset(), layer.endOffset(), 0);
        assertArrayEquals(others, gradient);
    }

    static List<Arguments> stepsOfObjectives() {
        return List.of(
                Arguments.of(NetworkObjective.ELBO, 1, true),
                Arguments.of(new NetworkObjective(null, 1, null, 2, null), 2, true),
                Arguments.of(new NetworkObjective(null, 1, null, 1, new KullbackLeibler(3)), 3, true),
                Arguments.of(new NetworkObjective(null, 1, null, 2, new RenyiDivergence(0.5)), 1, false));
    }

    /**
     * A step of a fit goes a tenth of the way of natural parameters that a whole step goes, which lands where the slopes vanish
     * if the divergence is Kullback and Leibler's.
     *
     * @param factor divisor of the divergence, over the weight of the entropy in it
     */
    @ParameterizedTest
    @MethodSource("stepsOfObjectives")
    void stepOfAFit_isATenthOfAWholeOne(NetworkObjective minimised, double factor, boolean lands) {
        double[][] x = {{-1}, {0.3}, {1.2}};
        NetworkRows.Batch batch = batch(x, new double[] {0.5, -0.4, 1.1});
        DeepProcessShape shape = new DeepProcessShape(1, 1, 3);
        double[] start = shape.startingValues(new double[] {-1, 0.3, 1.2});
        DeepProcessShape.Layer layer = shape.allLayers().get(0);
        BatchObjective objective = objective(shape, minimised, 1);
        double[] gradient = new double[start.length];
        objective.evaluate(start, batch, 0, 3, gradient);
        double[] whole = start.clone();
        NaturalStep.move(KERNEL, whole, gradient.clone(), layer.meansOffset(), 3, 3 * factor);
        double[] tenth = start.clone();
        objective.moveByOwnRule(tenth, gradient.clone(), 3);
        double[] before = precision(start, layer);
        double[] after = precision(whole, layer);
        double[] expected = new double[9];
        Arrays.setAll(expected, e -> 0.9 * before[e] + 0.1 * after[e]);
        assertArrayEquals(expected, precision(tenth, layer), 1e-9);
        objective.evaluate(whole, batch, 0, 3, gradient);
        double left = Arrays.stream(gradient, layer.meansOffset(), layer.endOffset())
                .map(Math::abs)
                .max()
                .orElseThrow();
        assertEquals(lands, left < 1e-9, "largest slope that is left: " + left);
    }

    private static double[] precision(double[] values, DeepProcessShape.Layer layer) {
        double[] root = Triangular.ofLogCholesky(values, layer.rootOffset(0), 3);
        double[] covariance = new double[9];
        for (int i = 0; i < 9; i++) {
            for (int t = 0; t < 3; t++) {
                covariance[i] += root[i / 3 * 3 + t] * root[i % 3 * 3 + t];
            }
        }
        return factored(covariance).inverse();
    }

    /** Where a loss is so concave that precisions would not be definite, the step is retracted. */
    @Test
    void naturalStep_keepsTheCovarianceDefinite() {
        double[] values = {0.5, 0.2};
        double[] gradient = {0.1, -3};
        NaturalStep.move(KERNEL, values, gradient, 0, 1, 1);
        // M = 1 + f g of log T is −2, of which ½(1 + M²) is 2.5
        double sd = Math.exp(0.2) / Math.sqrt(2.5);
        assertEquals(Math.log(sd), values[1], 1e-12);
        assertEquals(0.5 - sd * sd * 0.1, values[0], 1e-12);
        double[] lost = {0.5, 0.2};
        NaturalStep.move(KERNEL, lost, new double[] {Double.NaN, Double.NaN}, 0, 1, 1);
        assertTrue(Double.isNaN(lost[0]), lost[0] + "");
    }

    private static Cholesky factored(double[] matrix) {
        return Objects.requireNonNull(Cholesky.of(KERNEL, matrix, 3));
    }

    /** Rényi's divergence of order 1 is that of Kullback and Leibler, and so are their slopes. */
    @Test
    void renyiOfOrderOne_isKullbackAndLeibler() {
        double[] at = {0.4, -0.3, 0.1, -0.2, 0.5};
        double[][] gradients = new double[2][5];
        double[] found = new double[2];
        for (int k = 0; k < 2; k++) {
            MatrixTape tape = new MatrixTape(KERNEL);
            Matrix mean = tape.variable(at, 0, 2, 1);
            Matrix root = DeepProcessTape.lowerTriangle(tape, tape.variable(at, 2, 1, 3), 2);
            Matrix value =
                    WhitenedDivergence.of(tape, k == 0 ? KullbackLeibler.PLAIN : new RenyiDivergence(1), mean, root);
            tape.addGradient(value, gradients[k]);
            found[k] = value.number();
        }
        assertEquals(found[0], found[1], 1e-12);
        assertArrayEquals(gradients[0], gradients[1], 1e-12);
        double trace = Math.exp(0.2) + 0.04 + Math.exp(1);
        assertEquals(0.5 * (trace + 0.16 + 0.09 - 2 - 0.2 - 1), found[0], 1e-12);
    }

    private static Rows wave(double[][] features, double[] labels) {
        Random random = new Random(2);
        for (int i = 0; i < labels.length; i++) {
            features[i] = new double[] {4 * random.nextDouble() - 2};
            labels[i] = 100 + 10 * (Math.sin(2 * features[i][0]) + 0.1 * random.nextGaussian());
        }
        return Rows.of(features, labels);
    }

    /** A wave is learned with the noise that it has; what is saved predicts the same, and a second fit has the same bits. */
    @Test
    void wave_isLearned() throws IOException {
        double[][] features = new double[120][];
        double[] labels = new double[120];
        Rows rows = wave(features, labels);
        DeepProcessInference inference = DeepProcessInference.of(2)
                .inducing(12)
                .epochs(400)
                .batch(30)
                .stepSize(0.03)
                .gamma(1.01);
        DeepProcess fit = inference.fit(rows);

        NetworkPredictive predictive = new NetworkPredictive(fit, 0.9);
        int covered = 0;
        for (int i = 0; i <= 20; i++) {
            double at = -1.8 + 0.18 * i;
            Prediction found = predictive.predict(new double[] {1, at});
            double truth = 100 + 10 * Math.sin(2 * at);
            assertEquals(truth, found.prediction(), 1.5, "at " + at);
            covered += found.expectedSpread().lower() <= truth
                            && truth <= found.expectedSpread().upper()
                    ? 1
                    : 0;
            assertTrue(
                    found.responseSpread().sd() > 0.7 && found.responseSpread().sd() < 1.8, found.toString());
        }
        assertTrue(covered > 12, covered + " of 21");
        assertEquals(
                Math.log(1 / (1.0 * Math.sqrt(2 * Math.PI))), predictive.logDensity(new double[] {1, 0}, 100), 0.5);
        DeepProcess read = DeepProcess.read(fit.write());
        assertArrayEquals(fit.values(), read.values());
        assertEquals(400, fit.epochs());
    }

    @Test
    void sameSeed_isTheSameFit() {
        Rows rows = wave(new double[40][], new double[40]);
        DeepProcessInference inference =
                DeepProcessInference.of(2).inducing(5).epochs(5).batch(15).draws(2);
        double[] first = inference.fit(rows).values();
        assertArrayEquals(first, inference.fit(rows).values());
        assertTrue(!Arrays.equals(first, inference.seed(2).fit(rows).values()));
    }

    @Test
    void stepsThatAreTooLong_keepTheLastGoodEpoch() {
        Rows rows = wave(new double[40][], new double[40]);
        try (ExecutionBackend backend = rows.toBackend(Kernels.AUTO)) {
            NetworkAlgorithm<DeepProcess> algorithm = DeepProcessInference.of(2)
                    .inducing(5)
                    .epochs(20)
                    .stepSize(1e3)
                    .algorithm(backend);
            FitState end = algorithm.run(algorithm.init(), List.of());
            DeepProcess fit = algorithm.trainedModel(end);
            assertEquals(FitStatus.DIVERGED, end.status());
            assertTrue(
                    end.stopReason()
                            .startsWith("the deep process has a weight that is not finite after epoch "
                                    + (fit.epochs() + 1)),
                    end.stopReason());
            assertTrue(fit.epochs() < 20, fit.epochs() + "");
            assertTrue(Arrays.stream(fit.values()).allMatch(Double::isFinite));
        }
    }

    /** Killed after any epoch, also where rows held out are weighed, a fit goes on to the same bits; what is held out is as the noise is. */
    @Test
    void resumed_isTheSameFit() throws IOException {
        Rows rows = wave(new double[100][], new double[100]);
        DeepProcessInference inference = DeepProcessInference.of(2)
                .inducing(8)
                .epochs(100)
                .batch(15)
                .stepSize(0.03)
                .validation(0.3);
        DeepProcess whole = inference.fit(rows);
        try (ExecutionBackend backend = rows.toBackend(Kernels.AUTO)) {
            NetworkAlgorithm<DeepProcess> algorithm = inference.algorithm(backend);
            FitState state = algorithm.init();
            while (state.isRunning()) {
                state = StateReader.read(StateWriter.write(algorithm.step(state)), FitState.class);
            }
            DeepProcess found = algorithm.trainedModel(state);
            assertEquals(200, state.iteration());
            assertArrayEquals(whole.values(), found.values());
            assertArrayEquals(whole.values(), DeepProcess.read(found.write()).values());
            HoldOutScores heldOut = Objects.requireNonNull(found.heldOut());
            // a normal of the noise has −½ log 2πe = −1.42, of the noise at which training begins −2.1
            assertEquals(-1.8, heldOut.logScore(), 0.4, heldOut.text());
            // without features, of sd 7: −½ log 2πe 49
            assertEquals(-3.37, heldOut.constantScore(), 0.4);
            assertFalse(heldOut.isTooSure(), heldOut.text());
        }
    }

    @Test
    void unfitChoices_areRefused() {
        Rows rows = wave(new double[10][], new double[10]);
        assertThrows(
                IllegalArgumentException.class, () -> DeepProcessInference.of(0).fit(rows));
        assertThrows(
                IllegalArgumentException.class,
                () -> DeepProcessInference.of(1).draws(0).fit(rows));
        NetworkObjective drawn = NetworkObjective.ELBO.drawn(new MeanRisk(), false, 10);
        assertThrows(
                IllegalArgumentException.class,
                () -> new DeepProcessProblem(new DeepProcessShape(1, 1, 3), 1, drawn, Training.DEFAULT, 1));
        String refused = "";
        for (Divergence unfit :
                List.of(Divergences.named("beta", 1.5), Divergences.named("alpha", 2), new RenyiDivergence(-1))) {
            refused = assertThrows(
                            IllegalArgumentException.class,
                            () -> DeepProcessInference.of(1).divergence(unfit).fit(rows))
                    .getMessage();
            assertTrue(
                    refused.contains("kl, weighted-kl, renyi of a positive order") && refused.contains(unfit.name()),
                    refused);
        }
        Divergence three = new BlockDivergence(List.of(new BlockDivergence.BlockTerm(3, 1, new RenyiDivergence(0.5))));
        refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> DeepProcessInference.of(2).divergence(three).fit(rows))
                .getMessage();
        assertTrue(refused.contains("3 layers together but the model has 2"), refused);
        Rows missing = Rows.of(new double[][] {{Double.NaN}, {1}}, new double[] {0, 1});
        assertThrows(
                IllegalArgumentException.class, () -> DeepProcessInference.of(1).fit(missing));
    }
}
