package io.credence.divergence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Closed forms against those with 40 digits, which were checked by quadrature. */
class GoldenDivergencesTest {

    private static Divergence named(String key) {
        int cut = key.indexOf('_');
        return cut < 0
                ? Divergences.named("kl")
                : Divergences.named(key.substring(0, cut), Double.parseDouble(key.substring(cut + 1)));
    }

    private static void assertValue(String what, double expected, double found) {
        if (Double.isInfinite(expected)) {
            assertEquals(expected, found, what);
        } else {
            assertWithin(what, expected, found, 1e-10 * Math.abs(expected));
        }
    }

    private static double[] diagonal(double[] matrix, int d) {
        double[] diagonal = new double[d];
        Arrays.setAll(diagonal, j -> matrix[j * d + j]);
        return diagonal;
    }

    @Test
    void fullCovariances_haveTheGoldenValues() {
        int values = 0;
        for (GoldenDivergences pair : GoldenDivergences.pairs()) {
            GaussianPosterior q = Gaussians.full(pair.mean(), pair.covariance());
            GaussianPosterior prior = Gaussians.full(pair.priorMean(), pair.priorCovariance());
            for (var each : pair.values().entrySet()) {
                String what = each.getKey() + " in " + pair.dimension();
                assertValue(what, each.getValue(), named(each.getKey()).between(q, prior));
                values++;
            }
        }
        assertEquals(15 * 21, values);
    }

    @Test
    void independentCoefficients_haveTheGoldenValuesAndGradients() {
        int gradients = 0;
        for (GoldenDivergences pair : GoldenDivergences.pairs()) {
            if (!pair.diagonal()) {
                continue;
            }
            int d = pair.dimension();
            double[] variances = diagonal(pair.covariance(), d);
            DiagonalGaussian q = Gaussians.diagonal(pair.mean(), variances);
            double[] precision = Gaussians.diagonal(pair.priorMean(), diagonal(pair.priorCovariance(), d))
                    .precision();
            GaussianPrior prior = new GaussianPrior(pair.priorMean(), precision);
            for (var each : pair.values().entrySet()) {
                assertValue(each.getKey(), each.getValue(), named(each.getKey()).between(q, prior));
            }
            for (var each : pair.gradients().entrySet()) {
                Divergence.DivergenceGradient slope = named(each.getKey()).gradient(q, prior);
                double[] found = Arrays.copyOf(slope.meanGradient(), 2 * d);
                for (int j = 0; j < d; j++) {
                    found[d + j] = 2 * variances[j] * slope.covarianceGradient(q)[j];
                }
                double largest =
                        Arrays.stream(each.getValue()).map(Math::abs).max().orElseThrow();
                for (int j = 0; j < 2 * d; j++) {
                    assertWithin(each.getKey() + " slope", each.getValue()[j], found[j], 1e-9 * largest);
                }
                gradients++;
            }
        }
        assertTrue(gradients > 150, "gradients: " + gradients);
    }

    @Test
    void correctedFormulas_haveTheValuesOfTheErrata() {
        DiagonalGaussian q = Gaussians.diagonal(new double[] {0.3}, 0.64);
        DiagonalGaussian prior = Gaussians.diagonal(new double[] {-0.5}, 1.69);
        assertValue(
                "renyi", GoldenDivergences.erratum("renyi_0.5_numeric"), new RenyiDivergence(0.5).between(q, prior));
        assertValue(
                "gamma",
                GoldenDivergences.erratum("eq13_corrected_int_q_pi^(gamma-1)"),
                new GammaDivergence(1.5).between(q, prior));
        assertValue("beta", GoldenDivergences.erratum("beta_1.5_numeric"), new BetaDivergence(1.5).between(q, prior));
        assertValue(
                "alpha",
                GoldenDivergences.erratum("eq8_r=1_beta=2-alpha (alpha-div)"),
                new AlphaBetaGammaDivergence(0.5, 1.5, 1).between(q, prior));
        assertWithin(
                "r to 0",
                GoldenDivergences.erratum("eq8_sign_flipped_r->0"),
                new AlphaBetaGammaDivergence(0.5, 1.5, 1e-8).between(q, prior),
                1e-8);
    }
}
