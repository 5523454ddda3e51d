package io.credence.fit.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.data.RowBlock;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianFactor;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.Rows;
import io.credence.fit.SamplingSettings;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.Close;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sites of partitions, found in rounds, are those of the bound of all rows. */
class PartitionedAlgorithmTest {

    private static final FitSettings SETTINGS =
            FitSettings.of(GaussianStructure.FULL).withTolerance(1e-10);
    private static final double[] THETA = {0.4, -0.7, 0.5, 0.3};

    private final Random random = new Random(TestSeed.get());

    private Rows labelled(String family, int n) {
        Rows features = Rows.normal(n, THETA.length, random);
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            double eta = features.predictor(i, THETA);
            labels[i] = switch (family) {
                case "gaussian" -> eta + random.nextGaussian();
                case "poisson" -> Math.floor(Math.exp(eta) * 2 * random.nextDouble());
                case "softmax" -> random.nextInt(3);
                default -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            };
        }
        return features.withLabels(labels);
    }

    private static List<FitState> states(ExactProblem problem, List<List<RowBlock>> blocks) {
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 2)) {
            Algorithm algorithm = new PartitionedAlgorithm(problem, SETTINGS, backend, Fits.KERNEL);
            List<FitState> states = new ArrayList<>(List.of(algorithm.init()));
            algorithm.run(states.get(0), List.of(states::add));
            return states;
        }
    }

    private static FitResult fit(ExactProblem problem, List<List<RowBlock>> blocks) {
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 2)) {
            FitResult result = new PartitionedAlgorithm(problem, SETTINGS, backend, Fits.KERNEL).fit();
            Fits.assertSound(result);
            assertEquals(FitStatus.CONVERGED, result.status(), result.stopReason());
            return result;
        }
    }

    private static double divergence(GaussianPosterior q, FitResult from) {
        GaussianPosterior p = (GaussianPosterior) from.posterior();
        return KullbackLeibler.PLAIN.between(q, GaussianPrior.ofPrecision(p.mean(), p.precision()));
    }

    @ParameterizedTest(name = "{0}, {1} rows in {2} partitions, prior sd {3}")
    @CsvSource({
        "bernoulli, 600, 1, 2",
        "bernoulli, 600, 6, 2",
        "bernoulli, 600, 30, 2",
        "bernoulli, 60, 80, 1",
        "bernoulli, 200, 20, 10",
        "poisson, 600, 12, 2",
        "bernoulli-probit, 200, 12, 2",
        "gaussian, 200, 8, 5",
        "student-t, 200, 8, 2",
        "student-t, 60, 30, 30",
        "softmax, 100, 4, 1"
    })
    void rounds_endAtTheFitOfAllRows(String family, int n, int partitions, double sd) {
        ExactProblem problem = Fits.problem(family, THETA.length, sd);
        List<List<RowBlock>> blocks = labelled(family, n).blocks(partitions, 50);
        FitResult found = fit(problem, blocks);
        FitResult whole = Fits.converged(problem, SETTINGS.withTolerance(1e-12), blocks);
        assertTrue(
                Fits.meanShift(whole.posterior(), found.posterior()) < 1e-4,
                () -> "means off by " + Fits.meanShift(whole.posterior(), found.posterior()) + "; "
                        + TestSeed.replay());
        assertTrue(Fits.sdShift(whole.posterior(), found.posterior()) < 1e-4, TestSeed.replay());
        Close.assertWithin("elbo", Objects.requireNonNull(whole.elbo()), Objects.requireNonNull(found.elbo()), 1e-5);
    }

    /** A normal response has sites that depend on nothing but the rows. */
    @Test
    void normalResponse_takesTwoRounds() {
        Rows rows = labelled("gaussian", 90);
        ExactProblem problem = Fits.problem("gaussian", THETA.length, 3);
        List<List<RowBlock>> blocks = rows.blocks(3, 50);
        FitResult found = fit(problem, blocks);
        assertEquals(2, found.iterations(), found.stopReason());
        for (int p = 0; p < 3; p++) {
            double[] gram = new double[10];
            double[] moment = new double[4];
            for (int i = p; i < 90; i += 3) {
                for (int j = 0, at = 0; j < 4; j++) {
                    moment[j] += rows.features()[i][j] * rows.labels()[i];
                    for (int k = 0; k <= j; k++, at++) {
                        gram[at] += rows.features()[i][j] * rows.features()[i][k];
                    }
                }
            }
            Close.assertClose("J", gram, found.partitionFactors().get(p).precision(), 1e-12);
            Close.assertClose("h", moment, found.partitionFactors().get(p).linear(), 1e-12);
        }
    }

    @Test
    void priorAndSites_areThePosterior() {
        ExactProblem problem = Fits.problem("poisson", THETA.length, 2);
        FitResult found = fit(problem, labelled("poisson", 300).blocks(7, 20));
        GaussianFactor prior = GaussianFactor.around(
                problem.prior().mean(),
                FitSettings.of(GaussianStructure.FULL)
                        .priorGaussian(Fits.KERNEL, problem.prior())
                        .precision());
        FullGaussian product = Objects.requireNonNull(
                prior.multipliedByAll(found.partitionFactors()).toGaussian(Fits.KERNEL));
        FullGaussian q = (FullGaussian) found.posterior();
        assertTrue(Fits.meanShift(q, product) < 1e-10);
        assertTrue(Fits.covarianceShift(q, product) < 1e-10);
    }

    /** Steps until what a fit would answer with stays within a hundredth of a nat. */
    private static int closeAfter(List<FitState> states, FitResult whole) {
        int steps = states.size() - 1;
        while (steps > 0 && divergence(states.get(steps).best().gaussian(), whole) < 0.01) {
            steps--;
        }
        return states.get(steps).iteration() + 1;
    }

    @Test
    void rounds_areAThirdOfTheStepsByDraws() {
        ExactProblem problem = Fits.problem("bernoulli", THETA.length, 2.5);
        List<List<RowBlock>> blocks = labelled("bernoulli", 3000).blocks(30, 100);
        FitResult whole = Fits.converged(problem, SETTINGS.withTolerance(1e-12), blocks);
        List<FitState> draws = new ArrayList<>();
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 2)) {
            Problem drawn = Problem.of(problem, backend.summary(), false);
            Algorithm algorithm =
                    AlgorithmChoice.of(new FitSetup(drawn, SETTINGS, SamplingSettings.DEFAULT, backend, Fits.KERNEL));
            draws.add(algorithm.init());
            algorithm.run(draws.get(0), List.of(draws::add));
        }
        int rounds = closeAfter(states(problem, blocks), whole);
        int steps = closeAfter(draws, whole);
        assertTrue(3 * rounds <= steps, rounds + " rounds, " + steps + " steps; " + TestSeed.replay());
    }

    @Test
    void emptyPartitions_contributeNothing() {
        ExactProblem problem = Fits.problem("bernoulli", THETA.length, 2);
        List<List<RowBlock>> blocks = new ArrayList<>(labelled("bernoulli", 100).blocks(2, 50));
        blocks.add(1, List.of());
        FitResult found = fit(problem, blocks);
        assertArrayEquals(new double[4], found.partitionFactors().get(1).linear());
        assertArrayEquals(new double[10], found.partitionFactors().get(1).precision());
    }

    @Test
    void resumedAnywhere_sameBits() throws IOException {
        ExactProblem problem = Fits.problem("poisson", THETA.length, 2);
        List<List<RowBlock>> blocks = labelled("poisson", 200).blocks(5, 50);
        List<FitState> states = states(problem, blocks);
        double[] end = states.get(states.size() - 1).best().gaussian().coordinates();
        for (FitState state : states.subList(0, states.size() - 1)) {
            FitState read = StateReader.read(StateWriter.write(state), FitState.class);
            try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
                Algorithm again = new PartitionedAlgorithm(problem, SETTINGS, backend, Fits.KERNEL);
                assertArrayEquals(
                        end, again.run(read, List.of()).best().gaussian().coordinates(), 0.0);
            }
        }
    }

    /** A round that goes too far, as where sites are requested again and again beside a posterior that they have moved. */
    @Test
    void roundThatLosesBound_isUndone() {
        ExactProblem problem = Fits.problem("poisson", THETA.length, 30);
        Rows rows = labelled("poisson", 40);
        double[] labels = rows.labels().clone();
        labels[3] = 4000;
        List<FitState> states = states(problem, rows.withLabels(labels).blocks(20, 50));
        double before = Double.POSITIVE_INFINITY;
        for (FitState state : states.subList(2, states.size())) {
            FitState.StepInfo step = Objects.requireNonNull(state.lastStep());
            if (step.accepted()) {
                assertTrue(step.objective() <= before + 1e-6 * Math.abs(before), state.toString());
                before = step.objective();
            }
        }
        FitState end = states.get(states.size() - 1);
        assertEquals(FitStatus.CONVERGED, end.status(), end.stopReason());
    }

    @Test
    void whatHasNoGaussianSites_isRefused() {
        ExactProblem dispersed = ExactProblem.withEstimatedDispersion(
                Fits.likelihood("gaussian"),
                GaussianPrior.of(2, 0, 1),
                new io.credence.family.law.DispersionPosterior.InverseGamma(3, 1));
        try (InProcessBackend backend =
                new InProcessBackend(Rows.normal(5, 2, random).blocks(1, 5), Fits.KERNEL, 1)) {
            Exception refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> new PartitionedAlgorithm(dispersed, SETTINGS, backend, Fits.KERNEL));
            assertTrue(refused.getMessage().contains("a number for model.dispersion"), refused.getMessage());
        }
    }
}
