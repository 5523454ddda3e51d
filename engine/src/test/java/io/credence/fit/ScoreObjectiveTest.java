package io.credence.fit;

import static io.credence.Close.assertClose;
import static io.credence.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.Families;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.MonteCarloSettings.Stop;
import io.credence.fit.MonteCarloSettings.StopRule;
import io.credence.fit.MonteCarloSettings.Update;
import io.credence.gradient.ControlVariate;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.IndependentTerm;
import io.credence.prior.StudentDensity;
import io.credence.random.NormalDraws;
import io.credence.risk.RowReductions;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected losses with a divergence from values alone, in families and with priors of any kind (GVI equations 87 to 90). */
class ScoreObjectiveTest {

    private static final int D = DrawFits.THETA.length;
    private static final GaussianPrior PRIOR = GaussianPrior.of(D, 0, Math.sqrt(5));
    private static final MonteCarloSettings ADAM = MonteCarloSettings.DEFAULT.with(Update.of(Updates.ADAM));

    private static MonteCarloSettings by(MonteCarloSettings how, EstimatorKind kind) {
        return how.with(new MonteCarloSettings.Estimator(
                        kind, 100, ControlVariate.QUADRATIC, NormalDraws.Kind.ANTITHETIC, true, 1000))
                .with(new Stop(StopRule.MCSE, 0.05, 1.1, 30, 500));
    }

    private static FitResult fit(
            MonteCarloSettings how,
            Divergence divergence,
            @Nullable DensityTerm term,
            Function<GaussianPosterior, Posterior> begin) {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            DrawProblem plain = DrawProblem.of(DrawFits.problem("bernoulli", Math.sqrt(5)), backend.summary(), false);
            GaussianPrior normal = term == null ? PRIOR : new GaussianPrior(new double[D], new double[D]);
            ObjectiveProblem problem = ObjectiveProblem.generalised(plain.loss(), normal, term, null, divergence);
            FitResult result = Fitters.byObjective(
                            plain,
                            problem,
                            DrawFits.settings(PosteriorFamily.GAUSSIAN_DIAGONAL),
                            how,
                            position -> begin.apply(position.coefficients()),
                            backend,
                            Fits.KERNEL)
                    .fit();
            assertEquals(FitStatus.CONVERGED, result.status(), result.stopReason() + result.decisions());
            return result;
        }
    }

    private static void assertNear(FitResult expected, FitResult found) {
        Posterior one = Objects.requireNonNull(expected.weighed()).posterior();
        Posterior other = Objects.requireNonNull(found.weighed()).posterior();
        assertEquals(one.family(), other.family());
        for (int j = 0; j < D; j++) {
            assertWithin("mean " + j, one.mean()[j], other.mean()[j], 0.2 * one.sd()[j]);
            assertWithin("log sd " + j, Math.log(one.sd()[j]), Math.log(other.sd()[j]), 0.2);
        }
    }

    @ParameterizedTest
    @CsvSource({"kl, 1", "renyi, 0.5"})
    void studentFromValues_endsWhereItEndsFromGradients(String kind, double order) {
        Divergence divergence = kind.equals("kl") ? KullbackLeibler.PLAIN : Divergences.named(kind, order);
        Function<GaussianPosterior, Posterior> student =
                q -> Families.named("student-t-diagonal", Map.of(), 1).around(q.mean(), q.sd());
        FitResult expected = fit(by(ADAM, EstimatorKind.REPARAMETERIZED), divergence, null, student);
        FitResult found = fit(by(ADAM, EstimatorKind.SCORE), divergence, null, student);
        assertTrue(found.decisions().stream().anyMatch(line -> line.endsWith("from values of the loss")));
        assertNear(expected, found);
    }

    /** The divergence has a closed form with a normal prior, and none with another. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void gaussianFromValues_endsWhereItEndsFromGradients(boolean closed) {
        Divergence divergence = Divergences.named("renyi", 0.5);
        DensityTerm term = closed ? null : IndependentTerm.of(0, D, new StudentDensity(4, 0, 1));
        FitResult expected = fit(by(ADAM, EstimatorKind.REPARAMETERIZED), divergence, term, q -> q);
        FitResult found = fit(by(ADAM, EstimatorKind.SCORE), divergence, term, q -> q);
        assertNear(expected, found);
        if (closed) {
            assertNear(expected, fit(by(MonteCarloSettings.DEFAULT, EstimatorKind.SCORE), divergence, null, q -> q));
        }
    }

    @Test
    void scoreWeights_leaveOutTheMeanOfOtherUnits() {
        double[] base = {0.1, 0.3, 0.2, 0.4};
        double[] heights = {1, -2, 0.5, 3};
        double[] single = ScoreWeights.of(heights, base, 1);
        assertClose("one", 0.1 * (1 - (-0.6 + 0.1 + 1.2) / 0.9), single[0], 1e-15);
        assertClose("last", 0.4 * (3 - (0.1 - 0.6 + 0.1) / 0.6), single[3], 1e-15);
        double[] pairs = ScoreWeights.of(heights, base, 2);
        assertClose("pair", 0.3 * (-2 - (0.1 + 1.2) / 0.6), pairs[1], 1e-15);
        assertClose("all in one", new double[2], ScoreWeights.of(new double[] {1, 2}, new double[] {0.5, 0.5}, 2), 0);
    }

    @Test
    void whatNeedsGradients_isRefusedFromValues() {
        try (InProcessBackend backend =
                new InProcessBackend(DrawFits.rows("bernoulli").blocks(1, 64), Fits.KERNEL, 1)) {
            DrawProblem plain = DrawProblem.of(DrawFits.problem("bernoulli", 1), backend.summary(), false);
            ObjectiveProblem risk = ObjectiveProblem.generalised(
                    plain.loss(),
                    PRIOR,
                    null,
                    RowReductions.named("entropic-risk", Map.of("gamma", 1.0)),
                    KullbackLeibler.PLAIN);
            refused("takes gradients at draws", () -> risk.isByValues(EstimatorKind.SCORE));
            ValuesOnlyLoss values = new ValuesOnlyLoss(plain.loss());
            refused("the risk", () -> new ObjectiveProblem(values, PRIOR, null, null, risk.risk(), risk.divergence()));
            ObjectiveProblem expected =
                    ObjectiveProblem.generalised(values, PRIOR, null, null, Divergences.named("renyi", 0.5));
            assertTrue(expected.isByValues(EstimatorKind.AUTO));
            refused("values only", () -> expected.isByValues(EstimatorKind.REPARAMETERIZED));
        }
    }

    private static void refused(String part, Executable asked) {
        String message = assertThrows(IllegalArgumentException.class, asked).getMessage();
        assertTrue(message.contains(part), message);
    }
}
