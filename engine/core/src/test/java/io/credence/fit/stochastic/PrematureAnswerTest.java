package io.credence.fit.stochastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianStructure;
import io.credence.family.choice.Families;
import io.credence.fit.ConvergenceMonitor.WatchedNumbers;
import io.credence.fit.DrawFits;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.SamplingSettings.Update;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.objective.DivergenceObjective;
import io.credence.objective.Objective;
import io.credence.objective.Objectives;
import io.credence.prior.GaussianPrior;
import io.credence.risk.NamedRisks;
import io.credence.risk.Risks;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Iterates that stand still a standard deviation beside the optimum, under a stopping rule that takes anything: the look over all
 * rows refuses their average, states the gain that it expects, and the fit goes on.
 */
class PrematureAnswerTest {

    /** Accepts iterates of any error and any drift. */
    private static final Stop CARELESS = new Stop(StopRule.MCSE, 1e3, 1e3, 30, 500);

    private static final int STILL = 39;
    private static final Pattern PROMISE =
            Pattern.compile("step 1: of the average an assessment over all rows expects (\\S+) nats more");

    private static final InProcessBackend ROWS =
            new InProcessBackend(DrawFits.rows("bernoulli").blocks(2, 64), Fits.KERNEL, 1);
    private static final ExactProblem EXACT = DrawFits.problem("bernoulli", Math.sqrt(5));
    private static final FitSettings SETTINGS = DrawFits.settings(GaussianStructure.FULL);
    private static final FitResult BEST =
            new NewtonAlgorithm(EXACT, SETTINGS.withTolerance(1e-12), ROWS, Fits.KERNEL).fit();

    static Stream<String> families() {
        return Families.ALL.names().stream()
                .filter(name -> !List.of("gaussian-block", "product", "auto").contains(name));
    }

    static Stream<String> objectives() {
        return Objectives.ALL.names().stream();
    }

    static Stream<String> risks() {
        return Risks.ALL.names().stream();
    }

    static Stream<String> updates() {
        return Updates.ALL.names().stream();
    }

    /** Means that are {@code sds} standard deviations beside the best, each, and spreads that are right. */
    private static double[] beside(double sds) {
        double[] mean = BEST.posterior().mean().clone();
        for (int j = 0; j < mean.length; j++) {
            mean[j] += sds * BEST.posterior().sd()[j];
        }
        return mean;
    }

    /** The state after a step at which the monitor has just become content with iterates that stood still. */
    private static FitState judged(Objective objective, PosteriorStart start, UpdatePart rule) {
        SamplingSettings how = SamplingSettings.DEFAULT
                .with(new Update(Update.of(rule).choice(), OptionalDouble.of(1e-4), 0))
                .with(CARELESS);
        Problem problem = Problem.of(EXACT, ROWS.summary(), false).with(objective);
        StochasticAlgorithm<?> algorithm =
                StochasticAlgorithm.of(new FitSetup(problem, SETTINGS, how, start, ROWS, Fits.KERNEL));
        FitState first = algorithm.init();
        StochasticState begun = (StochasticState) first.algorithmState();
        WatchedNumbers numbers = new WatchedNumbers(problem.prior().dimension());
        StochasticState still = begun.startAveraging();
        for (int i = 0; i < STILL; i++) {
            still = still.withWatched(numbers, -100);
        }
        return algorithm.step(first.with(still));
    }

    private static void assertRefused(FitState state) {
        assertEquals(FitStatus.RUNNING, state.status(), state.stopReason());
        Matcher promise = PROMISE.matcher(String.join("\n", state.decisions()));
        assertTrue(promise.find(), state.decisions().toString());
        assertTrue(Double.parseDouble(promise.group(1)) > 0.001 * DrawFits.THETA.length, promise.group());
        assertEquals(Phase.APPROACH, ((StochasticState) state.algorithmState()).phase());
    }

    private static PosteriorStart family(String name, double sds) {
        return q -> Families.startPlanNamed(name, Map.of(), 1)
                .around(beside(sds), BEST.posterior().sd());
    }

    private static PosteriorStart gaussian(double sds) {
        return q -> SETTINGS.priorGaussian(Fits.KERNEL, new GaussianPrior(beside(0), precision()))
                .withMean(beside(sds));
    }

    private static double[] precision() {
        double[] precision = BEST.posterior().sd().clone();
        for (int j = 0; j < precision.length; j++) {
            precision[j] = Math.pow(precision[j], -2);
        }
        return precision;
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamily_isNotAnsweredBesideTheOptimum(String name) {
        assertRefused(judged(Problem.ELBO, family(name, 1), Updates.ADAM));
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamilyUnderTheUpperBound_isNotAnsweredBesideTheOptimum(String name) {
        assertRefused(judged(Objectives.named("eubo", Map.of()), family(name, 1), Updates.ADAM));
    }

    @ParameterizedTest
    @MethodSource("objectives")
    void everyObjective_isNotAnsweredBesideTheOptimum(String kind) {
        Objective objective = Objectives.named(kind, Map.of());
        assertRefused(judged(objective, gaussian(1), Updates.NATURAL_GRADIENT));
        assertRefused(judged(objective, gaussian(1), Updates.ADAM));
    }

    @ParameterizedTest
    @MethodSource("risks")
    void everyRisk_isNotAnsweredBesideTheOptimum(String kind) {
        Objective objective = new DivergenceObjective(KullbackLeibler.PLAIN, NamedRisks.of(kind, Map.of()));
        assertRefused(judged(objective, gaussian(2), Updates.ADAM));
    }

    @ParameterizedTest
    @MethodSource("updates")
    void everyUpdate_isNotAnsweredBesideTheOptimum(String kind) {
        assertRefused(judged(Problem.ELBO, gaussian(1), Updates.ALL.named(kind)));
    }

    @ParameterizedTest
    @MethodSource("updates")
    void everyUpdate_isAnsweredAtTheOptimum(String kind) {
        FitState state = judged(Problem.ELBO, q -> BEST.posterior(), Updates.ALL.named(kind));
        assertEquals(FitStatus.CONVERGED, state.status(), state.decisions().toString());
    }
}
