package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.Serialised;
import io.credence.prior.CoefficientPriors.LaplaceDensity;
import io.credence.testkit.FiniteDifference;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.CauchyDistribution;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.distribution.continuous.LaplaceDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScalarDensityTest {

    private static final double[] POINTS = {-7.3, -1.2, -0.1, 0.4, 1.1, 3.9};

    static Stream<ScalarDensity> densities() {
        return Stream.of(
                new LaplaceDensity(0.3, 2),
                new LaplaceDensity(-1, 0.01),
                new StudentDensity(1, 0.5, 0.7),
                new StudentDensity(0.5, 0, 1),
                new StudentDensity(30, -2, 3),
                new LogHalfCauchy(1),
                new LogHalfCauchy(0.05),
                new LogHalfStudent(3, 2.5),
                new LogHalfStudent(7, 0.05),
                new LogGamma(1, 2.5, 0.4),
                new LogGamma(-1, 3, 1.7),
                new LogGamma(2, 1, 0.5),
                new LogGamma(-2, 0.5, 0.5));
    }

    @ParameterizedTest
    @MethodSource("densities")
    void density_integratesToOne(ScalarDensity density) {
        double centre = density instanceof LaplaceDensity laplace ? laplace.mean() : 0.1;
        assertClose("mass", 1, LineIntegral.of(centre, u -> Math.exp(density.logDensity(u))), 1e-10);
    }

    @ParameterizedTest
    @MethodSource("densities")
    void slope_isThatOfTheLogDensity(ScalarDensity density) {
        for (double u : POINTS) {
            double[] expected = FiniteDifference.gradient(x -> density.logDensity(x[0]), new double[] {u});
            assertClose(density + " at " + u, expected[0], density.slope(u), 1e-7);
        }
    }

    @ParameterizedTest
    @MethodSource("densities")
    void density_isWhatItWas_afterItWasWrittenAndRead(ScalarDensity density) {
        assertEquals(density, Serialised.copy(density));
    }

    @Test
    void densities_areThoseOfALibrary() {
        for (double u : POINTS) {
            double x = Math.exp(u);
            assertClose(
                    "laplace",
                    new LaplaceDistribution(0.3, 2).logDensity(u),
                    new LaplaceDensity(0.3, 2).logDensity(u),
                    1e-13);
            assertClose(
                    "student",
                    new TDistribution(4).logDensity((u - 1) / 2) - Math.log(2),
                    new StudentDensity(4, 1, 2).logDensity(u),
                    1e-12);
            assertClose(
                    "half-Cauchy",
                    new CauchyDistribution(0, 0.6).logDensity(x) + Math.log(2) + u,
                    new LogHalfCauchy(0.6).logDensity(u),
                    1e-13);
            assertClose(
                    "half-Student",
                    new TDistribution(3).logDensity(x / 2.5) + Math.log(2 / 2.5) + u,
                    new LogHalfStudent(3, 2.5).logDensity(u),
                    1e-12);
            assertClose(
                    "gamma of a squared scale",
                    new GammaDistribution(1.5, 2).logDensity(x * x) + Math.log(2) + 2 * u,
                    new LogGamma(2, 1.5, 0.5).logDensity(u),
                    1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-800, -300, 300, 800})
    void tailsOfHalfCauchyAndStudent_areFinite(double u) {
        assertEquals(Math.log(2 / Math.PI) - Math.abs(u), new LogHalfCauchy(1).logDensity(u), 1e-12);
        assertEquals(-Math.signum(u), new LogHalfCauchy(1).slope(u), 1e-15);
        assertEquals(-Math.log(Math.PI) - 2 * Math.log(Math.abs(u)), new StudentDensity(1, 0, 1).logDensity(u), 1e-4);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void scaleThatIsNotPositive_isRefused(double scale) {
        assertThrows(IllegalArgumentException.class, () -> new LaplaceDensity(0, scale));
        assertThrows(IllegalArgumentException.class, () -> new StudentDensity(3, 0, scale));
        assertThrows(IllegalArgumentException.class, () -> new StudentDensity(scale, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new LogHalfCauchy(scale));
        assertThrows(IllegalArgumentException.class, () -> new LogGamma(1, scale, 1));
        assertThrows(IllegalArgumentException.class, () -> new LogGamma(1, 1, scale));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY})
    void centreThatIsNotFinite_isRefused(double centre) {
        assertThrows(IllegalArgumentException.class, () -> new LaplaceDensity(centre, 1));
        assertThrows(IllegalArgumentException.class, () -> new StudentDensity(3, centre, 1));
    }
}
