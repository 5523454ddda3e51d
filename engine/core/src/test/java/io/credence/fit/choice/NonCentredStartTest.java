package io.credence.fit.choice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.family.Serialised;
import io.credence.fit.Algorithm;
import io.credence.fit.DrawFits;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.Structures;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.loss.NonCentredLoss;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fit under a non-centred prior begins at the coefficients of a fit under a normal one. */
class NonCentredStartTest {

    private static final CoefficientPrior HORSESHOE =
            CoefficientPriors.named("horseshoe", Map.of("globalScale", 0.3), DrawFits.THETA.length, List.of());

    private static FitResult fit(
            String family,
            GaussianStructure posterior,
            EstimatorKind kind,
            CoefficientPrior prior,
            int steps,
            Consumer<FitState> observed) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem problem = Problem.of(DrawFits.problem(family, 2), backend.summary(), prior, false);
            FitSettings settings = FitSettings.of(posterior).withMaxIterations(steps);
            Algorithm fitter =
                    AlgorithmChoice.of(new FitSetup(problem, settings, DrawFits.by(kind), backend, Fits.KERNEL));
            FitState state = fitter.init();
            while (state.isRunning()) {
                observed.accept(state);
                state = fitter.step(state);
            }
            return fitter.result(state);
        }
    }

    private static double[] theta(String family, double[] xi) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem problem = Problem.of(DrawFits.problem(family, 2), backend.summary(), HORSESHOE, false);
            return ((NonCentredLoss) problem.loss()).toCoefficientParameters(xi);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "poisson, GAUSSIAN_FULL, REPARAMETERIZED",
        "gaussian, GAUSSIAN_DIAGONAL, REPARAMETERIZED",
        "bernoulli, GAUSSIAN_DIAGONAL, FIXED_DRAWS"
    })
    void firstPlace_hasTheCoefficientsOfTheNormalPrior(String family, Structures posterior, EstimatorKind kind) {
        FitResult normal = Fits.converged(
                DrawFits.problem(family, 2),
                FitSettings.of(GaussianStructure.FULL).withTolerance(1e-12),
                DrawFits.rows(family).blocks(3, 16));
        FitState[] before = new FitState[1];
        FitState[] begun = new FitState[1];
        FitResult found = fit(family, posterior.of(), kind, HORSESHOE, 9, state -> {
            boolean late = !isOf(state, "exact");
            begun[0] = late && begun[0] == null ? state : begun[0];
            before[0] = late ? before[0] : state;
        });
        double[] theta =
                theta(family, begun[0].algorithmState().best().posterior().mean());
        double[] sd = normal.posterior().sd();
        for (int j = 0; j < sd.length; j++) {
            assertEquals(normal.posterior().mean()[j], theta[j], 0.1 * sd[j], family + " coefficient " + j);
        }
        assertTrue(before[0].iteration() < begun[0].iteration(), "the first fit took its steps");
        assertTrue(
                found.decisions().stream().anyMatch(line -> line.startsWith("start from the coefficients")),
                found.decisions().toString());
    }

    /** Whether it is a state of the algorithms of that package. */
    private static boolean isOf(FitState state, String algorithms) {
        return state.algorithmState().getClass().getPackageName().endsWith("." + algorithms);
    }

    @Test
    void savedPlaces_goOnToTheSameBits() {
        FitState[] middle = new FitState[2];
        FitResult whole = fit("bernoulli", GaussianStructure.FULL, EstimatorKind.AUTO, HORSESHOE, 30, state -> {
            middle[0] = state.iteration() == 2 ? Serialised.copy(state) : middle[0];
            middle[1] = state.iteration() == 20 ? Serialised.copy(state) : middle[1];
        });
        assertTrue(isOf(middle[0], "exact") && isOf(middle[1], "regression"));
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            for (FitState from : middle) {
                Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), HORSESHOE, false);
                FitSettings settings = FitSettings.of(GaussianStructure.FULL).withMaxIterations(30);
                Algorithm again = AlgorithmChoice.of(new FitSetup(
                        problem,
                        settings,
                        DrawFits.by(EstimatorKind.AUTO),
                        PosteriorStart.GAUSSIAN,
                        backend,
                        Fits.KERNEL));
                FitState state = from;
                while (state.isRunning()) {
                    state = again.step(state);
                }
                FitResult resumed = again.result(state);
                assertArrayEquals(whole.posterior().mean(), resumed.posterior().mean(), 0);
                assertArrayEquals(whole.posterior().sd(), resumed.posterior().sd(), 0);
            }
        }
    }

    /** In these coordinates both priors are the same, but for where the fit begins. */
    @Tag("nightly")
    @Test
    void laplacePriors_endWhereTheNormalStartLeadsThem() {
        CoefficientPrior laplace = CoefficientPriors.named(
                "laplace", Map.of("scale", 0.5, "nonCentred", true), DrawFits.THETA.length, List.of());
        FitResult found = fit("bernoulli", GaussianStructure.FULL, EstimatorKind.AUTO, laplace, 3000, state -> {});
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), laplace, false);
            FitResult fromPrior = StochasticAlgorithm.of(new FitSetup(
                            problem,
                            FitSettings.of(GaussianStructure.FULL).withMaxIterations(3000),
                            DrawFits.by(EstimatorKind.AUTO),
                            backend,
                            Fits.KERNEL))
                    .fit();
            assertEquals(FitStatus.CONVERGED, fromPrior.status(), fromPrior.stopReason());
            DrawFits.assertNear(fromPrior.posterior(), found.posterior());
        }
    }
}
