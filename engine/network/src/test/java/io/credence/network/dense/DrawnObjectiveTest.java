package io.credence.network.dense;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.divergence.RenyiDivergence;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.row.GoldenNetwork;
import io.credence.network.row.NetworkRows;
import io.credence.objective.Objective;
import io.credence.objective.Objectives;
import io.credence.risk.EntropicRisk;
import io.credence.risk.MeanRisk;
import io.credence.risk.NamedRisks;
import io.credence.risk.RowReduction;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DrawnObjectiveTest {

    private static final DenseKernel KERNEL = Kernels.named("java");
    private static final int WEIGHTS = 21;
    private static final double ROWS = 8;

    /** Value and gradient of a golden objective, the gradient in the order of {@link NetworkShape}. */
    private record Golden(double value, double[] gradient) {

        static Golden of(NetworkObjective objective) {
            GoldenNetwork golden = GoldenNetwork.read();
            double[] values = new double[2 * WEIGHTS + 1];
            System.arraycopy(GoldenNetwork.ordered(golden.numbers("mu")), 0, values, 0, WEIGHTS);
            System.arraycopy(GoldenNetwork.ordered(golden.numbers("rho")), 0, values, WEIGHTS, WEIGHTS);
            values[2 * WEIGHTS] = golden.root().get("log_noise_sd").asDouble();
            double[] gradient = new double[values.length];
            NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(4), Activation.RELU);
            double value = new DrawnObjective(
                            model,
                            objective,
                            objective.drawRule(),
                            new MemberKind(false, 1),
                            KERNEL,
                            List.of((step, s) -> noise(golden, s)),
                            5)
                    .evaluate(values, golden.batch(), 0, 1 / ROWS, gradient);
            return new Golden(value, gradient);
        }

        static double[] noise(GoldenNetwork golden, int s) {
            double[] noise = new double[WEIGHTS];
            Arrays.setAll(
                    noise,
                    j -> golden.root().get("draws").get("eps").get(s).get(j).asDouble());
            return GoldenNetwork.ordered(noise);
        }

        static double value(String bound) {
            return GoldenNetwork.read()
                    .root()
                    .get("draws")
                    .get(bound)
                    .get("value")
                    .asDouble();
        }

        /** Of 42 golden numbers those of the means, then of the log standard deviations. */
        static double[] gradient(String bound, String kind) {
            double[] all = GoldenNetwork.read().numbers("draws", bound, kind);
            double[] ordered = new double[2 * WEIGHTS];
            System.arraycopy(GoldenNetwork.ordered(Arrays.copyOf(all, WEIGHTS)), 0, ordered, 0, WEIGHTS);
            System.arraycopy(
                    GoldenNetwork.ordered(Arrays.copyOfRange(all, WEIGHTS, 2 * WEIGHTS)), 0, ordered, WEIGHTS, WEIGHTS);
            return ordered;
        }
    }

    private static NetworkObjective weighed(String name, boolean byValues, Map<String, Double> options) {
        return NetworkObjective.ELBO.drawn(Objectives.named(name, options), byValues, 6);
    }

    private static void assertGradient(double factor, double[] expected, double[] found) {
        for (int j = 0; j < expected.length; j++) {
            assertEquals(factor * expected[j], found[j], 1e-11 * Math.max(1, Math.abs(expected[j])), "parameter " + j);
        }
    }

    /** The mean of the rows' losses with their share of the log ratio is minus the ELBO at the draws. */
    @Test
    void elbo_isTheGoldenOne() {
        Golden found = Golden.of(NetworkObjective.ELBO.drawn(new MeanRisk(), true, 6));
        assertEquals(-Golden.value("elbo") / ROWS, found.value, 1e-12);
        assertGradient(-1 / ROWS, Golden.gradient("elbo", "grad"), found.gradient);
    }

    @Test
    void iwae_isTheGoldenOne() {
        Golden found = Golden.of(weighed("iwae", false, Map.of("draws", 6.0)));
        assertEquals(-Golden.value("iwae") / ROWS, found.value, 1e-12);
        assertGradient(1 / ROWS, Golden.gradient("iwae", "descent"), found.gradient);
    }

    @ParameterizedTest
    @CsvSource({"renyi, renyi_half, -1", "eubo, eubo, 1", "chivi, cubo_2, 1"})
    void bound_hasTheGoldenValue(String name, String bound, double sign) {
        assertEquals(sign * Golden.value(bound) / ROWS, Golden.of(weighed(name, true, Map.of())).value, 1e-12);
    }

    /** Algorithm 1 of Ji and Shen 2019 and CHIVI, but for the mean share of the other draws, which takes noise off; of CHIVI half of it. */
    @ParameterizedTest
    @CsvSource({"eubo, eubo, 1", "chivi, cubo_2, 0.5"})
    void stepByValues_isTheGoldenOne(String name, String bound, double factor) {
        double[] found = Golden.of(weighed(name, true, Map.of())).gradient;
        GoldenNetwork golden = GoldenNetwork.read();
        double[] rho = GoldenNetwork.ordered(golden.numbers("rho"));
        double[] scores = new double[2 * WEIGHTS];
        for (int s = 0; s < 6; s++) {
            double[] noise = Golden.noise(golden, s);
            for (int j = 0; j < WEIGHTS; j++) {
                scores[j] += noise[j] / Math.exp(rho[j]) / 6;
                scores[WEIGHTS + j] += (noise[j] * noise[j] - 1) / 6;
            }
        }
        double[] plain = new double[2 * WEIGHTS];
        Arrays.setAll(plain, j -> (5.0 / 6) * found[j] - factor * scores[j] / ROWS);
        assertGradient(factor / ROWS, Golden.gradient(bound, "descent"), plain);
    }

    static List<Arguments> objectives() {
        RowReduction entropic = new EntropicRisk(0.7);
        NetworkObjective elbo = NetworkObjective.ELBO;
        NetworkObjective robust = new NetworkObjective(RobustForm.GAMMA, 1.2, null, 2, new RenyiDivergence(0.5));
        return List.of(
                Arguments.of("gaussian", elbo.drawn(new MeanRisk(), false, 3)),
                Arguments.of("bernoulli", elbo.drawn(entropic, false, 3)),
                Arguments.of("gaussian", elbo.drawn(entropic, true, 3)),
                Arguments.of("poisson", elbo.drawn(entropic, true, 3)),
                Arguments.of("gaussian", elbo.drawn(risk("mean-variance"), false, 3)),
                Arguments.of("softmax", elbo.drawn(risk("weighted-mean-variance"), false, 3)),
                Arguments.of("gaussian", elbo.drawn(risk("density-variance"), false, 3)),
                Arguments.of("gaussian", robust.drawn(new MeanRisk(), false, 3)),
                Arguments.of("softmax", robust.drawn(new MeanRisk(), false, 3)));
    }

    private static RowReduction risk(String name) {
        return NamedRisks.of(name, Map.of());
    }

    /** Of risks of rows, the gradient is the whole derivative of the value at fixed draws. */
    @ParameterizedTest
    @MethodSource("objectives")
    void gradientOfRisks_isThatOfFiniteDifferences(String family, NetworkObjective objective) {
        for (Activation activation : Activation.values()) {
            boolean predicted = family.equals("gaussian") && activation == Activation.TANH && objective.order() == 1;
            NetworkModel model =
                    new NetworkModel(family, family.equals("softmax") ? 3 : 0, 4, List.of(5, 3), activation);
            Differences.of(model, new MemberKind(predicted, 1), objective).requireAll(0);
        }
    }

    /** Any weights of losses, priors and posteriors of draws: paths and scores are pulled back as they are. */
    @Test
    void gradient_ofAnyCombination() {
        NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(5), Activation.TANH);
        NetworkObjective linear =
                new NetworkObjective(null, 1, null, 1, null, new NetworkObjective.DrawRule(new Linear(), 3, false));
        Differences.of(model, new MemberKind(false, 1), linear).requireAll(0);
    }

    /** Numbers of the loss without a posterior follow the slope of a lower bound in them. */
    @ParameterizedTest
    @CsvSource({"renyi, alpha, 0.5", "iwae, draws, 2", "iwae, draws, 6", "renyi, alpha, 1"})
    void slopeOfABoundInTheNoise(String name, String option, double value) {
        NetworkModel model = new NetworkModel("gaussian", 0, 4, List.of(5), Activation.TANH);
        Objective bound = Objectives.named(name, Map.of(option, value));
        NetworkObjective objective = NetworkObjective.ELBO.drawn(bound, false, 6);
        Differences found = Differences.of(model, new MemberKind(false, 1), objective);
        found.requireAll(found.gradient.length - 1);
    }

    static List<Arguments> risks() {
        return List.of(
                Arguments.of("gaussian", new MeanRisk()),
                Arguments.of("gaussian", risk("density-variance")),
                Arguments.of("bernoulli", risk("mean-variance")),
                Arguments.of("softmax", risk("weighted-mean-variance")),
                Arguments.of("poisson", new EntropicRisk(1)));
    }

    /** Of networks together, the gradient in the parameters of all is the derivative of the value. */
    @ParameterizedTest
    @MethodSource("risks")
    void gradientOfJointRisks_isThatOfFiniteDifferences(String family, RowReduction risk) {
        for (boolean predicted : new boolean[] {false, family.equals("gaussian")}) {
            Together found = Together.of(family, predicted, 3, risk);
            double[] gradient = new double[found.joined.length];
            found.objective.evaluate(found.joined, found.batch, 3, 0.02, gradient);
            double[] expected = FiniteDifference.gradient(
                    at -> found.objective.evaluate(at, found.batch, 3, 0.02, new double[at.length]), found.joined);
            for (int j = 0; j < gradient.length; j++) {
                assertEquals(expected[j], gradient[j], 4e-6 * Math.max(1, Math.abs(expected[j])), "parameter " + j);
            }
        }
    }

    /** By one network nothing is joined: value and gradient are those of the risk over its own draws, to the bit. */
    @ParameterizedTest
    @MethodSource("risks")
    void jointRiskOfOneNetwork_isItsOwn(String family, RowReduction risk) {
        Together one = Together.of(family, false, 1, risk);
        double[] joint = new double[one.joined.length];
        double[] own = new double[one.joined.length];
        assertEquals(
                one.alone(0, risk).evaluate(one.joined, one.batch, 3, 0.02, own),
                one.objective.evaluate(one.joined, one.batch, 3, 0.02, joint));
        assertArrayEquals(own, joint);
    }

    /**
     * The mean of the losses does not join networks: its value is the mean of theirs, minus evidence lower bounds by
     * draws. A risk that falls with their spread is below the mean of theirs, by what the spread between networks adds.
     */
    @ParameterizedTest
    @MethodSource("risks")
    void jointRisk_isAtMostTheMeanOfTheNetworksOwn(String family, RowReduction risk) {
        Together found = Together.of(family, false, 3, risk);
        double joint = found.objective.evaluate(found.joined, found.batch, 3, 0.02, new double[found.joined.length]);
        double mean = 0;
        for (int m = 0; m < 3; m++) {
            double[] own = found.each.get(m);
            mean += found.alone(m, risk).evaluate(own, found.batch, 3, 0.02, new double[own.length]) / 3;
        }
        if (risk instanceof MeanRisk) {
            assertEquals(mean, joint, 1e-12 * Math.abs(mean));
        } else if (!risk.name().startsWith("weighted") && !risk.name().startsWith("density")) {
            assertTrue(joint < mean - 1e-3, joint + " and " + mean);
        } else {
            assertNotEquals(mean, joint, 1e-6);
        }
    }

    /** Networks of one shape and their joint objective on a batch. */
    private record Together(
            NetworkModel model,
            MemberKind kind,
            NetworkRows.Batch batch,
            List<double[]> each,
            double[] joined,
            BatchObjective objective) {

        static Together of(String family, boolean predicted, int networks, RowReduction risk) {
            Random random = new Random(TestSeed.get());
            NetworkModel model =
                    new NetworkModel(family, family.equals("softmax") ? 3 : 0, 4, List.of(5), Activation.TANH);
            MemberKind kind = new MemberKind(predicted, 1);
            NetworkShape shape = model.shape(kind);
            List<double[]> each = new ArrayList<>();
            for (int m = 0; m < networks; m++) {
                double[] values = random.doubles(shape.parameterCount(), -1, 1).toArray();
                for (int j = shape.weightCount(); j < values.length; j++) {
                    values[j] -= 1.5;
                }
                each.add(values);
            }
            NetworkRows.Batch batch = MemberObjectiveTest.batch(random, model);
            double[] joined = new EnsembleLayout(shape, networks).join(each);
            Together found = new Together(model, kind, batch, each, joined, null);
            return new Together(model, kind, batch, each, joined, found.joint(risk));
        }

        BatchObjective joint(RowReduction risk) {
            List<Long> seeds =
                    IntStream.range(0, each.size()).mapToObj(Together::seed).toList();
            return NetworkObjective.ELBO.drawnJointly(risk, 2).batchObjective(model, kind, KERNEL, seeds, batch.rows());
        }

        BatchObjective alone(int m, RowReduction risk) {
            return NetworkObjective.ELBO
                    .drawn(risk, false, 2)
                    .batchObjective(model, kind, KERNEL, List.of(seed(m)), batch.rows());
        }

        private static long seed(int m) {
            return 7 + m;
        }
    }

    /** A gradient beside that of finite differences. */
    private record Differences(double[] expected, double[] gradient) {

        static Differences of(NetworkModel model, MemberKind kind, NetworkObjective objective) {
            Random random = new Random(TestSeed.get());
            NetworkRows.Batch batch = MemberObjectiveTest.batch(random, model);
            NetworkShape shape = model.shape(kind);
            double[] values = random.doubles(shape.parameterCount(), -1, 1).toArray();
            for (int j = shape.weightCount(); j < values.length; j++) {
                values[j] -= 1.5;
            }
            BatchObjective of = objective.batchObjective(model, kind, KERNEL, List.of(7L), batch.rows());
            double[] gradient = new double[values.length];
            of.evaluate(values, batch, 3, 0.02, gradient);
            return new Differences(
                    FiniteDifference.gradient(at -> of.evaluate(at, batch, 3, 0.02, new double[at.length]), values),
                    gradient);
        }

        void requireAll(int from) {
            for (int j = from; j < gradient.length; j++) {
                assertEquals(expected[j], gradient[j], 4e-6 * Math.max(1, Math.abs(expected[j])), "parameter " + j);
            }
        }
    }

    /** A sum of everything that is known of the draws, each with a weight of its own. */
    private record Linear() implements DrawCombination {

        @Override
        public String name() {
            return "linear";
        }

        @Override
        public boolean hasDivergence() {
            return false;
        }

        @Override
        public String biasWarning() {
            return "";
        }

        @Override
        public double combine(DrawLosses draws, double[] weight, double share) {
            double sum = 0;
            for (int s = 0, at = 0; s < draws.draws; s++) {
                draws.prior[s] = 0.3 * (s + 1);
                draws.posterior[s] = 0.2 * (s - 1);
                draws.score[s] = draws.posterior[s];
                draws.paths[s] = 1.5 - s;
                draws.points[s] = 1.5 - s;
                sum += draws.prior[s] * draws.logPrior[s] + draws.posterior[s] * draws.logPosterior[s];
                for (int i = 0; i < draws.rows(); i++, at++) {
                    draws.slopes[at] = Math.sin(at);
                    sum += draws.paths[s] * draws.slopes[at] * draws.losses[at];
                }
            }
            return sum;
        }
    }
}
