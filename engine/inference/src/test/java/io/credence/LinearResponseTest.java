package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.summary.LinearResponseSummary;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The covariance of linear response against that of fits with a full covariance. */
class LinearResponseTest {

    private static final int ROWS = 400;

    /** Two columns with a correlation of 0.8. */
    private static Rows rows(String family) {
        Random random = new Random(3);
        double[][] x = new double[ROWS][2];
        double[] y = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            x[i][0] = random.nextGaussian();
            x[i][1] = 0.8 * x[i][0] + 0.6 * random.nextGaussian();
            double eta = 0.3 + 0.5 * x[i][0] - 0.4 * x[i][1];
            y[i] = switch (family) {
                case "gaussian" -> eta + 0.7 * random.nextGaussian();
                case "poisson" -> Math.rint(Math.exp(eta) + Math.abs(random.nextGaussian()));
                default -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            };
        }
        return Rows.of(x, y);
    }

    private static Inference of(String family) {
        Inference requested =
                Inference.of(family).prior("normal", Map.of("sd", 2.0)).with("check.loo", "false");
        return family.equals("gaussian") ? requested.with("model.dispersion", 0.49) : requested;
    }

    private static LinearResponseSummary linearResponse(Inference requested, Rows rows) {
        LinearResponseSummary found =
                requested.posterior("gaussian-diagonal").fit(rows).linearResponse();
        assertNotNull(found);
        return found;
    }

    @Test
    void normalModel_hasItsExactCovariance() {
        Rows rows = rows("gaussian");
        Fit full = of("gaussian").fit(rows);
        LinearResponseSummary found = linearResponse(of("gaussian"), rows);
        assertArrayEquals(full.posterior().covariance(), found.coefficients().covariance(), 1e-9);
        assertArrayEquals(full.posterior().mean(), found.coefficients().mean(), 1e-6);
        assertTrue(found.isMaterial(), "largest " + found.largestSdChange());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void exactFits_haveTheSdsOfAFullCovariance(String family) {
        Rows rows = rows(family);
        assertSds(of(family).fit(rows), linearResponse(of(family), rows), 0.03);
    }

    /** By draws, with second derivatives and by differences of gradients. */
    @ParameterizedTest
    @ValueSource(strings = {"student-t", "laplace"})
    void fitsByDraws_haveThemToo(String prior) {
        Rows rows = rows("bernoulli");
        Inference requested =
                Inference.of("bernoulli").prior(prior, Map.of("scale", 1.0)).with("check.loo", "false");
        assertSds(requested.fit(rows), linearResponse(requested, rows), 0.06);
    }

    private static void assertSds(Fit full, LinearResponseSummary found, double relative) {
        double[] expected = full.posterior().sd();
        for (int j = 0; j < expected.length; j++) {
            assertEquals(
                    expected[j],
                    found.coefficients().sd()[j],
                    relative * expected[j],
                    full.names().get(j));
        }
    }

    @Test
    void fullCovariances_needNone() {
        assertNull(of("bernoulli").fit(rows("bernoulli")).linearResponse());
    }

    @Test
    void uncheckedFits_haveNone() {
        Inference requested = of("bernoulli").posterior("gaussian-diagonal").with("check.khat", false);
        assertNull(requested.fit(rows("bernoulli")).linearResponse());
    }
}
