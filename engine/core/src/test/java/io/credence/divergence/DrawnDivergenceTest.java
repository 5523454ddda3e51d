package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Divergences from densities at draws: of a grid with weights, where they are exact, and of random draws. */
class DrawnDivergenceTest {

    private static final int GRID = 4001;

    static Stream<Divergence> divergences() {
        return Gaussians.divergences().stream();
    }

    private static double node(int s) {
        return -20 + 40.0 * s / (GRID - 1);
    }

    private static double[] grid(java.util.function.DoubleUnaryOperator logDensity) {
        double[] values = new double[GRID];
        Arrays.setAll(values, s -> logDensity.applyAsDouble(node(s)));
        return values;
    }

    private static double[] weights(double[] logDensity) {
        return Arrays.stream(logDensity).map(x -> Math.exp(x) * 40 / (GRID - 1)).toArray();
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void grid_givesTheClosedFormAndItsSlopes(Divergence divergence) {
        DiagonalGaussian q = Gaussians.diagonal(new double[] {0.3}, 0.9);
        DiagonalGaussian prior = Gaussians.diagonal(new double[] {-0.2}, 1.2);
        double[] own = grid(x -> q.logDensity(new double[] {x}));
        double[] other = grid(x -> prior.logDensity(new double[] {x}));
        Divergence.DivergenceAtDraws drawn = divergence.estimateAtDraws(own, other, weights(own));
        assertClose(divergence.name(), divergence.between(q, prior), drawn.estimate(), 1e-10);
        double[] slopes = slopes(q, prior, drawn, DrawnDivergenceTest::node);
        assertClose(divergence.name(), slopes(divergence, q, prior), slopes, 1e-9);
    }

    /** In the mean and in the log standard deviation. */
    private static double[] slopes(Divergence divergence, DiagonalGaussian q, DiagonalGaussian prior) {
        Divergence.DivergenceGradient slope = divergence.gradient(q, prior);
        return new double[] {slope.meanGradient()[0], 2 * slope.covarianceGradient(q)[0] / q.precision()[0]};
    }

    private static double[] slopes(
            DiagonalGaussian q,
            DiagonalGaussian prior,
            Divergence.DivergenceAtDraws drawn,
            java.util.function.IntToDoubleFunction draws) {
        double[] slopes = new double[2];
        for (int s = 0; s < drawn.priorWeights().length; s++) {
            double[] gradient = new double[1];
            double[] theta = {draws.applyAsDouble(s)};
            prior.addLogDensityGradient(theta, drawn.priorWeights()[s], gradient);
            q.addLogDensityGradient(theta, drawn.posteriorWeights()[s], gradient);
            slopes[0] += gradient[0];
            slopes[1] += gradient[0] * (theta[0] - q.mean()[0]);
        }
        return slopes;
    }

    /** By values alone: Σ base_s f_s ∇_λ log q is the whole derivative, that of log q within the divergence included. */
    @ParameterizedTest
    @MethodSource("divergences")
    void heightsTimesScores_giveTheSlopesOfTheClosedForm(Divergence divergence) {
        DiagonalGaussian q = Gaussians.diagonal(new double[] {0.3}, 0.9);
        DiagonalGaussian prior = Gaussians.diagonal(new double[] {-0.2}, 1.2);
        double[] own = grid(x -> q.logDensity(new double[] {x}));
        double[] base = weights(own);
        double[] weights = divergence
                .estimateAtDraws(own, grid(x -> prior.logDensity(new double[] {x})), base)
                .functionalDerivative();
        double[] slopes = new double[2];
        for (int s = 0; s < GRID; s++) {
            double t = (node(s) - q.mean()[0]) / q.sd()[0];
            double weight = base[s] == 0 ? 0 : base[s] * weights[s];
            slopes[0] += weight * t / q.sd()[0];
            slopes[1] += weight * (t * t - 1);
        }
        assertClose(divergence.name(), slopes(divergence, q, prior), slopes, 1e-9);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void heights_tellTheSlopeInTheWeightsOfAMixture(Divergence divergence) {
        DiagonalGaussian one = Gaussians.diagonal(new double[] {-0.6}, 0.7);
        DiagonalGaussian two = Gaussians.diagonal(new double[] {0.5}, 0.9);
        DiagonalGaussian prior = Gaussians.diagonal(new double[] {0}, 1.1);
        double[] other = grid(x -> prior.logDensity(new double[] {x}));
        double[] ones = weights(grid(x -> one.logDensity(new double[] {x})));
        double[] twos = weights(grid(x -> two.logDensity(new double[] {x})));
        java.util.function.DoubleFunction<Divergence.DivergenceAtDraws> mixture = share -> {
            double[] base = new double[GRID];
            Arrays.setAll(base, s -> share * ones[s] + (1 - share) * twos[s]);
            double[] own =
                    Arrays.stream(base).map(w -> Math.log(w * (GRID - 1) / 40)).toArray();
            return divergence.estimateAtDraws(own, other, base);
        };
        double expected = FiniteDifference.gradient(at -> mixture.apply(at[0]).estimate(), new double[] {0.3})[0];
        double[] weights = mixture.apply(0.3).functionalDerivative();
        double found = 0;
        for (int s = 0; s < GRID; s++) {
            found += ones[s] == twos[s] ? 0 : (ones[s] - twos[s]) * weights[s];
        }
        assertClose(divergence.name(), expected, found, 1e-7);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void randomDraws_agreeWithTheClosedFormWithinTheirErrors(Divergence divergence) {
        DiagonalGaussian q = Gaussians.diagonal(new double[] {0.2}, 0.9);
        DiagonalGaussian prior = Gaussians.diagonal(new double[] {0}, 1.1);
        Random random = new Random(TestSeed.of("drawn " + divergence.name()));
        int count = 4000;
        double[] base = new double[count];
        Arrays.fill(base, 1.0 / count);
        double[][] estimates = new double[20][];
        for (int k = 0; k < estimates.length; k++) {
            double[] theta = new double[count];
            double[] own = new double[count];
            double[] other = new double[count];
            for (int s = 0; s < count; s++) {
                theta[s] = q.mean()[0] + q.deviation(new double[] {random.nextGaussian()})[0];
                own[s] = q.logDensity(new double[] {theta[s]});
                other[s] = prior.logDensity(new double[] {theta[s]});
            }
            Divergence.DivergenceAtDraws drawn = divergence.estimateAtDraws(own, other, base);
            double[] slopes = slopes(q, prior, drawn, s -> theta[s]);
            estimates[k] = new double[] {drawn.estimate(), slopes[0], slopes[1]};
        }
        double[] slopes = slopes(divergence, q, prior);
        double[] expected = {divergence.between(q, prior), slopes[0], slopes[1]};
        MonteCarlo.assertWithin4StandardErrors(divergence.name(), expected, estimates);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void farDensities_stayFinite(Divergence divergence) {
        double[] own = {-1000, -1005, -1010};
        double[] other = {-1003, -1004, -1012};
        double[] base = {0.5, 0.25, 0.25};
        if (divergence instanceof BetaDivergence || divergence instanceof AlphaBetaGammaDivergence) {
            return; // their integrals themselves leave the range of numbers
        }
        Divergence.DivergenceAtDraws drawn = divergence.estimateAtDraws(own, other, base);
        assertTrue(Double.isFinite(drawn.estimate()), divergence.name());
        for (int s = 0; s < 3; s++) {
            assertTrue(Double.isFinite(
                    drawn.priorWeights()[s] + drawn.posteriorWeights()[s] + drawn.functionalDerivative()[s]));
        }
    }

    @Test
    void orderNextTo1_keepsItsDigits() {
        double[] own = {-1, -1.5, -2.2};
        double[] other = {-1.3, -1.4, -2};
        double[] base = {0.5, 0.25, 0.25};
        Divergence.DivergenceAtDraws expected = KullbackLeibler.PLAIN.estimateAtDraws(own, other, base);
        for (Divergence near : new Divergence[] {
            new RenyiDivergence(1 + 1e-9), new AlphaDivergence(1 - 1e-9), new GammaDivergence(1 + 1e-9)
        }) {
            Divergence.DivergenceAtDraws drawn = near.estimateAtDraws(own, other, base);
            assertClose(near.name(), expected.estimate(), drawn.estimate(), 1e-7);
            assertClose(near.name(), expected.priorWeights(), drawn.priorWeights(), 1e-7);
            assertClose(near.name(), expected.posteriorWeights(), drawn.posteriorWeights(), 1e-7);
            double shift = drawn.functionalDerivative()[0] - expected.functionalDerivative()[0];
            assertClose(near.name(), expected.functionalDerivative()[2] + shift, drawn.functionalDerivative()[2], 1e-6);
        }
    }

    @Test
    void drawOutsideThePrior_makesKullbackLeiblerInfinite() {
        double[] own = {-1, -1};
        double[] other = {-1, Double.NEGATIVE_INFINITY};
        double[] base = {0.5, 0.5};
        assertEquals(
                Double.POSITIVE_INFINITY,
                KullbackLeibler.PLAIN.estimateAtDraws(own, other, base).estimate());
        assertEquals(
                Double.POSITIVE_INFINITY,
                new RenyiDivergence(2).estimateAtDraws(own, other, base).estimate());
        assertTrue(Double.isFinite(
                new RenyiDivergence(0.5).estimateAtDraws(own, other, base).estimate()));
    }
}
