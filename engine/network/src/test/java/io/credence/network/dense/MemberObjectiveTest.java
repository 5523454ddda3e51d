package io.credence.network.dense;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.RenyiDivergence;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.row.GoldenNetwork;
import io.credence.network.row.NetworkRows;
import io.credence.risk.EntropicRisk;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemberObjectiveTest {

    private static final DenseKernel KERNEL = Kernels.named("java");

    @Test
    void expectedLoss_isTheGoldenOne() {
        GoldenNetwork golden = GoldenNetwork.read();
        double[] values = new double[43];
        System.arraycopy(GoldenNetwork.ordered(golden.numbers("mu")), 0, values, 0, 21);
        double[] rho = GoldenNetwork.ordered(golden.numbers("rho"));
        for (int j = 0; j < 21; j++) {
            values[21 + j] = rho[j]
                    + golden.root().get("exact_relu_moments").get("rho_shift").asDouble();
        }
        values[42] = golden.root().get("log_noise_sd").asDouble();
        NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(4), Activation.RELU);
        MemberObjective objective =
                new MemberObjective(model, NetworkObjective.ELBO, new MemberKind(false, 1), KERNEL, 1, 5);

        double mean = objective.evaluate(values, golden.batch(), 0, 0, new double[43]);

        double expected = IntStream.range(0, 5)
                .mapToDouble(i -> golden.numbers("exact_relu_moments", "expected_loss")[i])
                .average()
                .orElseThrow();
        assertEquals(expected, mean, 1e-12 * expected);
    }

    @ParameterizedTest
    @CsvSource({
        "gaussian, 0, false, RELU, 6",
        "gaussian, 0, true, RELU, 6",
        "bernoulli, 0, false, RELU, 6",
        "poisson, 0, false, RELU, 6",
        "gaussian, 3, false, RELU, 6",
        "gaussian, 3, false, TANH, 5",
        "gaussian, 0, false, TANH, 5",
        "gaussian, 0, true, TANH, 5 4",
        "gaussian, 0, false, RELU, 5 4",
        "bernoulli, 0, false, RELU, 4 3"
    })
    void gradient_isThatOfFiniteDifferences(
            String family, int classes, boolean predicted, Activation activation, String layers) {
        List<Integer> hidden =
                List.of(layers.split(" ")).stream().map(Integer::valueOf).toList();
        NetworkModel model = new NetworkModel(family, classes, 4, hidden, activation);
        gradientIsThatOfFiniteDifferences(model, new MemberKind(predicted, 1), NetworkObjective.ELBO);
    }

    static List<Arguments> objectives() {
        return List.of(
                Arguments.of("gaussian", new NetworkObjective(RobustForm.BETA, 1.5, null, 1, null)),
                Arguments.of("gaussian", new NetworkObjective(RobustForm.GAMMA, 1.1, null, 2, null)),
                Arguments.of("gaussian", new NetworkObjective(RobustForm.GAMMA, 1, null, 1, null)),
                Arguments.of("gaussian", new NetworkObjective(null, 1, new EntropicRisk(1), 1, null)),
                Arguments.of("gaussian", new NetworkObjective(null, 1, new EntropicRisk(0.3), 1, null)),
                Arguments.of("gaussian", new NetworkObjective(null, 1, null, 1, new RenyiDivergence(2))),
                Arguments.of("gaussian", new NetworkObjective(null, 1, null, 1, Divergences.named("beta", 1.4))),
                Arguments.of("poisson", new NetworkObjective(null, 1, null, 1, Divergences.named("gamma", 1.3))),
                Arguments.of(
                        "gaussian",
                        new NetworkObjective(
                                null,
                                1,
                                null,
                                1,
                                new BlockDivergence(List.of(
                                        new BlockDivergence.BlockTerm(1, 1, Divergences.named("alpha", 0.5)),
                                        new BlockDivergence.BlockTerm(1, 1, new KullbackLeibler(2)))))),
                Arguments.of(
                        "bernoulli", new NetworkObjective(RobustForm.BETA, 1.5, null, 1, new RenyiDivergence(0.5))),
                Arguments.of("poisson", new NetworkObjective(RobustForm.GAMMA, 1.2, null, 1, null)),
                Arguments.of("softmax", new NetworkObjective(RobustForm.GAMMA, 1.5, null, 1, null)));
    }

    @ParameterizedTest
    @MethodSource("objectives")
    void gradient_isThatOfFiniteDifferences(String family, NetworkObjective objective) {
        int classes = family.equals("softmax") ? 3 : 0;
        for (Activation activation : Activation.values()) {
            NetworkModel model = new NetworkModel(family, classes, 4, List.of(5), activation);
            gradientIsThatOfFiniteDifferences(model, new MemberKind(false, 1), objective);
        }
    }

    private static void gradientIsThatOfFiniteDifferences(
            NetworkModel model, MemberKind kind, NetworkObjective minimised) {
        Random random = new Random(TestSeed.get());
        NetworkRows.Batch batch = batch(random, model);
        MemberObjective objective = new MemberObjective(model, minimised, kind, KERNEL, 7, batch.rows());
        NetworkShape shape = model.shape(kind);
        double[] values = IntStream.range(0, shape.parameterCount())
                .mapToDouble(
                        j -> j < shape.weightCount() ? 0.5 * random.nextGaussian() : -1.5 + 0.3 * random.nextGaussian())
                .toArray();
        double[] gradient = new double[values.length];
        objective.evaluate(values, batch, 3, 0.01, gradient);

        double[] differences = FiniteDifference.gradient(
                at -> objective.evaluate(at, batch, 3, 0.01, new double[values.length]), values);

        for (int j = 0; j < values.length; j++) {
            assertEquals(differences[j], gradient[j], 2e-6 * Math.max(1, Math.abs(differences[j])), "parameter " + j);
        }
    }

    /** Losses of one row by their definitions, integrated over the output by quadrature. */
    @Test
    void robustLosses_areThoseOfTheirDefinitions() {
        double mean = 0.7;
        double variance = 0.4;
        double sd = 0.6;
        double label = -0.2;
        double power = quadrature(mean, variance, label, sd, 0.5);
        double integral = Math.pow(2 * Math.PI * sd * sd, -0.25) / Math.sqrt(1.5);
        double beta = -power / 0.5 + integral / 1.5 + RobustForm.BETA.addedConstant(1.5);
        double gamma = -1.5 / 0.5 * power / Math.pow(integral, 0.5 / 1.5) + RobustForm.GAMMA.addedConstant(1.5);
        assertEquals(beta, loss(new RobustNoiseLoss(RobustForm.BETA, 1.5), mean, variance, label, sd), 1e-10);
        assertEquals(gamma, loss(new RobustNoiseLoss(RobustForm.GAMMA, 1.5), mean, variance, label, sd), 1e-10);
        assertEquals(-Math.log(power) / 0.5, loss(new EntropicNoiseLoss(0.5), mean, variance, label, sd), 1e-10);
        double plain = loss(new ConstantNoiseLoss(), mean, variance, label, sd);
        assertEquals(plain, loss(new EntropicNoiseLoss(1e-9), mean, variance, label, sd), 1e-8);
        assertEquals(plain, loss(new RobustNoiseLoss(RobustForm.GAMMA, 1), mean, variance, label, sd), 1e-12);
    }

    /** E N(y; f, σ²)^power over f of N(m, V). */
    private static double quadrature(double mean, double variance, double label, double sd, double power) {
        double sum = 0;
        double step = 1e-3;
        for (double z = -10; z <= 10; z += step) {
            double apart = (mean + Math.sqrt(variance) * z - label) / sd;
            double density = Math.exp(-0.5 * apart * apart) / (sd * Math.sqrt(2 * Math.PI));
            sum += step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI) * Math.pow(density, power);
        }
        return sum;
    }

    private static double loss(OutputLoss loss, double mean, double variance, double label, double sd) {
        LayerSums outputs = new LayerSums(1, 1, 1);
        outputs.mean[0] = mean;
        outputs.covariance[0] = variance;
        NetworkRows row = new NetworkRows(1, new double[] {1}, new double[] {label}, new double[] {1});
        double[] losses = new double[1];
        NetworkRows.Batch batch = row.fill(row.allocateBatch(1), new int[] {0}, 0, 1);
        loss.expect(KERNEL, outputs, batch, new double[] {Math.log(sd)}, 0, double[]::new, losses, new double[1]);
        return losses[0];
    }

    /** Rényi's divergence of a layer is the sum of those of its weights, by quadrature. */
    @Test
    void renyi_isThatOfEachWeight() {
        DenseLayer layer = new DenseLayer(1, 2, 1);
        double[] values = {9, 0.4, -1.1, 9, -0.5, -1.2};
        double[] variances = {9, Math.exp(-1), Math.exp(-2.4)};
        double sum = 0;
        for (int j = 1; j < 3; j++) {
            double integral = 0;
            double step = 1e-3;
            for (double x = -12; x <= 12; x += step) {
                double q = Math.exp(-0.5 * (x - values[j]) * (x - values[j]) / variances[j])
                        / Math.sqrt(2 * Math.PI * variances[j]);
                double prior = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
                integral += step * q * q / prior;
            }
            sum += Math.log(integral) / 2;
        }
        double found =
                LayerDivergence.divergence(new RenyiDivergence(2), layer, values, variances, 3, 1, new double[6]);
        assertEquals(sum, found, 1e-9);
    }

    /** Independent of each other, the rows of a batch have the mean of the objectives of its parts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void batch_isTheMeanOfItsRows(boolean predicted) {
        NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(6), Activation.RELU);
        MemberKind kind = new MemberKind(predicted, 1);
        NetworkRows rows = GoldenNetwork.read().rows();
        double[] values = Member.withRandomWeights(model, kind, 0, 5).values();
        MemberObjective objective = new MemberObjective(model, NetworkObjective.ELBO, kind, KERNEL, 7, 5);
        int[] order = {0, 1, 2, 3, 4};
        double[] gradient = new double[values.length];
        double whole = objective.evaluate(values, rows.fill(rows.allocateBatch(5), order, 0, 5), 0, 0, gradient);
        double sum = 0;
        double[] parts = new double[values.length];
        double[] one = new double[values.length];
        for (int i = 0; i < 5; i++) {
            sum += objective.evaluate(values, rows.fill(rows.allocateBatch(1), order, i, i + 1), 0, 0, one);
            for (int j = 0; j < parts.length; j++) {
                parts[j] += one[j] / 5;
            }
        }
        assertEquals(sum / 5, whole, 1e-12);
        for (int j = 0; j < parts.length; j++) {
            assertEquals(parts[j], gradient[j], 1e-12 * Math.max(1, Math.abs(parts[j])));
        }
    }

    static NetworkRows.Batch batch(Random random, NetworkModel model) {
        int rows = 7;
        double[] features = new double[rows * 4];
        double[] label = new double[rows];
        double[] weight = new double[rows];
        for (int i = 0; i < rows; i++) {
            features[i * 4] = 1;
            for (int j = 1; j < 4; j++) {
                features[i * 4 + j] = random.nextGaussian();
            }
            label[i] = model.isGaussian() ? random.nextGaussian() : random.nextInt(model.classes() > 0 ? 3 : 2);
            weight[i] = 0.5 + random.nextDouble();
        }
        int[] output = new int[model.isGaussian() && model.classes() > 0 ? rows : 0];
        Arrays.setAll(output, i -> random.nextInt(model.classes()));
        NetworkRows all = new NetworkRows(4, features, label, weight, output);
        return all.fill(all.allocateBatch(rows), IntStream.range(0, rows).toArray(), 0, rows);
    }
}
