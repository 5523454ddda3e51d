package io.credence.diagnostic;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.DrawFits;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.objective.DivergenceObjective;
import io.credence.risk.EntropicRisk;
import io.credence.risk.NamedRisks;
import io.credence.risk.RowReduction;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second-order term that a risk of rows takes off where their losses still fall. */
class FlatnessEstimatorTest {

    private static final double[] MEAN = {0.3, -0.4, 0.2};
    private static final double[] PRECISION = {40, 5, 60, -3, 8, 50};

    private static double of(RowReduction risk, GaussianPosterior q) {
        io.credence.fit.Rows rows = DrawFits.rows("bernoulli");
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(3, 16), Fits.KERNEL, 1)) {
            Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false)
                    .with(new DivergenceObjective(KullbackLeibler.PLAIN, risk));
            FlatnessEstimator estimator = FlatnessEstimator.of(problem, backend);
            return estimator == null ? Double.NaN : estimator.of(q);
        }
    }

    /** A row's gradient is f′x and its Hessian f″xxᵀ, so that its term is −½ γ f′² v/(1 + γ f″ v), v = xᵀSx. */
    private static double direct(double gamma, GaussianPosterior q) {
        io.credence.fit.Rows rows = DrawFits.rows("bernoulli");
        double[] covariance = q.covariance();
        double sum = 0;
        for (int i = 0; i < rows.labels().length; i++) {
            double[] x = rows.features()[i];
            double variance = 0;
            for (int j = 0; j < x.length; j++) {
                variance += covariance.length == x.length ? x[j] * covariance[j] * x[j] : 0;
                for (int k = 0; k < x.length && covariance.length > x.length; k++) {
                    variance += x[j] * covariance[j * x.length + k] * x[k];
                }
            }
            double p = 1 / (1 + Math.exp(-rows.predictor(i, q.mean())));
            double slope = p - rows.labels()[i];
            sum -= 0.5 * gamma * slope * slope * variance / (1 + gamma * p * (1 - p) * variance);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 1, 2})
    void term_isThatOfEquation22(double gamma) {
        GaussianPosterior full = FullGaussian.of(Fits.KERNEL, MEAN, PRECISION);
        GaussianPosterior diagonal = new DiagonalGaussian(MEAN, new double[] {40, 60, 50});
        for (GaussianPosterior q : new GaussianPosterior[] {full, diagonal}) {
            double expected = direct(gamma, q);
            assertWithin("entropic risk", expected, of(new EntropicRisk(gamma), q), 1e-10 * Math.abs(expected));
            assertWithin(
                    "mean-variance",
                    expected,
                    of(NamedRisks.of("mean-variance", Map.of("c", gamma / 2)), q),
                    1e-10 * Math.abs(expected));
        }
        assertEquals(Double.NaN, of(NamedRisks.of("conditional-value-at-risk", Map.of("level", 0.5)), full));
    }

    /** Of a risk alone, coefficients and dispersion together. */
    @Test
    void fit_reportsIt() {
        double[][] features = {{1, 0}, {2, 1}, {-1, 1}, {0.5, -2}, {1.5, 0.3}, {-0.7, 0.4}};
        Rows rows = Rows.of(features, new double[] {1, 0, 1, 0, 1, 1});
        Inference inference = Inference.of("gaussian")
                .seed(3)
                .with("prior.dispersion.shape", 3)
                .with("prior.dispersion.scale", 1);
        Fit risk = inference.objective("entropic-risk", Map.of("gamma", 1.0)).fit(rows);
        assertTrue(risk.findings().objectiveFindings().flatness() < 0);
        assertEquals(
                Double.NaN, inference.fit(rows).findings().objectiveFindings().flatness());
    }
}
