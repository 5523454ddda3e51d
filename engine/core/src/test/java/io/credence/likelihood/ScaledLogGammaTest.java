package io.credence.likelihood;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.autodiff.Polygamma;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

class ScaledLogGammaTest {

    @Test
    void values_areThoseOfGammaAndPolygamma() {
        double[] out = new double[3];
        for (double x : new double[] {1e-300, 1e-9, 0.013, 0.5, 1, 1.4616, 2, 3.7, 9.99, 10, 11.3, 250, 1e6}) {
            ScaledLogGamma.writeDerivatives(x, out);
            assertWithin("log Γ of " + x, Gamma.logGamma(x), out[0], 4e-15 * Math.max(1, Math.abs(out[0])));
            double slope = x < 1e-100 ? -1 : x * Polygamma.of(0, x);
            double curvature = x < 1e-100 ? 1 : x * x * Polygamma.of(1, x);
            assertWithin("xψ of " + x, slope, out[1], 4e-15 * Math.max(1, Math.abs(slope)));
            assertWithin("x²ψ′ of " + x, curvature, out[2], 4e-15 * Math.max(1, curvature));
        }
    }

    @Test
    void ofZero_areLimits() {
        double[] out = new double[3];
        ScaledLogGamma.writeDerivatives(0, out);
        assertEquals(Double.POSITIVE_INFINITY, out[0]);
        assertEquals(-1, out[1]);
        assertEquals(1, out[2]);
    }
}
