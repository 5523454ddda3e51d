package io.credence.fit.stochastic;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.fit.DrawFits;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Minibatch;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.SamplingSettings.Update;
import io.credence.fit.Structures;
import io.credence.part.Choice;
import io.credence.random.NormalDraws;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A fit by draws finds what exact expectation finds. */
class StochasticAlgorithmTest {

    private static final double PRIOR_SD = Math.sqrt(5);

    private static FitResult exact(ExactProblem problem, GaussianStructure posterior, List<List<RowBlock>> blocks) {
        return Fits.converged(problem, DrawFits.settings(posterior).withTolerance(1e-12), blocks);
    }

    @ParameterizedTest(name = "{0} {1} {2} of 10 partitions")
    @CsvSource({
        "bernoulli, SCORE, GAUSSIAN_FULL, 0",
        "bernoulli, SCORE, GAUSSIAN_DIAGONAL, 0",
        "bernoulli, REPARAMETERIZED, GAUSSIAN_FULL, 0",
        "bernoulli, REPARAMETERIZED, GAUSSIAN_DIAGONAL, 0",
        "bernoulli, REPARAMETERIZED, GAUSSIAN_BLOCK, 0",
        "bernoulli, SCORE, GAUSSIAN_FULL, 1",
        "bernoulli, REPARAMETERIZED, GAUSSIAN_FULL, 1",
        "poisson, SCORE, GAUSSIAN_FULL, 0",
        "poisson, REPARAMETERIZED, GAUSSIAN_FULL, 0"
    })
    void answer_isThatOfExactExpectation(String family, EstimatorKind estimator, Structures posterior, int partitions) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(10, 16);
        ExactProblem problem = DrawFits.problem(family, PRIOR_SD);
        FitResult expected = exact(problem, posterior.of(2, 1), blocks);
        SamplingSettings how = DrawFits.by(estimator).with(new Minibatch(partitions, false, true, 100));
        FitResult found = DrawFits.converged(problem, false, DrawFits.settings(posterior.of(2, 1)), how, blocks);
        DrawFits.assertNear(expected.posterior(), found.posterior());
        DrawFits.assertBoundNear(expected, found);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindOfDraws_findsTheAnswer(NormalDraws.Dependence kind) {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        ExactProblem problem = DrawFits.problem("bernoulli", PRIOR_SD);
        SamplingSettings how = SamplingSettings.DEFAULT.with(
                new Estimator(EstimatorKind.REPARAMETERIZED, 64, ControlVariate.QUADRATIC, kind, true, 10_000));
        FitSettings settings = DrawFits.settings(GaussianStructure.FULL);
        FitResult found = DrawFits.converged(problem, false, settings, how, blocks);
        DrawFits.assertNear(exact(problem, GaussianStructure.FULL, blocks).posterior(), found.posterior());
    }

