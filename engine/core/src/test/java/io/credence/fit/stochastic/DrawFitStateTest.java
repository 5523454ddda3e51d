package io.credence.fit.stochastic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.family.Serialised;
import io.credence.fit.Algorithm;
import io.credence.fit.Approximation;
import io.credence.fit.DrawFits;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.OnceFaultyLoss;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Minibatch;
import io.credence.fit.stochastic.StochasticState.Iterate;
import io.credence.prior.DensityTerm;
import io.credence.statistics.NonFiniteValue;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A fit by draws step by step: the same bits each time, resumed after any step, stopped by a budget or a wrong number. */
class DrawFitStateTest {

    private static final FitSettings FULL = DrawFits.settings(GaussianStructure.FULL);
    private static final SamplingSettings HOW = DrawFits.by(EstimatorKind.REPARAMETERIZED);

    private static void assertSameBits(FitState expected, FitState found) {
        Approximation one = expected.algorithmState().best();
        Approximation other = found.algorithmState().best();
        assertArrayEquals(one.gaussian().mean(), other.gaussian().mean(), 0.0);
        assertArrayEquals(one.gaussian().precision(), other.gaussian().precision(), 0.0);
        assertEquals(one.dispersion(), other.dispersion());
        assertEquals(expected.iteration(), found.iteration());
        assertEquals(expected.rowsVisited(), found.rowsVisited());
        assertEquals(expected.decisions(), found.decisions());
    }

    @ParameterizedTest(name = "{0} {1} inverse gamma {2} {3} partitions")
    @CsvSource({
        "bernoulli, SCORE, false, 0",
        "bernoulli, REPARAMETERIZED, false, 2",
        "gaussian, REPARAMETERIZED, true, 2",
        "gaussian, SCORE, false, 0"
    })
    void savedAndReadAfterAnyStep_sameBits(String family, EstimatorKind kind, boolean inverseGamma, int partitions)
            throws Exception {
        List<List<RowBlock>> blocks = DrawFits.rows(family).blocks(6, 64);
        ExactProblem problem = DrawFits.problem(family, 2);
        SamplingSettings how = DrawFits.by(kind).with(new Minibatch(partitions, true, true, 20));
        List<FitState> states = DrawFits.states(problem, inverseGamma, UnaryOperator.identity(), FULL, how, blocks);
        FitState whole = states.get(states.size() - 1);
        assertEquals(FitStatus.CONVERGED, whole.status(), whole.stopReason());
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 2)) {
            Problem drawn = Problem.of(problem, backend.summary(), inverseGamma);
            Algorithm fitter = StochasticAlgorithm.of(new FitSetup(drawn, FULL, how, backend, Fits.KERNEL));
            for (int after : new int[] {0, 1, 7, states.size() / 2, states.size() - 2}) {
                assertSameBits(whole, fitter.run(Serialised.copy(states.get(after)), List.of()));
            }
        }
    }

    @Test
    void otherSeed_givesOtherBits() {
        List<List<RowBlock>> blocks = DrawFits.rows("bernoulli").blocks(2, 64);
        ExactProblem problem = DrawFits.problem("bernoulli", 2);
        FitSettings other = new FitSettings(GaussianStructure.FULL, 3000, 1e-8, 2);
        FitResult one = DrawFits.fit(problem, false, FULL, HOW, blocks);
        FitResult two = DrawFits.fit(problem, false, other, HOW, blocks);
        assertFalse(Arrays.equals(one.posterior().mean(), two.posterior().mean()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 60})
    void budgetSpent_isReportedAndABoundIsGiven(int budget) {
        FitResult result = DrawFits.fit(
                DrawFits.problem("bernoulli", 2),
                false,
                FULL.withMaxIterations(budget),
                HOW.with(new SamplingSettings.Stop(SamplingSettings.StopRule.MCSE, 1e-5, 1.1, 30, 500)),
                DrawFits.rows("bernoulli").blocks(2, 64));
        assertEquals(FitStatus.BUDGET, result.status());
        assertEquals(budget, result.iterations());
        assertNotNull(result.elbo());
        assertTrue(Double.isFinite(result.elbo()), "the bound was " + result.elbo());
    }

    /** The states of a fit whose loss is wrong at one evaluation, that of partition 1 in step {@code step}. */
    private static List<FitState> states(int step, double wrong, int partitions) {
        UnaryOperator<Problem> faulty = right -> new Problem(
                new OnceFaultyLoss(right.loss(), 3 * (step - 1) + 1, 5, wrong),
                right.prior(),
                right.dispersion(),
                right.dispersionPrior(),
                right.objective(),
                right.exact(),
                null,
                null);
        return DrawFits.states(
                DrawFits.problem("bernoulli", 2),
                false,
                faulty,
                FULL,
                HOW,
                DrawFits.rows("bernoulli").blocks(partitions, 64));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 30})
    void numberThatIsNone_endsTheFitAtTheLastGoodPosition(int step) {
        List<FitState> states = states(step, Double.NaN, 3);
        FitState end = states.get(states.size() - 1);
        assertEquals(FitStatus.DIVERGED, end.status());
        assertEquals(step, end.iteration());
        assertEquals(new NonFiniteValue("loss at draw 0", 1, 5, Double.NaN), end.failure());
        Iterate.TakenStep last = ((StochasticState) states.get(step - 1).algorithmState())
                .iterate()
                .last();
        assertNotNull(last);
        assertArrayEquals(
                last.from().posterior().mean(),
                end.algorithmState().best().posterior().mean(),
                0.0);
        // What step − 1 evaluated is where step − 2 had led.
        Approximation evaluated = ((StochasticState) states.get(step - 2).algorithmState())
                .iterate()
                .approximation();
        assertArrayEquals(
                evaluated.posterior().mean(),
                end.algorithmState().best().posterior().mean(),
                0.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9, 30})
    void infiniteLoss_shortensTheStep(int step) {
        List<FitState> states = states(step, Double.POSITIVE_INFINITY, 3);
        FitState end = states.get(states.size() - 1);
        assertEquals(FitStatus.CONVERGED, end.status(), end.stopReason());
        assertNull(end.failure());
        Iterate again = ((StochasticState) states.get(step).algorithmState()).iterate();
        assertEquals(1, again.retakes().restarts());
        FitResult exact = Fits.converged(
                DrawFits.problem("bernoulli", 2),
                FULL,
                DrawFits.rows("bernoulli").blocks(3, 64));
        DrawFits.assertNear(exact.posterior(), end.algorithmState().best().posterior());
    }

    /** A prior that is impossible everywhere: no shorter step helps, and the fit reports that. */
    @Test
    void densityThatIsNeverFinite_endsTheFit() {
        DensityTerm impossible = new DensityTerm() {
            @Override
            public double logDensity(double[] theta) {
                return Double.NEGATIVE_INFINITY;
            }

            @Override
            public void addGradient(double[] theta, double[] gradient) {}
        };
        UnaryOperator<Problem> wrapped =
                right -> Problem.of(right.loss(), right.prior().normalPrior(), impossible);
        List<FitState> states = DrawFits.states(
                DrawFits.problem("bernoulli", 2),
                false,
                wrapped,
                FULL,
                HOW,
                DrawFits.rows("bernoulli").blocks(2, 64));
        FitState end = states.get(states.size() - 1);
        assertEquals(FitStatus.DIVERGED, end.status());
        assertEquals("no shorter step keeps the loss finite", end.stopReason());
    }
}
