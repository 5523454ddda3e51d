package io.credence.family.law;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DispersionPosteriorTest {

    private static final DispersionPosterior.InverseGamma PRIOR = new DispersionPosterior.InverseGamma(2.5, 1.7);

    /** Log density of ℓ = log φ. */
    private static double logDensity(DispersionPosterior.InverseGamma q, double log) {
        return q.shape() * Math.log(q.scale())
                - Gamma.logGamma(q.shape())
                - q.shape() * log
                - q.scale() * Math.exp(-log);
    }

    private static double logDensity(LogNormalDispersion q, double log) {
        double z = (log - q.logMean()) / q.logSd();
        return -0.5 * z * z - Math.log(q.logSd()) - 0.5 * Math.log(2 * Math.PI);
    }

    /** E f(ℓ) by a fine trapezoid over ℓ = log φ. */
    private static double expectation(DoubleUnaryOperator logDensity, DoubleUnaryOperator function) {
        double sum = 0;
        double step = 0.001;
        for (int k = -25_000; k <= 40_000; k++) {
            double density = Math.exp(logDensity.applyAsDouble(k * step));
            if (density > 0) {
                sum += step * density * function.applyAsDouble(k * step);
            }
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({"3.1, 0.4", "5, 2", "40, 11", "700, 900"})
    void inverseGamma_matchesQuadrature(double shape, double scale) {
        DispersionPosterior.InverseGamma q = new DispersionPosterior.InverseGamma(shape, scale);
        DoubleUnaryOperator density = log -> logDensity(q, log);
        assertClose("mass", 1, expectation(density, log -> 1), 1e-12);
        assertClose("mean", expectation(density, Math::exp), q.mean(), 1e-11);
        double square = expectation(density, log -> Math.pow(Math.exp(log) - q.mean(), 2));
        // The heavy tail of φ² at shape 3.1 ends the quadrature at 1e-8.
        assertClose("sd", Math.sqrt(square), q.sd(), 1e-8);
        assertClose("E log", expectation(density, log -> log), q.meanLog(), 1e-11);
        assertClose("E 1/φ", expectation(density, log -> Math.exp(-log)), q.meanInverse(), 1e-11);
        double divergence = expectation(density, log -> logDensity(q, log) - logDensity(PRIOR, log));
        assertClose("divergence", divergence, q.divergence(PRIOR), 1e-10);
        assertClose("divergence", divergence, q.divergenceFrom(PRIOR), 1e-10);
        assertClose("divergence from itself", 0, q.divergence(q), 1e-12);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-2.3, 0.05", "1.5, 0.6"})
    void logNormal_matchesQuadrature(double logMean, double logSd) {
        LogNormalDispersion q = new LogNormalDispersion(logMean, logSd);
        DoubleUnaryOperator density = log -> logDensity(q, log);
        assertClose("mean", expectation(density, Math::exp), q.mean(), 1e-12);
        double square = expectation(density, log -> Math.pow(Math.exp(log) - q.mean(), 2));
        assertClose("sd", Math.sqrt(square), q.sd(), 1e-11);
        double divergence = expectation(density, log -> logDensity(q, log) - logDensity(PRIOR, log));
        assertClose("divergence", divergence, q.divergence(PRIOR), 1e-11);
        LogNormalDispersion other = new LogNormalDispersion(0.2, 0.7);
        double between = expectation(density, log -> logDensity(q, log) - logDensity(other, log));
        assertClose("divergence between", between, q.divergenceFrom(other), 1e-11);
        assertEquals(0, q.divergenceFrom(q));
    }

    /** log b − E log φ = ψ(a), computed with mpmath 1.3.0 at 60 digits. */
    @ParameterizedTest
    @CsvSource({
        "0.01, -100.56088545786867", "0.3, -3.5025242222001331", "1, -0.57721566490153286",
        "2.5, 0.70315664064524319", "3, 0.92278433509846714", "9.99, 2.2507003728312011",
        "10, 2.2517525890667211", "49, 3.8815815101625861", "52.5, 3.9512591268545671",
        "1e3, 6.9072551956488121", "1e6, 13.815510057964191"
    })
    void meanLogOfInverseGamma_isAccurateForEveryShape(double shape, double digamma) {
        assertClose("ψ", digamma, -new DispersionPosterior.InverseGamma(shape, 1).meanLog(), 1e-14);
    }

    @Test
    void stepsOfZeroAndOne_areTheEnds() {
        DispersionPosterior.InverseGamma gamma = new DispersionPosterior.InverseGamma(3, 4);
        DispersionPosterior.InverseGamma gammaTarget = new DispersionPosterior.InverseGamma(7, 1);
        assertEquals(gamma, gamma.stepTowards(gammaTarget, 0));
        assertEquals(gammaTarget, gamma.stepTowards(gammaTarget, 1));
        assertEquals(new DispersionPosterior.InverseGamma(5, 2.5), gamma.stepTowards(gammaTarget, 0.5));
        LogNormalDispersion normal = new LogNormalDispersion(1, 0.5);
        LogNormalDispersion normalTarget = new LogNormalDispersion(3, 0.25);
        assertEquals(normal, normal.stepTowards(normalTarget, 0));
        assertEquals(normalTarget, normal.stepTowards(normalTarget, 1));
        // Half-way between precisions 4 and 16 is 10.
        LogNormalDispersion half = (LogNormalDispersion) normal.stepTowards(normalTarget, 0.5);
        assertEquals(2, half.logMean());
        assertEquals(1 / Math.sqrt(10), half.logSd(), 1e-16);
        DispersionPosterior.Known known = new DispersionPosterior.Known(2);
        assertSame(known, known.stepTowards(new DispersionPosterior.Known(3), 1));
    }

    /** The natural-gradient step of KL(q ‖ p) leads to p. */
    @ParameterizedTest
    @MethodSource("pairs")
    void slopeTowardsAnother_isThatOfTheDivergenceFromIt(DispersionPosterior q, DispersionPosterior other) {
        double[] unbounded = q.unboundedCoordinates();
        assertClose(
                "there and back, location",
                unbounded[0],
                q.withUnboundedCoordinates(unbounded).unboundedCoordinates()[0],
                1e-15);
        assertClose(
                "there and back, log width",
                unbounded[1],
                q.withUnboundedCoordinates(unbounded).unboundedCoordinates()[1],
                1e-15);
        double[] slope = q.gradientTowards(other);
        assertEquals(unbounded.length, slope.length);
        for (int j = 0; j < slope.length; j++) {
            double[] above = unbounded.clone();
            double[] below = unbounded.clone();
            above[j] += 1e-5;
            below[j] -= 1e-5;
            double difference = q.withUnboundedCoordinates(above).divergenceFrom(other)
                    - q.withUnboundedCoordinates(below).divergenceFrom(other);
            assertClose("slope in " + j, difference / 2e-5, slope[j], 1e-7);
        }
    }

    private static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of(new DispersionPosterior.InverseGamma(3, 4), new DispersionPosterior.InverseGamma(7, 1)),
                Arguments.of(new DispersionPosterior.InverseGamma(40, 11), PRIOR),
                Arguments.of(new LogNormalDispersion(1, 0.5), new LogNormalDispersion(3, 0.25)),
                Arguments.of(new LogNormalDispersion(-2, 0.1), new LogNormalDispersion(-2.1, 0.3)));
    }

    @Test
    void knownDispersion_hasNoCoordinates() {
        DispersionPosterior.Known known = new DispersionPosterior.Known(2);
        assertEquals(0, known.unboundedCoordinates().length);
        assertEquals(0, known.gradientTowards(new DispersionPosterior.Known(3)).length);
        assertSame(known, known.withUnboundedCoordinates(known.unboundedCoordinates()));
    }

    @Test
    void knownDispersion_hasNoSpreadAndNoDivergence() {
        DispersionPosterior.Known known = new DispersionPosterior.Known(2);
        assertEquals(2, known.mean());
        assertEquals(0, known.sd());
        assertEquals(0, known.divergence(PRIOR));
        assertEquals(0, known.divergenceFrom(new DispersionPosterior.Known(5)));
    }

    @Test
    void momentsThatDoNotExist_areInfinite() {
        assertEquals(Double.POSITIVE_INFINITY, new DispersionPosterior.InverseGamma(1, 1).mean());
        assertEquals(Double.POSITIVE_INFINITY, new DispersionPosterior.InverseGamma(2, 1).sd());
        assertEquals(2, new DispersionPosterior.InverseGamma(1.5, 1).mean());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void parametersThatAreNotPositive_areRefused(double value) {
        assertThrows(IllegalArgumentException.class, () -> new DispersionPosterior.Known(value));
        assertThrows(IllegalArgumentException.class, () -> new DispersionPosterior.InverseGamma(value, 1));
        assertThrows(IllegalArgumentException.class, () -> new DispersionPosterior.InverseGamma(1, value));
        assertThrows(IllegalArgumentException.class, () -> new LogNormalDispersion(0, value));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-3, 0.01", "2.5, 3", "0.5, 1e-3"})
    void nearestInverseGamma_hasTheSameSufficientStatistics(double logMean, double logSd) {
        LogNormalDispersion q = new LogNormalDispersion(logMean, logSd);
        DispersionPosterior.InverseGamma nearest = q.nearestInverseGamma();
        assertClose("mean log", q.meanLog(), nearest.meanLog(), 1e-9);
        assertClose("mean inverse", q.meanInverse(), nearest.meanInverse(), 1e-12);
        for (double factor : new double[] {0.9, 1.1}) {
            DispersionPosterior.InverseGamma wider =
                    new DispersionPosterior.InverseGamma(factor * nearest.shape(), factor * nearest.scale());
            DispersionPosterior.InverseGamma shifted =
                    new DispersionPosterior.InverseGamma(nearest.shape(), factor * nearest.scale());
            assertTrue(q.divergence(nearest) < q.divergence(wider), "wider");
            assertTrue(q.divergence(nearest) < q.divergence(shifted), "shifted");
        }
        assertSame(nearest, nearest.nearestInverseGamma());
        assertThrows(IllegalStateException.class, () -> new DispersionPosterior.Known(2).nearestInverseGamma());
    }
}
