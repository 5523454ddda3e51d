package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.RenyiDivergence;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.random.NormalDraws;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits by draws with other divergences than Kullback–Leibler's, against those by exact expectation. */
class DivergenceDrawFitTest {

    @ParameterizedTest
    @CsvSource({"renyi, 0.5", "gamma, 1.5", "beta, 1.25", "weighted-kl, 2"})
    void logisticRegression_findsTheSameByDraws(String kind, double order) {
        Divergence divergence = Divergences.named(kind, order);
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        ExactProblem problem = DrawFits.problem("bernoulli", 1).with(divergence);
        for (GaussianStructure family : List.of(GaussianStructure.FULL, GaussianStructure.DIAGONAL)) {
            FitResult exact = Fits.converged(problem, FitSettings.of(family), blocks);
            FitResult drawn = DrawFits.converged(
                    problem, false, DrawFits.settings(family), DrawFits.by(EstimatorKind.REPARAMETERIZED), blocks);
            DrawFits.assertNear(exact.posterior(), drawn.posterior());
        }
    }

    @Test
    void estimatedDispersion_keepsItsOwnDivergence() {
        ExactProblem problem = DrawFits.problem("gaussian", 1).with(new RenyiDivergence(0.5));
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL);
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(2, 64);
        FitResult exact = Fits.converged(problem, settings, blocks);
        SamplingSettings how = DrawFits.by(EstimatorKind.REPARAMETERIZED);
        FitResult drawn = DrawFits.converged(problem, true, DrawFits.settings(GaussianStructure.DIAGONAL), how, blocks);
        DrawFits.assertNear(exact.posterior(), drawn.posterior());
        FitResult joint =
                DrawFits.converged(problem, false, DrawFits.settings(GaussianStructure.DIAGONAL), how, blocks);
        assertEquals(exact.posterior().dimension() + 1, joint.posterior().dimension());
    }

    /** With 100 draws every other seed's answer left more than the assessment allows, with 400 none of twelve. */
    @Test
    void fixedDraws_findTheMeansOfTheExactFit() {
        ExactProblem problem = DrawFits.problem("bernoulli", 1).with(new RenyiDivergence(0.5));
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL);
        GaussianPosterior exact =
                (GaussianPosterior) Fits.converged(problem, settings, blocks).posterior();
        SamplingSettings how = SamplingSettings.DEFAULT.with(new SamplingSettings.Estimator(
                EstimatorKind.FIXED_DRAWS,
                400,
                ControlVariate.QUADRATIC,
                NormalDraws.Dependence.ANTITHETIC,
                false,
                10_000));
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem drawn = Problem.of(problem, backend.summary(), false);
            FitResult fixed = AlgorithmChoice.of(
                            new FitSetup(drawn, settings.withMaxIterations(200), how, backend, Fits.KERNEL))
                    .fit();
            assertTrue(fixed.isConverged(), fixed.stopReason());
            for (int j = 0; j < exact.dimension(); j++) {
                assertWithin("mean", exact.mean()[j], fixed.posterior().mean()[j], 0.05 * exact.sd()[j]);
            }
        }
    }
}
