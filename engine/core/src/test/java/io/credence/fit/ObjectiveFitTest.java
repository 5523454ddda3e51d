package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.Families;
import io.credence.family.choice.FamilyPart;
import io.credence.family.student.StudentDiagonal;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Update;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.loss.ModelLosses;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.objective.DivergenceObjective;
import io.credence.objective.Objective;
import io.credence.objective.Objectives;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.risk.NamedRisks;
import io.credence.risk.RowReduction;
import io.credence.testkit.Nightly;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A fit of an objective by draws finds what exact expectation finds where both can. */
class ObjectiveFitTest {

    private static final SamplingSettings ADAM = SamplingSettings.DEFAULT.with(Update.of(Updates.ADAM));

    private static FitResult fit(
            String family,
            List<List<RowBlock>> blocks,
            GaussianStructure first,
            SamplingSettings how,
            Objective objective,
            PosteriorStart begin) {
        ExactProblem problem = DrawFits.problem(family, Math.sqrt(5));
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem drawn = Problem.of(problem, backend.summary(), false).with(objective);
            return AlgorithmChoice.of(new FitSetup(drawn, DrawFits.settings(first), how, begin, backend, Fits.KERNEL))
                    .fit();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Structures.class,
            names = {"GAUSSIAN_FULL", "GAUSSIAN_DIAGONAL"})
    void naturalGradients_findTheExactOptimum(Structures family) {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(3, 16);
        FitResult expected = Fits.converged(
                DrawFits.problem("bernoulli", Math.sqrt(5)),
                DrawFits.settings(family.of()).withTolerance(1e-12),
                blocks);
        FitResult found = fit("bernoulli", blocks, family.of(), SamplingSettings.DEFAULT, Problem.ELBO, q -> q);
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        DrawFits.assertNear(expected.posterior(), found.posterior());
        DrawFits.assertBoundNear(expected, found);
    }

    @ParameterizedTest
    @CsvSource({"gaussian-diagonal, GAUSSIAN_DIAGONAL", "gaussian-full, GAUSSIAN_FULL"})
    void familiesByTheirOwnParameters_findTheExactOptimum(String name, Structures family) {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(3, 16);
        FitResult expected = Fits.converged(
                DrawFits.problem("bernoulli", Math.sqrt(5)),
                DrawFits.settings(family.of()).withTolerance(1e-12),
                blocks);
        FitResult found = fit(
                "bernoulli",
                blocks,
                family.of(),
                ADAM,
                Problem.ELBO,
                q -> Families.startPlanNamed(name, Map.of(), 1).around(q.mean(), q.sd()));
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        DrawFits.assertNear(expected.posterior(), found.posterior());
        DrawFits.assertBoundNear(expected, found);
    }

    /** Draws in which a conjugate posterior is a member of every family's Gaussians. */
    private static FitResult conjugate(SamplingSettings how, Objective objective, PosteriorStart begin) {
        return conjugate(DrawFits.settings(GaussianStructure.FULL), how, objective, begin);
    }

