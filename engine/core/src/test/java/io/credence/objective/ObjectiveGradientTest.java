package io.credence.objective;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.objective.Objectives.DrawnElbo;
import io.credence.objective.Objectives.DrawnEubo;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of the objectives of importance weights against derivatives of integrals by quadrature. */
class ObjectiveGradientTest {

    private static final int STEPS = 4000;
    private static final Posterior NORMAL = DiagonalGaussian.around(new double[] {-0.1}, new double[] {1.1});
    private static final Posterior MIXTURE = new MixturePosterior(
            List.of(
                    DiagonalGaussian.around(new double[] {-0.3}, new double[] {0.9}),
                    DiagonalGaussian.around(new double[] {0.9}, new double[] {1.2})),
            new double[] {0.3, -0.2});

    private static Posterior posterior(String name) {
        return name.equals("mixture") ? MIXTURE : NORMAL;
    }

    private static double[] exact(Posterior q, ToDoubleFunction<Posterior> objective) {
        return FiniteDifference.gradient(lambda -> objective.applyAsDouble(q.with(lambda)), q.parameters());
    }

    /** What a step gives, turned into an unbiased estimate. */
    private interface Unbiased {
        double factor(DrawDensities densities, DrawWeights judgement);
    }

    private static void assertGradients(
            Objective objective, Posterior q, int draws, double[] expected, Unbiased unbiased) {
        RandomArrays random = RandomArrays.of(objective.name() + draws);
        double[][] paths = new double[STEPS][];
        double[][] values = new double[STEPS][];
        for (int t = 0; t < STEPS; t++) {
            Line.Observed observed = Line.Observed.of(q, random, draws);
            DrawWeights judgement = objective.weighDraws(observed.densities());
            double factor = unbiased.factor(observed.densities(), judgement);
            paths[t] = scaled(observed.byPaths(judgement), factor);
            values[t] = scaled(observed.byValues(judgement), factor);
        }
        MonteCarlo.assertWithin4StandardErrors(objective.name() + " by paths", expected, paths);
        if (q.stratumCount() == 1) {
            MonteCarlo.assertWithin4StandardErrors(objective.name() + " by values", expected, values);
        }
    }

    private static double[] scaled(double[] vector, double factor) {
        double[] scaled = vector.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        return scaled;
    }

    @ParameterizedTest
    @ValueSource(strings = {"normal", "mixture"})
    void elbo_hasTheGradientOfItsExpectation(String family) {
        Posterior q = posterior(family);
        double[] expected = exact(q, r -> -Line.expectation(r, theta -> Line.logWeight(r, theta)));
        assertGradients(new DrawnElbo(), q, 4, expected, (densities, judgement) -> 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"normal", "mixture"})
    void eubo_hasTheGradientOfTheInclusiveDivergence(String family) {
        Posterior q = posterior(family);
        double[] expected = exact(
                q,
                r -> -Line.integral(theta ->
                        Math.exp(Line.logJoint(theta) - Line.LOG_EVIDENCE) * r.logDensity(new double[] {theta})));
        assertGradients(
                new DrawnEubo(),
                q,
                4,
                expected,
                (densities, judgement) -> Math.exp(logMean(densities, 1) - Line.LOG_EVIDENCE));
    }

