package io.credence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.NormalInverseGamma;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

/** Normal regressions under prior.kind = conjugate: coefficients as wide as σ (Knoblauch et al. 2022, equation 79). */
class ConjugateFitTest {

    private static final int COLUMNS = 3;
    private static final double PRIOR_SD = 5;
    private static final double SHAPE = 3;
    private static final double SCALE = 2;

    private final RandomArrays random = RandomArrays.of("conjugate fits");
    private final double[][] features = new double[40][];
    private final double[] labels = new double[features.length];

    ConjugateFitTest() {
        for (int i = 0; i < labels.length; i++) {
            double[] z = random.normals(COLUMNS);
            features[i] = new double[] {z[0], 0.9 * z[0] + 0.4 * z[1]};
            labels[i] = 1 + 2 * features[i][0] + 3 * features[i][1] + 2 * z[2];
        }
    }

    private Fit fit(Map<String, ?> choices) {
        Map<String, Object> all = new LinkedHashMap<>(choices);
        Inference inference = Inference.of("gaussian")
                .prior("conjugate", Map.of("sd", PRIOR_SD, "dispersion.shape", SHAPE, "dispersion.scale", SCALE));
        for (Map.Entry<String, Object> choice : all.entrySet()) {
            inference = inference.with(choice.getKey(), choice.getValue());
        }
        return inference.fit(Rows.of(features, labels));
    }

    private static NormalInverseGamma law(Fit fit) {
        return (NormalInverseGamma) fit.posterior();
    }

    /** Log evidence, a multivariate Student-t density of the responses. */
    private double logEvidence() {
        int n = labels.length;
        RealMatrix x = MatrixUtils.createRealMatrix(n, COLUMNS);
        for (int i = 0; i < n; i++) {
            x.setRow(i, new double[] {1, features[i][0], features[i][1]});
        }
        RealMatrix spread = x.multiply(x.transpose())
                .scalarMultiply(PRIOR_SD * PRIOR_SD)
                .add(MatrixUtils.createRealIdentityMatrix(n));
        CholeskyDecomposition root = new CholeskyDecomposition(spread, 1e-9, 1e-14);
        RealVector y = MatrixUtils.createRealVector(labels);
        double squares = y.dotProduct(root.getSolver().solve(y));
        return Gamma.logGamma(SHAPE + 0.5 * n)
                - Gamma.logGamma(SHAPE)
                - 0.5 * (n * Math.log(2 * Math.PI * SCALE) + Math.log(root.getDeterminant()))
                - (SHAPE + 0.5 * n) * Math.log1p(0.5 * squares / SCALE);
    }

    @Test
    void jointFamily_isTheExactPosterior() {
        Fit fit = fit(Map.of("posterior.family", "normal-inverse-gamma"));
        assertTrue(
                fit.isConverged() && fit.isReliable(), () -> fit.reliability().text());
        assertClose(
                "evidence", logEvidence(), Objects.requireNonNull(fit.result().elbo()), 1e-10);
        assertEquals(2, fit.result().iterations());
        double largest = 0;
        for (double weight : Objects.requireNonNull(fit.result().weights()).logWeights()) {
            largest = Math.max(largest, Math.abs(weight - logEvidence()));
        }
        assertEquals(0, largest, 1e-8, "log weights of exact draws");
    }

    /** The density of the prior is one of the ordinary fits, too. */
    @Test
    void fitByDraws_isNearTheExactPosterior() {
        Fit exact = fit(Map.of("posterior.family", "normal-inverse-gamma"));
        Fit drawn = fit(Map.of());
        assertTrue(
                drawn.isConverged() && drawn.isReliable(),
                () -> drawn.reliability().text());
        for (int j = 0; j <= COLUMNS; j++) {
            double sd = exact.posterior().sd()[j];
            assertEquals(exact.posterior().mean()[j], drawn.posterior().mean()[j], 0.1 * sd);
            assertEquals(1, drawn.posterior().sd()[j] / sd, 0.07);
        }
        Fit family = fit(Map.of("posterior.family", "normal-inverse-gamma", "estimator.kind", "reparameterized"));
        for (int j = 0; j <= COLUMNS; j++) {
            double sd = exact.posterior().sd()[j];
            assertEquals(exact.posterior().mean()[j], family.posterior().mean()[j], 0.1 * sd);
            assertEquals(1, family.posterior().sd()[j] / sd, 0.07);
        }
    }

    @Test
    void independentCoefficients_areWidenedByOrdersBelowOne() {
        Map<String, String> diagonal =
                Map.of("posterior.family", "normal-inverse-gamma", "posterior.covariance", "diagonal");
        Fit exact = fit(Map.of("posterior.family", "normal-inverse-gamma"));
        Fit narrow = fit(diagonal);
        assertTrue(law(narrow).isDiagonal());
        assertArrayEquals(law(exact).location(), law(narrow).location(), 1e-9);
        assertTrue(narrow.posterior().sd()[1] < 0.6 * exact.posterior().sd()[1]);
        assertFalse(narrow.isReliable());
        Map<String, Object> renyi = new LinkedHashMap<>(diagonal);
        renyi.putAll(Map.of(
                "objective.kind", "gvi", "objective.divergence.kind", "renyi", "objective.divergence.alpha", 0.5));
        Fit wide = fit(renyi);
        assertTrue(wide.isConverged(), () -> wide.result().stopReason());
        assertTrue(wide.posterior().sd()[1] > 1.2 * narrow.posterior().sd()[1]);
    }

    /** A published method is a set of keys, none of which asks for draws; keys of draws are heeded. */
    @Test
    void closedForm_isLeftForDrawsWhereTheseAreRequested() {
        Map<String, String> family = Map.of("posterior.family", "normal-inverse-gamma");
        Map<String, Object> method = new LinkedHashMap<>(family);
        method.putAll(Map.of("method", "gvi", "objective.divergence.kind", "gamma", "objective.divergence.gamma", 0.9));
        Fit gvi = fit(method);
        assertNull(gvi.result().drawNoise());
        assertTrue(gvi.result().iterations() <= 3, "steps: " + gvi.result().iterations());
        Map<String, Object> draws = new LinkedHashMap<>(family);
        draws.putAll(Map.of("update.kind", "adam", "stop.maxIterations", 50));
        assertNotNull(fit(draws).result().drawNoise());
    }

    /** A change of the response's unit changes coefficients and σ alike where the scale of the dispersion follows. */
    @Test
    void unitOfTheResponse_changesNothingElse() {
        Inference inference = Inference.of("gaussian")
                .with("prior.kind", "conjugate")
                .with("posterior.family", "normal-inverse-gamma");
        double[] hundredfold = Arrays.stream(labels).map(y -> 128 * y).toArray();
        Fit one = inference.fit(Rows.of(features, labels));
        Fit other = inference.fit(Rows.of(features, hundredfold));
        for (int j = 0; j < COLUMNS; j++) {
            assertClose(
                    "mean", 128 * one.posterior().mean()[j], other.posterior().mean()[j], 1e-6);
            assertClose("sd", 128 * one.posterior().sd()[j], other.posterior().sd()[j], 1e-6);
        }
    }
}
