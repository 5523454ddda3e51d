package io.credence.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.divergence.Divergence.EvidenceBound;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.TestSeed;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.analysis.integration.SimpsonIntegrator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds of the evidence of a loss (Knoblauch et al. 2022, Theorems 8 to 10), of the loss ½h(θ − m)² and the prior N(0.3, 0.8²). */
class EvidenceBoundTest {

    private static final double H = 4;
    private static final double M = 1.2;
    private static final GaussianPrior PRIOR = new GaussianPrior(new double[] {0.3}, new double[] {1 / 0.64});

    private static GaussianPosterior posterior(double mean, double precision) {
        return new DiagonalGaussian(new double[] {mean}, new double[] {precision});
    }

    private static double integral(DoubleUnaryOperator f) {
        return new SimpsonIntegrator(1e-11, 1e-11, 3, 24).integrate(1 << 24, f::applyAsDouble, -12, 12);
    }

    private static double density(double x, double mean, double precision) {
        return Math.sqrt(precision / (2 * Math.PI)) * Math.exp(-0.5 * precision * (x - mean) * (x - mean));
    }

    private static double prior(double x) {
        return density(x, 0.3, 1 / 0.64);
    }

    private static double loss(double x) {
        return 0.5 * H * (x - M) * (x - M);
    }

    private static double expectedLoss(GaussianPosterior q) {
        double off = q.mean()[0] - M;
        return 0.5 * H * (off * off + q.sd()[0] * q.sd()[0]);
    }

    private static double evidence(double power) {
        return Math.log(integral(x -> prior(x) * Math.exp(-power * loss(x)))) / power;
    }

    private static EvidenceBound bound(Divergence divergence, GaussianPosterior q) {
        return Objects.requireNonNull(divergence.evidenceBound(expectedLoss(q), q, PRIOR));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.8, 1.2, 1.5, 2, 3})
    void noPosterior_hasABoundAboveTheEvidence(double order) {
        Divergence[] divergences = {
            new RenyiDivergence(order),
            new BetaDivergence(order),
            new GammaDivergence(order),
            new KullbackLeibler(order)
        };
        Random random = new Random(TestSeed.of("evidence bounds"));
        for (Divergence divergence : divergences) {
            for (int trial = 0; trial < 20; trial++) {
                GaussianPosterior q = posterior(1 + random.nextGaussian(), 2 + 8 * random.nextDouble());
                EvidenceBound bound = bound(divergence, q);
                boolean weighs = order > 1 || divergence instanceof KullbackLeibler;
                assertEquals(weighs ? order : 1, bound.lossPower());
                assertTrue(
                        bound.value() <= evidence(bound.lossPower()) + 1e-9,
                        divergence.name() + ": " + bound + ", " + TestSeed.replay());
            }
        }
    }

    @Test
    void theDivergenceOfKullbackAndLeibler_reachesItAtThePosteriorOfThePoweredLoss() {
        for (double power : new double[] {0.5, 1, 2}) {
            double precision = 1 / 0.64 + power * H;
            GaussianPosterior exact = posterior((0.3 / 0.64 + power * H * M) / precision, precision);
            assertEquals(
                    evidence(power), bound(new KullbackLeibler(power), exact).value(), 1e-9);
        }
    }

    /** Equation 71, and 75 and 77 with what the papers' objectives leave out. */
    @Test
    void theBounds_areThoseOfTheTheorems() {
        double mean = 0.9;
        double precision = 6;
        GaussianPosterior q = posterior(mean, precision);
        double order = 1.5;
        double own = integral(x -> Math.pow(density(x, mean, precision), order));
        double cross = integral(x -> density(x, mean, precision) * Math.pow(prior(x), order - 1));
        double ratio = integral(x -> Math.pow(density(x, mean, precision), order) * Math.pow(prior(x), 1 - order));
        double logPrior = integral(x -> density(x, mean, precision) * Math.log(prior(x)));
        double loss = expectedLoss(q);
        double renyi = loss + Math.log(ratio) / (order * (order - 1));
        double beta = loss + own / (order * (order - 1)) - cross / (order - 1);
        double gamma = loss + Math.log(own) / (order * (order - 1)) - Math.log(cross) / (order - 1);
        assertEquals(-renyi, bound(new RenyiDivergence(order), q).value(), 1e-8);
        assertEquals(
                -beta + logPrior / order - cross / (order - 1) + 1 / (order * (order - 1)),
                bound(new BetaDivergence(order), q).value(),
                1e-8);
        assertEquals(
                -gamma + logPrior / order - Math.log(cross) / (order - 1),
                bound(new GammaDivergence(order), q).value(),
                1e-8);
    }

    @Test
    void whatIsNotProven_hasNone() {
        GaussianPosterior q = posterior(1, 5);
        assertNull(new AlphaDivergence(0.5).evidenceBound(1, q, PRIOR));
        assertNull(
                new RenyiDivergence(3).evidenceBound(1, posterior(1, 0.5), PRIOR), "an integral that does not exist");
    }
}