    @ParameterizedTest
    @CsvSource({"normal, 2", "mixture, 2", "normal, 3", "mixture, 1.5"})
    void upperBound_hasTheGradientOfTheMeanPower(String family, double n) {
        Posterior q = posterior(family);
        double[] expected = exact(
                q, r -> Line.expectation(r, theta -> Math.exp(n * (Line.logWeight(r, theta) - Line.LOG_EVIDENCE))) / n);
        assertGradients(
                PowerMean.chivi(n),
                q,
                4,
                expected,
                (densities, judgement) -> Math.exp(n * (judgement.value() - Line.LOG_EVIDENCE)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 2, 3})
    void lowerBoundOfTwoDraws_hasTheGradientOfItsExpectation(double alpha) {
        double c = 1 - alpha;
        double[] expected = exact(NORMAL, r -> -ofTwo(r, c));
        assertGradients(PowerMean.renyi(alpha), NORMAL, 2, expected, (densities, judgement) -> 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 6})
    void importanceWeightedBound_hasTheGradientOfItsExpectation(int draws) {
        double[] expected = exact(NORMAL, r -> -ofTwo(r, 1));
        assertGradients(PowerMean.iwae(2), NORMAL, draws, expected, (densities, judgement) -> 1);
    }

    /** E of the bound of two draws, by the trapezoidal rule in both of their normal numbers. */
    private static double ofTwo(Posterior q, double c) {
        double step = 0.2;
        int nodes = 81;
        double[] density = new double[nodes];
        double[] log = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            double x = step * (i - nodes / 2);
            density[i] = step * Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
            log[i] = Line.logWeight(q, q.draw(0, new double[] {x})[0]) - Line.LOG_EVIDENCE;
        }
        double sum = 0;
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j < nodes; j++) {
                double most = Math.max(c * log[i], c * log[j]);
                double mean = most + Math.log(0.5 * (Math.exp(c * log[i] - most) + Math.exp(c * log[j] - most)));
                sum += density[i] * density[j] * mean / c;
            }
        }
        return sum;
    }

    private static double logMean(DrawDensities densities, double c) {
        double sum = 0;
        double[] logs = densities.logWeights();
        for (int s = 0; s < logs.length; s++) {
            sum += densities.baseWeights()[s] * Math.exp(c * (logs[s] - Line.LOG_EVIDENCE));
        }
        return Math.log(sum) + c * Line.LOG_EVIDENCE;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1.2, -1})
    void stratifiedDraws_tendToTheSameGradient(double alpha) {
        PowerMean objective = PowerMean.renyi(alpha);
        double c = 1 - alpha;
        double sign = objective.isUpperBound() ? 1 : -1;
        double[] expected = exact(
                MIXTURE,
                r -> sign
                        / c
                        * Math.log(Line.expectation(
                                r, theta -> Math.exp(c * (Line.logWeight(r, theta) - Line.LOG_EVIDENCE)))));
        assertConsistent(objective, expected);
    }

    @Test
    void stratifiedInclusive_tendsToTheSameGradient() {
        double[] expected = exact(
                MIXTURE,
                r -> -Line.integral(theta ->
                        Math.exp(Line.logJoint(theta) - Line.LOG_EVIDENCE) * r.logDensity(new double[] {theta})));
        assertConsistent(new DrawnEubo(), expected);
    }

    /** By paths and by values, with so many draws that a bias of order 1/S is below the error allowed. */
    private static void assertConsistent(Objective objective, double[] expected) {
        RandomArrays random = RandomArrays.of("stratified " + objective.name());
        int steps = 40;
        double[][] paths = new double[steps][];
        double[][] values = new double[steps][];
        for (int t = 0; t < steps; t++) {
            Line.Observed observed = Line.Observed.of(MIXTURE, random, 4000);
            DrawWeights judgement = objective.weighDraws(observed.densities());
            paths[t] = observed.byPaths(judgement);
            values[t] = observed.byValues(judgement);
        }
        MonteCarlo.assertWithin4StandardErrors(objective.name() + " by paths", expected, paths);
        MonteCarlo.assertWithin4StandardErrors(objective.name() + " by values", expected, values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"elbo", "eubo", "chivi", "tail-adaptive"})
    void pathsAtTheExactPosterior_haveNoNoise(String kind) {
        Posterior exact = DiagonalGaussian.around(new double[] {Line.MEAN}, new double[] {Line.SD});
        Line.Observed observed = Line.Observed.of(exact, RandomArrays.of("exact"), 20);
        Objective objective = kind.equals("elbo") ? new DrawnElbo() : Objectives.named(kind, Map.of());
        for (double slope : observed.byPaths(objective.weighDraws(observed.densities()))) {
            assertTrue(Math.abs(slope) < 1e-12, "slope " + slope);
        }
    }
}
