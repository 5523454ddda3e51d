package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalQuantileTest {

    /** From mpmath with 40 digits, {@code findroot} on {@code ncdf}; beside the limits of the three ratios too. */
    @ParameterizedTest
    @CsvSource({
        "0.5, 0.0",
        "0.25, -0.674489750196081743",
        "0.9, 1.28155156554460059",
        "0.075, -1.43953147093845593",
        "0.0749999, -1.43953217737590059",
        "0.925, 1.43953147093845623",
        "0.9250001, 1.43953217737590049",
        "0.001, -3.09023230616781354",
        "0.999, 3.09023230616781328",
        "1.3887943864964021e-11, -6.65790464350110358",
        "1.38e-11, -6.65883850285076553",
        "1e-12, -7.03448382530113193",
        "1.1102230246251565e-16, -8.20953615160138686",
        "0.9999999999999999, 8.20953615160138686",
        "1e-100, -21.2734535609653243",
        "1e-300, -37.0470962993611992"
    })
    void quantiles_areThoseOfTheDistribution(double p, double quantile) {
        assertEquals(quantile, NormalQuantile.at(p), 4e-16 * Math.max(1e-300, Math.abs(quantile)));
    }

    @Test
    void probabilities_comeBack() {
        NormalDistribution normal = new NormalDistribution();
        for (int i = 1; i < 2000; i++) {
            double p = i / 2000.0;
            assertEquals(p, normal.cumulativeProbability(NormalQuantile.at(p)), 1e-15);
            double inTail = Math.pow(2, -i / 2.0);
            assertEquals(1, normal.cumulativeProbability(NormalQuantile.at(inTail)) / inTail, 1e-11);
        }
    }

    @Test
    void quantiles_areSymmetricAndRise() {
        double before = Double.NEGATIVE_INFINITY;
        for (int i = 1; i < 4096; i++) {
            double quantile = NormalQuantile.at(i / 4096.0);
            assertEquals(0.0, quantile + NormalQuantile.at((4096 - i) / 4096.0));
            assertTrue(quantile > before, "at " + i);
            before = quantile;
        }
    }

    @Test
    void endsAndOutside_areInfiniteAndNoNumber() {
        assertEquals(Double.NEGATIVE_INFINITY, NormalQuantile.at(0));
        assertEquals(Double.POSITIVE_INFINITY, NormalQuantile.at(1));
        assertEquals(Double.NaN, NormalQuantile.at(-0.1));
        assertEquals(Double.NaN, NormalQuantile.at(1.1));
        assertEquals(Double.NaN, NormalQuantile.at(Double.NaN));
    }
}
