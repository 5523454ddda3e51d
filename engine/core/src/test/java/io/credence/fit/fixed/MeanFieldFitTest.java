package io.credence.fit.fixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.fit.DrawFits;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.FitState;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.testkit.FiniteDifference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeanFieldFitTest {

    private static final Estimator FIXED = fixed(200, false);
    private static final Stop LOOSE = new Stop(StopRule.MCSE, 1, 1.1, 30, 500);
    private static final FitSettings SETTINGS =
            FitSettings.of(GaussianStructure.DIAGONAL).withMaxIterations(200);

    private static ExactProblem problem(String family) {
        return ExactProblem.withKnownDispersion(
                Fits.likelihood(family),
                GaussianPrior.of(DrawFits.THETA.length, 0, 2),
                family.equals("gaussian") ? 0.64 : 1);
    }

    private static Estimator fixed(int draws, boolean adaptive) {
        return new Estimator(
                EstimatorKind.FIXED_DRAWS,
                draws,
                ControlVariate.QUADRATIC,
                NormalDraws.Dependence.ANTITHETIC,
                adaptive,
                10_000);
    }

    private static FitResult fit(String family, FitSettings settings) {
        return fit(family, settings, FIXED);
    }

    private static FitResult fit(String family, FitSettings settings, Estimator estimator) {
        return fit(family, settings, SamplingSettings.DEFAULT.with(estimator));
    }

    private static FitResult fit(String family, FitSettings settings, SamplingSettings how) {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(3, 64);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem drawn = Problem.of(problem(family), backend.summary(), false);
            return AlgorithmChoice.of(new FitSetup(drawn, settings, how, PosteriorStart.GAUSSIAN, backend, Fits.KERNEL))
                    .fit();
        }
    }

    private static FitResult exact(String family, GaussianStructure posterior) {
        return Fits.converged(
                problem(family),
                FitSettings.of(posterior).withTolerance(1e-12),
                DrawFits.rows(family).blocks(3, 64));
    }

    /** For a normal target the linear response is the whole covariance, and pairs of draws leave the mean exact. */
    @Test
    void normalTarget_hasItsWholeCovariance() {
        FitResult found = fit("gaussian", SETTINGS.withTolerance(1e-12));
        FitResult exact = exact("gaussian", GaussianStructure.FULL);
        assertTrue(found.isConverged(), found.stopReason());
        FullGaussian response = assertInstanceOf(FullGaussian.class, found.posterior());
        assertTrue(Fits.meanShift(exact.posterior(), response) < 1e-4);
        assertTrue(Fits.covarianceShift((FullGaussian) exact.posterior(), response) < 1e-4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void mean_isThatOfTheMeanFieldOptimum(String family) {
        FitResult found = fit(family, SETTINGS);
        FitResult exact = exact(family, GaussianStructure.DIAGONAL);
        assertTrue(found.isConverged(), found.stopReason());
        assertTrue(Fits.meanShift(exact.posterior(), found.posterior()) < 0.1);
        assertTrue(exact.elbo() - found.elbo() < 0.1, exact.elbo() + " and " + found.elbo());
        assertTrue(found.elbo() <= exact.elbo() + 1e-9, exact.elbo() + " and " + found.elbo());
    }

    @Test
    void linearResponse_isNearerToTheFullPosteriorThanTheMeanField() {
        FullGaussian full =
                (FullGaussian) exact("bernoulli", GaussianStructure.FULL).posterior();
        double[] meanField =
                exact("bernoulli", GaussianStructure.DIAGONAL).posterior().sd();
        double[] response = fit("bernoulli", SETTINGS).posterior().sd();
        for (int j = 0; j < response.length; j++) {
            assertEquals(full.sd()[j], response[j], Math.abs(full.sd()[j] - meanField[j]) + 0.02 * full.sd()[j]);
        }
    }

    /** That four draws do not suffice shows in the answer by four others. */
    @Test
    void tooFewDraws_becomeMore() {
        FitResult found = fit("poisson", SETTINGS, fixed(4, true));
        assertTrue(found.isConverged(), found.stopReason());
        assertTrue(found.stopReason().startsWith("the optimum of "), found.stopReason());
        assertTrue(found.drawNoise().draws() > 4, found.stopReason());
        assertTrue(found.drawNoise().mcse() <= 0.04, found.stopReason());
        FitResult exact = exact("poisson", GaussianStructure.DIAGONAL);
        assertTrue(Fits.meanShift(exact.posterior(), found.posterior()) < 0.05, found.stopReason());
    }

    @Test
    void tooFewDraws_thatMayNotBecomeMore_areUnconverged() {
        int seen = 0;
        for (long seed = 0; seed < 6; seed++) {
            FitResult found = fit("poisson", DrawFits.withSeed(SETTINGS, seed), fixed(4, false));
            assertEquals(FitState.FitStatus.BUDGET, found.status(), found.stopReason());
            // Where other draws agree by chance, fresh ones see a further step.
            boolean differ = found.drawNoise().mcse() > 0.04;
            String reason = differ ? "estimator.draws" : "nats more of a further step";
            assertTrue(found.stopReason().contains(reason), found.stopReason());
            seen += differ ? 1 : 0;
        }
        assertTrue(seen > 0);
    }

    /** Answers of few draws each agree within an error that is allowed to be large. */
    @Test
    void optimumOfItsDraws_thatFreshOnesSeeBeyond_isUnconverged() {
        FitResult few = fit(
                "poisson",
                SETTINGS,
                SamplingSettings.DEFAULT.with(fixed(4, false)).with(LOOSE));
        assertEquals(FitState.FitStatus.BUDGET, few.status(), few.stopReason());
        assertTrue(few.stopReason().contains("nats more of a further step"), few.stopReason());
        FitResult more = fit(
                "poisson",
                SETTINGS,
                SamplingSettings.DEFAULT.with(fixed(4, true)).with(LOOSE));
        assertTrue(more.isConverged(), more.stopReason());
        assertTrue(more.drawNoise().draws() > 4, more.stopReason());
    }

    @Test
    void gradient_isThatOfTheValue() {
        List<List<RowBlock>> blocks = DrawFits.rows("poisson").blocks(2, 64);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            MeanFieldBound bound = new MeanFieldBound(
                    Problem.of(problem("poisson"), backend.summary(), false),
                    FIXED.dependence(),
                    new DrawSet(0, FIXED.draws()),
                    1,
                    backend);
            double[] at = new DiagonalGaussian(new double[] {0.3, -0.2, 0.5}, new double[] {9, 4, 16}).parameters();
            double[] numeric = FiniteDifference.gradient(p -> bound.at(p).value(), at);
            assertArrayEquals(numeric, bound.at(at).gradient(), 1e-3);
        }
    }

    @Test
    void sameSeed_sameBits() {
        FitResult once = fit("poisson", SETTINGS);
        FitResult again = fit("poisson", SETTINGS);
        assertArrayEquals(once.posterior().mean(), again.posterior().mean());
        assertArrayEquals(once.posterior().coordinates(), again.posterior().coordinates());
    }

    @Test
    void fullFamily_isRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> fit("poisson", FitSettings.of(GaussianStructure.FULL)));
        assertTrue(refused.getMessage().contains("gaussian-diagonal"), refused.getMessage());
    }
}
