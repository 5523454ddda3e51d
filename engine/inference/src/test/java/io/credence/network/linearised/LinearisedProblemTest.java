package io.credence.network.linearised;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.NetworkFit;
import io.credence.NetworkInference;
import io.credence.Rows;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.config.ConfigurationException;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.network.dense.DenseLayer;
import io.credence.network.dense.Member;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.Standardisation;
import io.credence.network.train.NetworkAlgorithm;
import io.credence.network.train.NetworkState;
import io.credence.network.train.Training;
import io.credence.predict.NetworkPredictive;
import io.credence.predict.Prediction;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LinearisedProblemTest {

    private static final DenseKernel KERNEL = Kernels.named("java");

    private static Rows wave(int count) {
        Random random = new Random(2);
        double[][] features = new double[count][];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            features[i] = new double[] {4 * random.nextDouble() - 2};
            labels[i] = 100 + 10 * (Math.sin(2 * features[i][0]) + 0.1 * random.nextGaussian());
        }
        return Rows.of(features, labels);
    }

    private static NetworkInference inference() {
        return Inference.of("gaussian")
                .network(10)
                .with("model.network.activation", "tanh")
                .with("model.network.covariance", "full");
    }

    @ParameterizedTest
    @EnumSource
    void jacobian_isThatOfFiniteDifferences(Activation activation) {
        Random random = new Random(TestSeed.get());
        NetworkModel model = new NetworkModel("gaussian", 0, 3, List.of(4, 3), activation);
        int d = model.weights(SquaresPass.KIND);
        MemberNetwork network = new MemberNetwork(model, SquaresPass.KIND, KERNEL, 2);
        double[] weights = random.doubles(d, -1, 1).toArray();
        double[] features = {1, 1, 0.3, -0.7, 1.2, 0.4};
        double[] out = new double[2];
        double[] found = new double[2 * d];
        network.outputs(weights, features, 2, out);
        network.jacobian(weights, features, 2, found);
        for (int i = 0; i < 2; i++) {
            int row = i;
            double[] expected = FiniteDifference.gradient(
                    at -> {
                        double[] outputs = new double[2];
                        new MemberNetwork(model, SquaresPass.KIND, KERNEL, 2).outputs(at, features, 2, outputs);
                        return outputs[row];
                    },
                    weights);
            assertArrayEquals(expected, Arrays.copyOfRange(found, i * d, (i + 1) * d), 1e-7);
        }
    }

    /** A wave is learned with the noise that it has; where no row is, the function is less certain. */
    @Test
    void wave_isLearned() {
        NetworkFit fit = inference().fit(wave(150));
        assertTrue(fit.isConverged());
        NetworkPredictive predictive = fit.predictive(0.9);
        int covered = 0;
        for (int i = 0; i <= 20; i++) {
            double at = -1.8 + 0.18 * i;
            Prediction found = predictive.predict(new double[] {1, at});
            double truth = 100 + 10 * Math.sin(2 * at);
            assertEquals(truth, found.prediction(), 1.2, "at " + at);
            covered += found.expected().lower() <= truth
                            && truth <= found.expected().upper()
                    ? 1
                    : 0;
            assertEquals(1, found.response().sd(), 0.3);
        }
        assertTrue(covered > 12, covered + " of 21");
        double inside = predictive.predict(new double[] {1, 0}).expected().sd();
        double outside = predictive.predict(new double[] {1, 6}).expected().sd();
        assertTrue(outside > 3 * inside, inside + " and " + outside);
        HoldOutScores heldOut = Objects.requireNonNull(fit.heldOut());
        // a normal of sd 1 has −½ log 2πe = −1.42
        assertEquals(-1.42, heldOut.logScore(), 0.4, heldOut.text());
        assertFalse(heldOut.isTooSure(), heldOut.text());
        assertThrows(IllegalStateException.class, fit::ensemble);
    }

    /** The objective of an epoch falls, and is the bound of the linearised network at the weights: −log N(y; f(m), σ²I + JVJᵀ) at its Gaussian. */
    @Test
    void objective_isTheBound_andFalls() {
        Rows rows = wave(40);
        NetworkModel model = new NetworkModel("gaussian", 0, 2, List.of(3), Activation.TANH);
        Training training = LinearisedRequest.TRAINING.validation(0).epochs(12);
        LinearisedProblem problem = new LinearisedProblem(model, 1, training, 3);
        LinearisedShape shape = new LinearisedShape(model.shape(SquaresPass.KIND));
        try (ExecutionBackend backend = rows.toBackend("java")) {
            NetworkAlgorithm<LinearisedNetworks> algorithm =
                    new NetworkAlgorithm<>(problem, Budget.ofIterations(Integer.MAX_VALUE), backend);
            FitState state = algorithm.init();
            double before = Double.POSITIVE_INFINITY;
            Member last = ((NetworkState) state.state()).members().get(0);
            while (state.isRunning()) {
                Member start = last;
                state = algorithm.step(state);
                NetworkState found = (NetworkState) state.state();
                last = found.members().get(0);
                assertTrue(last.objective() < before + 0.05, before + " then " + last.objective());
                before = last.objective();
                if (found.epoch() == 7) {
                    assertEquals(bound(backend, found.units(), shape, start, last, model), before, 1e-9);
                }
            }
        }
    }

    /** By quadrature-free algebra: −ELBO at the Gaussian of precision H is the loss at the means and ½ log |H V|, and ½ m'V⁻¹m. */
    private static double bound(
            ExecutionBackend backend,
            Standardisation units,
            LinearisedShape shape,
            Member start,
            Member end,
            NetworkModel model) {
        double[] weights = shape.weights(end.values());
        SquaresSums sums = backend.run(new SquaresPass(model, units, new HoldOut(0, 0), List.of(weights), true));
        int d = shape.weights();
        double noise = Math.exp(2 * start.values()[shape.logNoise()]);
        double[] precision = Arrays.stream(sums.gram[0]).map(x -> x / noise).toArray();
        double prior = 0;
        List<DenseLayer> layers = shape.network().layers();
        for (int l = 0; l < layers.size(); l++) {
            double v = Math.exp(start.values()[shape.logVariance(l)]);
            for (int j = layers.get(l).offset();
                    j < layers.get(l).offset() + layers.get(l).weights();
                    j++) {
                precision[j * d + j] += 1 / v;
                prior += 0.5 * (weights[j] * weights[j] / v + Math.log(v));
            }
        }
        double half =
                0.5 * Objects.requireNonNull(Cholesky.of(KERNEL, precision, d)).logDeterminant();
        double loss = 0.5 * (sums.squares[0] / noise + sums.rows * Math.log(2 * Math.PI * noise));
        return (loss + prior + half) / sums.rows;
    }

    /** Killed after any step, a fit goes on to the same bits. */
    @Test
    void resumed_isTheSameFit() throws IOException {
        Rows rows = wave(60);
        NetworkModel model = new NetworkModel("gaussian", 0, 2, List.of(5), Activation.TANH);
        LinearisedProblem problem = new LinearisedProblem(
                model, 2, LinearisedRequest.TRAINING.validation(0.2).epochs(5), 3);
        try (ExecutionBackend backend = rows.toBackend("java")) {
            NetworkAlgorithm<LinearisedNetworks> algorithm =
                    new NetworkAlgorithm<>(problem, Budget.ofIterations(Integer.MAX_VALUE), backend);
            LinearisedNetworks whole = algorithm.trained(algorithm.run(algorithm.init(), List.of()));
            FitState state = algorithm.init();
            while (state.isRunning()) {
                state = StateReader.read(StateWriter.write(algorithm.step(state)), FitState.class);
            }
            LinearisedNetworks found = algorithm.trained(state);
            LinearisedNetworks read = StateReader.read(StateWriter.write(found), LinearisedNetworks.class);
            for (int m = 0; m < 2; m++) {
                assertArrayEquals(whole.values().get(m), read.values().get(m));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "train.batch | 50 | train.batch cannot be used with model.network.covariance = full",
                "model.network.noise | predicted | model.network.noise is one number here",
                "model.network.covariance | block | model.network.covariance is not known",
                "objective.kind | mean-variance | objective.kind is not fitted so: required elbo",
                "model.network.processes | 2 | model.network.processes is given beside"
            })
    void unfitChoices_areRefused(String key, String value, String expected) {
        NetworkInference refused = inference().with(key, value);
        Rows rows = wave(10);
        String message = assertThrows(ConfigurationException.class, () -> refused.fit(rows))
                .getMessage();
        assertTrue(message.startsWith(expected), message);
    }

    @Test
    void tooManyWeights_areRefused() {
        NetworkInference refused = Inference.of("gaussian").network(1000).with("model.network.covariance", "full");
        Rows rows = wave(10);
        String message = assertThrows(ConfigurationException.class, () -> refused.fit(rows))
                .getMessage();
        assertTrue(message.contains("at most 2000 weights, found 3001"), message);
    }
}
