package io.credence.network.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.fit.Budget;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import io.credence.network.dense.Member;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.train.Training.StepSizeSchedule;
import io.credence.network.train.TrainingRequest.Noise;
import io.credence.risk.NamedRisks;
import io.credence.risk.RowReduction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkAlgorithmTest {

    private static final Training SHORT = new Training(3, 20, 0.1, 0.01, StepSizeSchedule.COSINE);

    /** Rows of y = sin 2x + noise, in so many partitions of unlike size. */
    private static List<List<RowBlock>> partitions(int rows, int partitions) {
        Random random = new Random(11);
        List<BlockBuilder> builders = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            builders.add(BlockBuilder.dense(2, Precision.FLOAT64, 1 << 20));
        }
        for (int i = 0; i < rows; i++) {
            double x = 4 * random.nextDouble() - 2;
            double y = 100 + 10 * (Math.sin(2 * x) + 0.1 * random.nextGaussian());
            builders.get((int) Math.sqrt(random.nextInt(partitions * partitions)))
                    .add(y, 1, 0, new double[] {1, x});
        }
        return builders.stream().map(builder -> List.of(builder.build())).toList();
    }

    private static NetworkProblem problem(String family, Training training, int ensemble) {
        return new NetworkRequest(List.of(20), Activation.RELU, Noise.AUTO, ensemble, training)
                .problem(family, 0, 2, NetworkObjective.ELBO, 5);
    }

    private static InProcessBackend backend(List<List<RowBlock>> partitions, int threads) {
        return new InProcessBackend(partitions, Kernels.named("java"), threads);
    }

    private static double[] parameters(FitState state) {
        return ((NetworkState) state.algorithmState())
                .members().stream()
                        .flatMapToDouble(member -> Arrays.stream(member.values()))
                        .toArray();
    }

    private static FitState run(NetworkAlgorithm<?> algorithm) {
        return algorithm.run(algorithm.init(), List.of());
    }

    /** Rows of one partition that the fit did not see are predicted with the noise that they have. */
    @Test
    void wave_isLearned() {
        try (InProcessBackend backend = backend(partitions(400, 1), 2)) {
            Training training = new Training(150, 40, 0.1, 0.01, StepSizeSchedule.COSINE);
            NetworkAlgorithm<NetworkEnsemble> algorithm = new NetworkAlgorithm<>(
                    problem("gaussian", training, 0), Budget.ofIterations(Integer.MAX_VALUE), backend);
            FitState end = run(algorithm);

            HoldOutScores found = algorithm.trainedModel(end).heldOut();
            assertEquals(FitStatus.CONVERGED, end.status());
            assertEquals(300, end.iteration());
            // a normal of sd 1 has −½ log 2πe = −1.42
            assertTrue(found != null && found.logScore() > -1.8, found + "");
            assertTrue(found.constantScore() < -3, found.text());
            assertFalse(found.isTooSure(), found.text());
        }
    }

    @ParameterizedTest
    @CsvSource({"gaussian, 1", "gaussian, 3", "gaussian, 11"})
    void threads_doNotMatter(String family, int partitions) {
        List<List<RowBlock>> rows = partitions(120, partitions);
        List<double[]> found = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads += 2) {
            try (InProcessBackend backend = backend(rows, threads)) {
                found.add(parameters(run(new NetworkAlgorithm<>(
                        problem(family, SHORT, 0), Budget.ofIterations(Integer.MAX_VALUE), backend))));
            }
        }
        assertArrayEquals(found.get(0), found.get(1));
    }

    /** Killed after any epoch, also at the change from one training to the other, a fit goes on to the same bits. */
    @Test
    void resumed_isTheSameFit() throws IOException {
        try (InProcessBackend backend = backend(partitions(120, 3), 1)) {
            NetworkAlgorithm<NetworkEnsemble> algorithm = new NetworkAlgorithm<>(
                    problem("gaussian", SHORT, 0), Budget.ofIterations(Integer.MAX_VALUE), backend);
            double[] whole = parameters(run(algorithm));
            FitState state = algorithm.init();
            while (state.isRunning()) {
                state = StateReader.read(StateWriter.write(algorithm.step(state)), FitState.class);
            }
            assertArrayEquals(whole, parameters(state));
            NetworkEnsemble ensemble = algorithm.trainedModel(state);
            NetworkEnsemble read = StateReader.read(StateWriter.write(ensemble), NetworkEnsemble.class);
            assertArrayEquals(
                    ensemble.members().get(3).values(), read.members().get(3).values());
        }
    }

    private static NetworkProblem joint(Training training, int networks, NetworkObjective objective) {
        return new NetworkRequest(
                        List.of(20), Activation.RELU, Noise.CONSTANT, networks, objective.isJoint(), training, null)
                .problem("gaussian", 0, 2, objective, 5);
    }

    /** Networks trained together, over partitions and threads, are as if they had never been interrupted. */
    @Test
    void jointNetworks_resumeToTheSameBits() throws IOException {
        NetworkObjective objective = NetworkObjective.ELBO.drawnJointly(NamedRisks.of("mean-variance", Map.of()), 2);
        double[] whole;
        List<List<RowBlock>> rows = partitions(120, 3);
        try (InProcessBackend backend = backend(rows, 3)) {
            whole = parameters(run(new NetworkAlgorithm<>(
                    joint(SHORT, 4, objective), Budget.ofIterations(Integer.MAX_VALUE), backend)));
        }
        try (InProcessBackend backend = backend(rows, 1)) {
            NetworkAlgorithm<NetworkEnsemble> algorithm =
                    new NetworkAlgorithm<>(joint(SHORT, 4, objective), Budget.ofIterations(Integer.MAX_VALUE), backend);
            FitState state = algorithm.init();
            while (state.isRunning()) {
                state = StateReader.read(StateWriter.write(algorithm.step(state)), FitState.class);
            }
            assertArrayEquals(whole, parameters(state));
            NetworkEnsemble ensemble = algorithm.trainedModel(state);
            assertEquals(4, ensemble.members().size());
            for (NetworkEnsemble.TrainedMember member : ensemble.members()) {
                assertEquals(0.25, member.weight(), 1e-12);
            }
        }
    }

    /** Mean over points of the variance, between the networks, of their outputs at the means of their weights. */
    private static double variance(NetworkEnsemble ensemble) {
        double sum = 0;
        for (double x = -1.5; x <= 1.5; x += 0.25) {
            double mean = 0;
            double square = 0;
            for (NetworkEnsemble.TrainedMember member : ensemble.members()) {
                double[] output = new double[1];
                new MemberNetwork(ensemble.model(), member.kind(), Kernels.named("java"), 1)
                        .computeOutputs(member.values(), new double[] {1, x}, 1, output);
                mean += output[0] / ensemble.members().size();
                square += output[0] * output[0] / ensemble.members().size();
            }
            sum += square - mean * mean;
        }
        return sum / 13;
    }

    /** The mixture's own log density asks for networks that differ; the mean of the networks' own does not. */
    @Test
    void networksByTheirJointEntropicRisk_standFartherApart() {
        Training training = new Training(60, 20, 0, 0.01, StepSizeSchedule.COSINE);
        RowReduction risk = NamedRisks.of("entropic-risk", Map.of());
        double[] found = new double[2];
        for (int k = 0; k < 2; k++) {
            NetworkObjective objective =
                    k == 0 ? NetworkObjective.ELBO.drawn(risk, false, 2) : NetworkObjective.ELBO.drawnJointly(risk, 2);
            try (InProcessBackend backend = backend(partitions(200, 1), 2)) {
                NetworkAlgorithm<NetworkEnsemble> algorithm = new NetworkAlgorithm<>(
                        joint(training, 6, objective), Budget.ofIterations(Integer.MAX_VALUE), backend);
                found[k] = variance(algorithm.trainedModel(run(algorithm)));
            }
        }
        assertTrue(found[1] > 5 * found[0], found[1] + " jointly, " + found[0] + " by themselves");
    }

    /** A member that fails in its training on all rows is that which rows held out had checked. */
    @Test
    void memberThatFailsWhenTrainedAnew_isTheCheckedOne() {
        try (InProcessBackend backend = backend(partitions(120, 1), 1)) {
            NetworkAlgorithm<NetworkEnsemble> algorithm = new NetworkAlgorithm<>(
                    problem("gaussian", new Training(20, 20, 0.2, 0.01, StepSizeSchedule.COSINE), 3),
                    Budget.ofIterations(Integer.MAX_VALUE),
                    backend);
            FitState state = algorithm.init();
            while (!(((NetworkState) state.algorithmState()).refitting()
                    && ((NetworkState) state.algorithmState()).epoch() == 19)) {
                state = algorithm.step(state);
            }
            NetworkState before = (NetworkState) state.algorithmState();
            List<Member> spoilt = new ArrayList<>(before.members());
            double[] far =
                    Arrays.stream(spoilt.get(1).values()).map(x -> 30 * x).toArray();
            spoilt.set(1, spoilt.get(1).afterSteps(far, spoilt.get(1).optimizerState(), 0));
            FitState end = algorithm.step(state.with(new NetworkState(
                    before.units(), spoilt, 19, true, before.heldOut(), before.checked(), before.objectives())));

            NetworkState found = (NetworkState) end.algorithmState();
            assertEquals(FitStatus.CONVERGED, end.status());
            assertSame(before.checked().get(1), found.members().get(1));
            assertNotSame(before.checked().get(0), found.members().get(0));
            assertTrue(
                    end.decisions().stream()
                            .anyMatch(line -> line.startsWith("member 2 (predicted noise, temperature 1.0)"
                                    + " came out worse when it was trained again")),
                    end.decisions().toString());
        }
    }

    @Test
    void steps_thatAreTooLong_keepTheLastGoodEpoch() {
        try (InProcessBackend backend = backend(partitions(120, 2), 1)) {
            Training wild = new Training(50, 20, 0, 1e3, StepSizeSchedule.CONSTANT);
            NetworkAlgorithm<NetworkEnsemble> algorithm = new NetworkAlgorithm<>(
                    problem("gaussian", wild, 0), Budget.ofIterations(Integer.MAX_VALUE), backend);
            FitState end = run(algorithm);

            assertEquals(FitStatus.DIVERGED, end.status());
            assertTrue(end.stopReason().contains("not finite after epoch"), end.stopReason());
            for (double value : parameters(end)) {
                assertTrue(Double.isFinite(value));
            }
        }
    }

    @Test
    void budget_endsTheFitBetweenEpochs() {
        try (InProcessBackend backend = backend(partitions(120, 2), 1)) {
            Budget budget = new Budget(Integer.MAX_VALUE, 3, Double.POSITIVE_INFINITY);
            NetworkAlgorithm<NetworkEnsemble> algorithm =
                    new NetworkAlgorithm<>(problem("gaussian", SHORT, 2), budget, backend);
            FitState end = run(algorithm);
            assertEquals(FitStatus.BUDGET, end.status());
            assertEquals(2, end.iteration());
            assertThrows(IllegalStateException.class, () -> algorithm.step(end));
        }
    }

    @ParameterizedTest
    @CsvSource({"bernoulli, 'required: 0 or 1, found'", "poisson, 'found'"})
    void labels_ofAnotherFamily_areRefusedWithTheirPlace(String family, String expected) {
        BlockBuilder builder = BlockBuilder.dense(2, Precision.FLOAT64, 1 << 20);
        builder.add(1, 1, 0, new double[] {1, 0.5});
        builder.add(-0.5, 1, 0, new double[] {1, 0.7});
        try (InProcessBackend backend = backend(List.of(List.of(builder.build())), 1)) {
            NetworkAlgorithm<NetworkEnsemble> algorithm =
                    new NetworkAlgorithm<>(problem(family, SHORT, 1), Budget.ofIterations(Integer.MAX_VALUE), backend);
            String message = assertThrows(IllegalArgumentException.class, algorithm::init)
                    .getMessage();
            assertTrue(message.contains(expected) && message.endsWith("partition 0, row 1"), message);
        }
    }

    @Test
    void feature_thatIsNoNumber_isRefusedWithItsPlace() {
        BlockBuilder builder = BlockBuilder.dense(2, Precision.FLOAT64, 1 << 20);
        builder.add(1, 1, 0, new double[] {1, Double.NaN});
        try (InProcessBackend backend = backend(List.of(List.of(builder.build())), 1)) {
            NetworkAlgorithm<NetworkEnsemble> algorithm = new NetworkAlgorithm<>(
                    problem("gaussian", SHORT, 1), Budget.ofIterations(Integer.MAX_VALUE), backend);
            String message = assertThrows(IllegalArgumentException.class, algorithm::init)
                    .getMessage();
            assertEquals("a feature must be a finite number but was NaN in column 1 in partition 0, row 0", message);
        }
    }
}
