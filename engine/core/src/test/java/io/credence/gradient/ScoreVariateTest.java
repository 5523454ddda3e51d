package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Blocks;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.choice.Families;
import io.credence.gradient.GradientEstimator.Estimate;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.random.NormalDraws;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gradients by scores of E f, f a function of θ, in a product of exponential families. */
class ScoreVariateTest {

    private static final int ESTIMATES = 150;
    private static final int DRAWS = 40;
    private static final long SEED = TestSeed.of("draws of score variates");

    private final RandomArrays random = RandomArrays.of("score variates");
    private final Posterior q = new ProductPosterior(List.of(member("gamma"), member("inverse-gamma"), member("beta")));

    private Posterior member(String family) {
        return Families.startPlanNamed(family, Map.of(), 1).around(random.normals(1), random.uniforms(1, 0.4, 0.9));
    }

    private Estimate estimate(
            Posterior at, ToDoubleFunction<double[]> f, ScoreVariate variate, long iteration, int count) {
        NormalDraws standard =
                new NormalDraws(SEED, iteration, count, at.noiseDimension(), NormalDraws.Dependence.ANTITHETIC);
        double[] values = new double[count];
        double[] epsilon = new double[at.noiseDimension()];
        for (int s = 0; s < count; s++) {
            standard.fill(s, epsilon);
            values[s] = f.applyAsDouble(at.draw(0, epsilon));
        }
        return new ParameterEstimator(GradientForm.NONE, variate)
                .estimate(
                        new EvaluatedDraws(standard, values, new double[0]),
                        at,
                        QuadraticControlVariate.zero(Blocks.diagonal(at.dimension())));
    }

    /** Neither of the family nor symmetric. */
    private static double bent(double[] theta) {
        return 3 + theta[0] - 0.5 * theta[0] * theta[1] + Math.sin(theta[2]) + 0.2 * theta[1] * theta[1];
    }

    /** ∇E f by differences of means over the same low-discrepancy draws of neighbours, θ(ε; λ). */
    private double[] exact() {
        double[][] standard = new double[256][q.noiseDimension()];
        NormalDraws draws = new NormalDraws(5, 1, standard.length, q.noiseDimension(), NormalDraws.Dependence.SOBOL);
        for (int s = 0; s < standard.length; s++) {
            draws.fill(s, standard[s]);
        }
        return FiniteDifference.gradient(
                lambda -> {
                    Posterior moved = q.with(lambda);
                    double sum = 0;
                    for (double[] epsilon : standard) {
                        sum += bent(moved.draw(0, epsilon));
                    }
                    return sum / standard.length;
                },
                q.parameters());
    }

    @ParameterizedTest
    @EnumSource(ScoreVariate.class)
    void everyVariate_leavesTheGradientUnbiased(ScoreVariate variate) {
        double[][] estimates = new double[ESTIMATES][];
        for (int i = 0; i < ESTIMATES; i++) {
            estimates[i] =
                    estimate(q, ScoreVariateTest::bent, variate, i, DRAWS).gradient();
        }
        double[] expected = exact();
        for (int k = 0; k < expected.length; k++) {
            double[] own = new double[ESTIMATES];
            for (int i = 0; i < ESTIMATES; i++) {
                own[i] = estimates[i][k];
            }
            double allowed = 4 * MonteCarlo.standardError(own) + 0.01;
            assertEquals(expected[k], MonteCarlo.mean(own), allowed, variate + " " + k + "; " + TestSeed.replay());
        }
    }

    @Test
    void better_leaveLessNoise() {
        Map<ScoreVariate, Double> noise = new EnumMap<>(ScoreVariate.class);
        for (ScoreVariate variate : ScoreVariate.values()) {
            noise.put(
                    variate,
                    estimate(q, ScoreVariateTest::bent, variate, 1, 400).gradientNoise());
        }
        assertTrue(noise.get(ScoreVariate.LINEAR) < 0.5 * noise.get(ScoreVariate.CONSTANT), noise.toString());
        assertTrue(noise.get(ScoreVariate.CONSTANT) < 0.5 * noise.get(ScoreVariate.NONE), noise.toString());
    }

    /** log p − log q of another member is linear in the scores of q: nothing is left, and a whole step ends at p. */
    @Test
    void memberOfTheFamily_isSeenWithoutNoise() {
        double[] lambda = q.parameters().clone();
        for (int i = 0; i < lambda.length; i++) {
            lambda[i] += 0.2 * q.parameterScales()[i];
        }
        Posterior target = q.with(lambda);
        Estimate found =
                estimate(q, theta -> target.logDensity(theta) - q.logDensity(theta), ScoreVariate.LINEAR, 1, DRAWS);
        assertEquals(0, found.gradientNoise(), 1e-12);
        Posterior landed = q.information().posteriorAlong(q.information().solve(found.gradient()), 1);
        assertClose("λ", target.parameters(), landed.parameters(), 1e-6);
    }

    @Test
    void fewDraws_haveAConstantOnly() {
        Estimate few = estimate(q, theta -> 7, ScoreVariate.LINEAR, 1, 8);
        assertClose("∇E 7", new double[q.parameters().length], few.gradient(), 1e-12);
    }
}
