package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.testkit.FiniteDifference;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogInverseGammaTest {

    private static final double STEP = 0.002;

    @ParameterizedTest
    @CsvSource({"0.5, 0.2", "3, 1", "40, 11", "1, 1000"})
    void density_integratesToOneAndHasTheMoments(double shape, double scale) {
        LogInverseGamma prior = new LogInverseGamma(1, shape, scale);
        double mass = 0;
        double inverse = 0;
        for (double log = -15; log < 70; log += STEP) {
            double density = Math.exp(prior.logDensity(new double[] {7, log}));
            mass += STEP * density;
            inverse += STEP * density * Math.exp(-log);
        }
        assertClose("mass", 1, mass, 1e-12);
        assertClose("E 1/φ", shape / scale, inverse, 1e-12);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-4, -0.3, 0, 2.5})
    void gradient_isThatOfTheDensityAndIsAdded(double log) {
        LogInverseGamma prior = new LogInverseGamma(2, 3, 1.7);
        double[] theta = {1, -1, log, 5};
        double[] gradient = {10, 20, 30, 40};
        prior.addGradient(theta, gradient);
        double[] expected = FiniteDifference.gradient(prior::logDensity, theta);
        double[] start = {10, 20, 30, 40};
        for (int j = 0; j < 4; j++) {
            expected[j] += start[j];
        }
        assertArrayEquals(expected, gradient, 1e-7);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void parametersThatAreNotPositive_areRefused(double value) {
        assertThrows(IllegalArgumentException.class, () -> new LogInverseGamma(0, value, 1));
        assertThrows(IllegalArgumentException.class, () -> new LogInverseGamma(0, 1, value));
    }

    /** Pr(φ ≤ x) = Q(a, b/x), the regularised upper incomplete gamma function. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.2", "3, 1", "40, 11", "5000, 4000"})
    void quantile_hasItsProbabilityBelow(double shape, double scale) {
        InverseGamma factor = new InverseGamma(shape, scale);
        for (double p : new double[] {1e-6, 0.01, 0.3, 0.5, 0.9, 0.999}) {
            double below = Gamma.regularizedGammaQ(shape, scale / factor.quantile(p));
            assertClose("p " + p, 1, below / p, 1e-6);
        }
    }
}