    private static FitResult conjugate(
            FitSettings settings, SamplingSettings how, Objective objective, PosteriorStart begin) {
        List<List<RowBlock>> blocks = DrawFits.rows("gaussian").blocks(3, 16);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem drawn =
                    Problem.of(conjugateProblem(), backend.summary(), false).with(objective);
            return AlgorithmChoice.of(new FitSetup(drawn, settings, how, begin, backend, Fits.KERNEL))
                    .fit();
        }
    }

    private static ExactProblem conjugateProblem() {
        GaussianPrior prior = GaussianPrior.of(DrawFits.THETA.length, 0, Math.sqrt(5));
        return ExactProblem.withKnownDispersion(Fits.likelihood("gaussian"), prior, 0.64);
    }

    private static FitResult exactConjugate() {
        return Fits.converged(
                conjugateProblem(),
                DrawFits.settings(GaussianStructure.FULL).withTolerance(1e-12),
                DrawFits.rows("gaussian").blocks(3, 16));
    }

    @ParameterizedTest
    @CsvSource({
        "eubo,,",
        "chivi, order, 2",
        "renyi, alpha, 0.5",
        "renyi, alpha, -1",
        "iwae, draws, 5",
        "tail-adaptive,,"
    })
    void everyObjectiveOfWeights_findsTheConjugatePosterior(String kind, String key, Double value) {
        FitResult expected = exactConjugate();
        Objective objective = Objectives.named(kind, key == null ? Map.of() : Map.of(key, value));
        FitResult found = conjugate(
                SamplingSettings.DEFAULT,
                objective,
                q -> q.withPrecisionScaled(0.8).withMean(shifted(q, 0.5)));
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        DrawFits.assertNear(expected.posterior(), found.posterior());
        assertTrue(found.objectiveValue() != null
                && Double.isFinite(found.objectiveValue().value()));
    }

    private static double[] shifted(GaussianPosterior q, double sds) {
        double[] mean = q.mean().clone();
        for (int j = 0; j < mean.length; j++) {
            mean[j] += sds * q.sd()[j];
        }
        return mean;
    }

    @ParameterizedTest
    @ValueSource(strings = {"entropic-risk", "mean-variance"})
    void riskWithoutAversion_isTheExpectedLoss(String kind) {
        FitResult expected = exactConjugate();
        RowReduction risk = NamedRisks.of(kind, Map.of(kind.equals("entropic-risk") ? "gamma" : "c", 1e-6));
        FitResult found = conjugate(ADAM, new DivergenceObjective(KullbackLeibler.PLAIN, risk), q -> q);
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        DrawFits.assertNear(expected.posterior(), found.posterior());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussian-low-rank", "student-t-diagonal", "gaussian-mixture", "planar-flow"})
    void everyFamily_comesNearTheConjugatePosterior(String name) {
        FitResult expected = exactConjugate();
        Map<String, Integer> small = Map.of("rank", 2, "degreesOfFreedom", 30, "components", 2, "layers", 4);
        FamilyPart part = Families.ALL.named(name);
        Map<String, Integer> options = small.entrySet().stream()
                .filter(entry -> part.has(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        FitResult found = conjugate(
                ADAM,
                Problem.ELBO,
                q -> Families.startPlanNamed(name, options, 1).around(q.mean(), q.sd()));
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        for (int j = 0; j < DrawFits.THETA.length; j++) {
            double sd = expected.posterior().sd()[j];
            assertWithin(
                    "mean", expected.posterior().mean()[j], found.posterior().mean()[j], 0.1 * sd);
            assertWithin("log sd", 0, Math.log(found.posterior().sd()[j] / sd), 0.15);
        }
    }

    static Stream<String> corrected() {
        return Nightly.cases(List.of("eubo"), List.of("eubo", "chivi", "renyi", "iwae", "tail-adaptive"));
    }

    @ParameterizedTest
    @MethodSource("corrected")
    void minibatchesThatAllRowsCorrect_leaveNoBiasOfAQuadraticLoss(String kind) {
        FitResult expected = exactConjugate();
        SamplingSettings how = ADAM.with(new SamplingSettings.Minibatch(1, false, false, true, 100, true));
        FitResult found = conjugate(how, Objectives.named(kind, Map.of()), q -> q);
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        for (int j = 0; j < expected.posterior().dimension(); j++) {
            double sd = expected.posterior().sd()[j];
            assertWithin(
                    "mean", expected.posterior().mean()[j], found.posterior().mean()[j], 0.1 * sd);
            assertWithin("log sd", 0, Math.log(found.posterior().sd()[j] / sd), 0.1);
        }
    }

    @Test
    void minibatchesThatNothingCorrects_areBiasedAndSeenToBe() {
        SamplingSettings how = ADAM.with(new SamplingSettings.Minibatch(1, false, false, false, 100, true));
        FitSettings few = new FitSettings(GaussianStructure.FULL, 500, 1e-8, 1);
        FitResult found = conjugate(few, how, Objectives.named("eubo", Map.of()), q -> q);
        assertEquals(FitStatus.BUDGET, found.status(), found.stopReason());
        double[] exact = exactConjugate().posterior().sd();
        for (int j = 0; j < exact.length; j++) {
            assertTrue(found.posterior().sd()[j] > 1.2 * exact[j], "the choice of rows widens parameter " + j);
        }
    }

    @Test
    void partsThatDoNotGoTogether_areRefusedWithTheReason() {
        RowReduction risk = NamedRisks.of("entropic-risk", Map.of("gamma", 1.0));
        Objective risky = new DivergenceObjective(KullbackLeibler.PLAIN, risk);
        refused("first-order", () -> conjugate(SamplingSettings.DEFAULT, risky, q -> q));
        refused("strata", () -> conjugate(ADAM, risky, q -> family("gaussian-mixture", q)));
        refused("finite ones", () -> conjugate(ADAM, Problem.ELBO, q -> StudentDiagonal.around(2, q.mean(), q.sd())));
        SamplingSettings natural =
                SamplingSettings.DEFAULT.with(SamplingSettings.Estimator.DEFAULT.with(EstimatorKind.FRESH_DRAWS));
        refused(
                "planar-flow requires the update adam",
                () -> conjugate(natural, Problem.ELBO, q -> family("planar-flow", q)));
        SamplingSettings part = SamplingSettings.DEFAULT.with(new SamplingSettings.Minibatch(1, false, true, 100));
        refused("biased on minibatches", () -> conjugate(part, Objectives.named("eubo", Map.of()), q -> q));
    }

    private static Posterior family(String name, GaussianPosterior q) {
        return Families.startPlanNamed(name, Map.of(), 1).around(q.mean(), q.sd());
    }

    private static void refused(String part, Executable fit) {
        String message = assertThrows(IllegalArgumentException.class, fit).getMessage();
        assertTrue(message.contains(part), message);
    }

    /** Two standard normal parameters of correlation 1/2, whatever the row. */
    private record CorrelatedPair() implements RowModel {

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("theta", 2));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] theta) {
            T squares = theta[0].square().add(theta[1].square()).subtract(theta[0].multiply(theta[1]));
            return squares.multiply(-2.0 / 3);
        }
    }

    /** By 100 draws that stay as many, independent coordinates keep a bias, whatever the steps. */
    @Test
    void averageThatIsRefusedAgainAndAgain_endsTheFit() {
        GaussianPrior flat = new GaussianPrior(new double[2], new double[2]);
        Problem problem = Problem.of(ModelLosses.of(new CorrelatedPair(), List.of("one")), flat, null)
                .with(Objectives.named("tail-adaptive", Map.of()));
        FitSettings settings = DrawFits.settings(GaussianStructure.DIAGONAL).withMaxIterations(10_000);
        SamplingSettings.Estimator fixed = new SamplingSettings.Estimator(
                EstimatorKind.REPARAMETERIZED,
                100,
                ADAM.estimator().variate(),
                NormalDraws.Dependence.INDEPENDENT,
                false,
                100);
        DenseBlock row = new DenseBlock(RowAttributes.ofLabels(0), 1, new double[] {1});
        try (InProcessBackend backend = new InProcessBackend(List.of(List.of(row)), Fits.KERNEL, 1)) {
            FitResult found = StochasticAlgorithm.of(
                            new FitSetup(problem, settings, ADAM.with(fixed), q -> q, backend, Fits.KERNEL))
                    .fit();
            assertEquals(FitStatus.BUDGET, found.status(), found.stopReason());
            assertTrue(found.iterations() < 5_000, "after " + found.iterations());
            String required = "the averages of the iterates are refused, also of shorter steps: an assessment over all"
                    + " rows expects .* nats more of a further step; weights of 100 draws a step are biased; more"
                    + " steps are not expected to cure that, a larger estimator.draws may";
            assertTrue(found.stopReason().matches(required), found.stopReason());
            assertTrue(
                    found.decisions().stream()
                                    .filter(decision -> decision.contains(": of the average an assessment"))
                                    .count()
                            >= 3,
                    () -> String.join("; ", found.decisions()));
        }
    }
}
