package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.Families;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.SamplingSettings.Update;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.objective.DivergenceObjective;
import io.credence.objective.Objective;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.risk.NamedRisks;
import io.credence.risk.RowReduction;
import io.credence.testkit.Nightly;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Expected losses with a divergence from values alone, in families and with priors of any kind (GVI equations 87 to 90). */
class ScoreObjectiveTest {

    private static final int D = DrawFits.THETA.length;
    private static final GaussianPrior PRIOR = GaussianPrior.of(D, 0, Math.sqrt(5));
    private static final SamplingSettings ADAM = SamplingSettings.DEFAULT.with(Update.of(Updates.ADAM));

    private static SamplingSettings by(SamplingSettings how, EstimatorKind kind) {
        return how.with(new SamplingSettings.Estimator(
                        kind, 100, ControlVariate.QUADRATIC, NormalDraws.Dependence.ANTITHETIC, true, 1000))
                .with(new Stop(StopRule.MCSE, 0.05, 1.1, 30, 500));
    }

    private static FitResult fit(
            SamplingSettings how, Divergence divergence, @Nullable DensityTerm term, PosteriorStart begin) {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem plain = Problem.of(DrawFits.problem("bernoulli", Math.sqrt(5)), backend.summary(), false);
            GaussianPrior normal = term == null ? PRIOR : new GaussianPrior(new double[D], new double[D]);
            Problem problem = term == null
                    ? plain.with(divergence)
                    : Problem.of(plain.loss(), normal, term).with(divergence);
            FitSettings settings = DrawFits.settings(GaussianStructure.DIAGONAL);
            FitResult result = AlgorithmChoice.of(new FitSetup(problem, settings, how, begin, backend, Fits.KERNEL))
                    .fit();
            assertEquals(FitStatus.CONVERGED, result.status(), result.stopReason() + result.decisions());
            return result;
        }
    }

    private static void assertNear(FitResult expected, FitResult found) {
        Posterior one = expected.posterior();
        Posterior other = found.posterior();
        assertEquals(one.family(), other.family());
        for (int j = 0; j < D; j++) {
            assertWithin("mean " + j, one.mean()[j], other.mean()[j], 0.2 * one.sd()[j]);
            assertWithin("log sd " + j, Math.log(one.sd()[j]), Math.log(other.sd()[j]), 0.2);
        }
    }

    static Stream<Arguments> divergences() {
        return Nightly.cases(
                List.of(Arguments.of("kl", 1)), List.of(Arguments.of("kl", 1), Arguments.of("renyi", 0.5)));
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void studentFromValues_endsWhereItEndsFromGradients(String kind, double order) {
        Divergence divergence = kind.equals("kl") ? KullbackLeibler.PLAIN : Divergences.named(kind, order);
        PosteriorStart student =
                q -> Families.startPlanNamed("student-t-diagonal", Map.of(), 1).around(q.mean(), q.sd());
        FitResult expected = fit(by(ADAM, EstimatorKind.REPARAMETERIZED), divergence, null, student);
        FitResult found = fit(by(ADAM, EstimatorKind.SCORE), divergence, null, student);
        assertTrue(found.decisions().stream().anyMatch(line -> line.contains("from values of the loss")));
        assertNear(expected, found);
    }

    /** The divergence has a closed form with a normal prior, and none with another. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void gaussianFromValues_endsWhereItEndsFromGradients(boolean closed) {
        Divergence divergence = Divergences.named("renyi", 0.5);
        DensityTerm term = closed
                ? null
                : CoefficientPriors.named("student-t", Map.of("degreesOfFreedom", 4.0, "scale", 1.0), D, List.of())
                        .term();
        FitResult expected = fit(by(ADAM, EstimatorKind.REPARAMETERIZED), divergence, term, q -> q);
        FitResult found = fit(by(ADAM, EstimatorKind.SCORE), divergence, term, q -> q);
        assertNear(expected, found);
        if (closed) {
            assertNear(expected, fit(by(SamplingSettings.DEFAULT, EstimatorKind.SCORE), divergence, null, q -> q));
        }
    }

    @Test
    void whatNeedsGradients_isRefusedFromValues() {
        try (InProcessBackend backend =
                new InProcessBackend(DrawFits.rows("bernoulli").blocks(1, 64), Fits.KERNEL, 1)) {
            Problem plain = Problem.of(DrawFits.problem("bernoulli", 1), backend.summary(), false);
            RowReduction risk = NamedRisks.of("entropic-risk", Map.of("gamma", 1.0));
            Objective risky = new DivergenceObjective(KullbackLeibler.PLAIN, risk);
            refused("takes gradients at draws", () -> begin(plain.with(risky), EstimatorKind.SCORE, backend));
            Problem values = Problem.of(new ValuesOnlyLoss(plain.loss()), PRIOR, null);
            refused("the risk", () -> begin(values.with(risky), EstimatorKind.AUTO, backend));
            Problem expected = values.with(Divergences.named("renyi", 0.5));
            assertTrue(begin(expected, EstimatorKind.AUTO, backend).init().isRunning());
            refused("values only", () -> begin(expected, EstimatorKind.REPARAMETERIZED, backend));
        }
    }

    private static void refused(String part, Executable requested) {
        String message = assertThrows(IllegalArgumentException.class, requested).getMessage();
        assertTrue(message.contains(part), message);
    }

    private static Algorithm begin(Problem problem, EstimatorKind kind, ExecutionBackend backend) {
        FitSettings settings = DrawFits.settings(GaussianStructure.DIAGONAL);
        return StochasticAlgorithm.of(new FitSetup(problem, settings, by(ADAM, kind), backend, Fits.KERNEL));
    }
}
