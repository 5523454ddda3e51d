package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.GaussianStructure;
import io.credence.family.Serialised;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state is all there is: written down and read after any step, the fit ends at the same bits. */
class FitStateTest {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "bernoulli, GAUSSIAN_FULL",
        "bernoulli, GAUSSIAN_DIAGONAL",
        "student-t, GAUSSIAN_FULL",
        "gaussian, GAUSSIAN_DIAGONAL"
    })
    void savedAndReadAfterAnyStep_sameBits(String family, Structures posterior) throws Exception {
        Random random = new Random(TestSeed.get());
        Rows rows = Rows.normal(80, 4, random);
        double[] labels = new double[80];
        for (int i = 0; i < 80; i++) {
            labels[i] = random.nextInt(2);
        }
        ExactProblem problem = family.equals("bernoulli")
                ? Fits.problem(family, 4, 2)
                : ExactProblem.withEstimatedDispersion(
                        Fits.likelihood(family),
                        io.credence.prior.GaussianPrior.of(4, 0, 2),
                        new io.credence.family.law.DispersionPosterior.InverseGamma(3, 1));
        try (InProcessBackend backend =
                new InProcessBackend(rows.withLabels(labels).blocks(2, 16), Fits.KERNEL, 2)) {
            Algorithm fitter = new NewtonAlgorithm(problem, FitSettings.of(posterior.of()), backend, Fits.KERNEL);
            List<FitState> states = new ArrayList<>();
            FitState whole = fitter.run(fitter.init(), List.of(states::add));
            assertEquals(FitStatus.CONVERGED, whole.status());
            for (FitState state : states.subList(0, states.size() - 1)) {
                FitState resumed = fitter.run(Serialised.copy(state), List.of());
                assertArrayEquals(
                        whole.algorithmState().best().gaussian().mean(),
                        resumed.algorithmState().best().gaussian().mean(),
                        0.0);
                assertArrayEquals(
                        whole.algorithmState().best().gaussian().precision(),
                        resumed.algorithmState().best().gaussian().precision(),
                        0.0);
                assertEquals(
                        whole.algorithmState().best().dispersion(),
                        resumed.algorithmState().best().dispersion());
                assertEquals(whole.iteration(), resumed.iteration());
            }
        }
    }

    @Test
    void stoppedFit_cannotStep() {
        Rows rows = Rows.normal(20, 2, new Random(TestSeed.get()));
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(1, 20), Fits.KERNEL, 1)) {
            Algorithm fitter = new NewtonAlgorithm(
                    Fits.problem("bernoulli", 2, 2), FitSettings.of(GaussianStructure.FULL), backend, Fits.KERNEL);
            FitState end = fitter.run(fitter.init(), List.of());
            assertFalse(end.isRunning());
            assertThrows(IllegalStateException.class, () -> fitter.step(end));
        }
    }

    @Test
    void budgetSpent_isReportedAndTheBestPositionKept() {
        Rows rows = Rows.normal(50, 3, new Random(TestSeed.get()));
        FitResult result = Fits.fit(
                Fits.problem("bernoulli", 3, 2),
                FitSettings.of(GaussianStructure.FULL).withMaxIterations(2),
                rows.blocks(1, 50));
        assertEquals(FitStatus.BUDGET, result.status());
        assertEquals(2, result.iterations());
    }
}