    /** The paper's control variate and step size: constants must take off all of log p but its spread. */
    @Test
    void constantsOfFewDraws_findTheAnswer() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        ExactProblem problem = DrawFits.problem("bernoulli", PRIOR_SD);
        SamplingSettings how = SamplingSettings.DEFAULT
                .with(new Estimator(
                        EstimatorKind.SCORE,
                        100,
                        ControlVariate.CONSTANT,
                        NormalDraws.Dependence.INDEPENDENT,
                        false,
                        100))
                .with(new Update(Choice.ofDefaults(Updates.NATURAL_GRADIENT), OptionalDouble.of(0.1), 0));
        FitSettings settings = DrawFits.settings(GaussianStructure.FULL).withMaxIterations(400);
        FitResult found = DrawFits.fit(problem, false, settings, how, blocks);
        DrawFits.assertNear(exact(problem, GaussianStructure.FULL, blocks).posterior(), found.posterior());
    }

    /** The marginals of coefficients and dispersion that are drawn together, against those of independent factors. */
    @ParameterizedTest
    @ValueSource(strings = {"gaussian", "gamma"})
    void jointDispersion_isNearIndependentFactors(String family) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(3, 64);
        ExactProblem problem = DrawFits.problem(family, PRIOR_SD);
        FitResult expected = exact(problem, GaussianStructure.FULL, blocks);
        SamplingSettings how = DrawFits.by(EstimatorKind.REPARAMETERIZED);
        FitResult found = DrawFits.converged(problem, false, DrawFits.settings(GaussianStructure.FULL), how, blocks);
        DrawFits.assertNear(expected.posterior(), found.posterior());
        GaussianPosterior q = (GaussianPosterior) found.posterior();
        assertEquals(DrawFits.THETA.length + 1, q.dimension());
        LogNormalDispersion log = expected.dispersion() instanceof DispersionPosterior.InverseGamma factor
                ? new LogNormalDispersion(factor.meanLog(), Math.sqrt(factor.varianceOfLog()))
                : (LogNormalDispersion) expected.dispersion();
        int last = q.dimension() - 1;
        assertWithin("log dispersion", log.logMean(), q.mean()[last], 0.1 * log.logSd());
        assertWithin("its log sd", Math.log(log.logSd()), Math.log(q.sd()[last]), 0.05);
    }

    /** The factor's optimum given the coefficients' is known in closed form. */
    @ParameterizedTest
    @EnumSource(names = {"SCORE", "REPARAMETERIZED"})
    void inverseGammaFactor_isTheCoordinateOptimum(EstimatorKind estimator) {
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(3, 64);
        ExactProblem problem = DrawFits.problem("gaussian", PRIOR_SD);
        FitResult expected = exact(problem, GaussianStructure.FULL, blocks);
        FitResult found = DrawFits.converged(
                problem, true, DrawFits.settings(GaussianStructure.FULL), DrawFits.by(estimator), blocks);
        DrawFits.assertNear(expected.posterior(), found.posterior());
        DispersionPosterior.InverseGamma optimum = (DispersionPosterior.InverseGamma) expected.dispersion();
        DispersionPosterior.InverseGamma factor = (DispersionPosterior.InverseGamma) found.dispersion();
        assertWithin("E φ", optimum.mean(), factor.mean(), 0.05 * optimum.sd());
        assertWithin("log shape", Math.log(optimum.shape()), Math.log(factor.shape()), 0.1);
        DrawFits.assertBoundNear(expected, found);
    }

    /** The start is so wide that rates overflow. */
    @ParameterizedTest
    @EnumSource(names = {"SCORE", "REPARAMETERIZED"})
    void infiniteLossesAtAWideStart_areSurvived(EstimatorKind estimator) {
        List<List<RowBlock>> blocks = DrawFits.rows("poisson").blocks(3, 64);
        ExactProblem problem = DrawFits.problem("poisson", 400);
        FitResult expected = exact(problem, GaussianStructure.FULL, blocks);
        FitResult found = DrawFits.converged(
                problem, false, DrawFits.settings(GaussianStructure.FULL), DrawFits.by(estimator), blocks);
        DrawFits.assertNear(expected.posterior(), found.posterior());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void emptyPartitions_areSurvived(int partitions) {
        List<List<RowBlock>> blocks = new ArrayList<>();
        for (List<RowBlock> full : DrawFits.rows("bernoulli").blocks(6, 64)) {
            blocks.add(List.of());
            blocks.add(full);
        }
        ExactProblem problem = DrawFits.problem("bernoulli", PRIOR_SD);
        SamplingSettings how =
                DrawFits.by(EstimatorKind.REPARAMETERIZED).with(new Minibatch(partitions, false, true, 100));
        FitResult found = DrawFits.converged(problem, false, DrawFits.settings(GaussianStructure.FULL), how, blocks);
        DrawFits.assertNear(exact(problem, GaussianStructure.FULL, blocks).posterior(), found.posterior());
    }

    @Test
    void patience_endsTheFitAtItsBestBound() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        ExactProblem problem = DrawFits.problem("bernoulli", PRIOR_SD);
        SamplingSettings how = DrawFits.by(EstimatorKind.SCORE).with(new Stop(StopRule.PATIENCE, 0.02, 1.1, 10, 40));
        FitResult found = DrawFits.converged(problem, false, DrawFits.settings(GaussianStructure.FULL), how, blocks);
        assertEquals("no better smoothed bound in 40 steps", found.stopReason());
        Double best = exact(problem, GaussianStructure.FULL, blocks).elbo();
        Double stated = found.elbo();
        assertTrue(best != null && stated != null && best - stated < 0.5, "bounds were " + best + " and " + stated);
    }

    /** The smoothed bound of steps that overshoot rises no more long before an optimum; few end near it by chance. */
    @Test
    void patience_farFromTheOptimum_isUnconverged() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        ExactProblem problem = DrawFits.problem("bernoulli", PRIOR_SD);
        SamplingSettings how = DrawFits.by(EstimatorKind.SCORE)
                .with(new Update(Choice.ofDefaults(Updates.ADAM), OptionalDouble.of(1), 0))
                .with(new Stop(StopRule.PATIENCE, 0.02, 1.1, 10, 40));
        Double best = exact(problem, GaussianStructure.FULL, blocks).elbo();
        int far = 0;
        for (long seed = 0; seed < 8; seed++) {
            FitSettings settings = DrawFits.withSeed(DrawFits.settings(GaussianStructure.FULL), seed);
            FitResult found = DrawFits.fit(problem, false, settings, how, blocks);
            Double stated = found.elbo();
            boolean near = best != null && stated != null && best - stated < 0.5;
            assertTrue(near || found.status() == FitStatus.BUDGET, found.stopReason() + " at " + stated);
            boolean seen = found.stopReason()
                    .matches("no better smoothed bound in 40 steps, but an assessment over all rows"
                            + " expects .* nats more of a further step.*");
            assertEquals(found.status() == FitStatus.BUDGET, seen, found.stopReason());
            far += seen ? 1 : 0;
        }
        assertTrue(far >= 4, "seen in " + far);
    }
}
