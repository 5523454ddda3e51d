package io.credence.family.law;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.NormalTail;
import java.util.ArrayList;
import java.util.List;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.GaussIntegratorFactory;
import org.junit.jupiter.api.Test;

class ScalarQuantileTest {

    private static final double[] SHAPES = {1e-3, 0.02, 0.1, 0.5, 1, 7, 300, 1e6};
    private static final double[] NORMALS = {
        -20, -8.5, -8, -5.3, -3, -2.5, -1.6, -1, -0.5, -0.2, -1e-3, 0, 1e-3, 0.3, 0.5, 0.9, 1.5, 2, 2.6, 3.2, 4, 6.7, 8,
        12, 30
    };

    private static List<ScalarLaw> laws() {
        List<ScalarLaw> laws = new ArrayList<>();
        for (double a : SHAPES) {
            laws.add(new LogGammaLaw(a, 3));
            for (double b : SHAPES) {
                laws.add(new LogitBetaLaw(a, b));
            }
        }
        return laws;
    }

    /** Each draw's own integrals over its tail, in many short panels, of z that has been found. */
    @Test
    void drawsAndDerivatives_areThoseOfAQuadratureOfEachTail() {
        for (ScalarLaw law : laws()) {
            ScalarQuantile quantile = new ScalarQuantile(law);
            double width = 1 / Math.sqrt(-law.curvature());
            for (double epsilon : NORMALS) {
                String what = law + ", ε = " + epsilon;
                double side = epsilon < 0 ? -1 : 1;
                double z = quantile.at(epsilon);
                double[] tail = tail(law, z, side);
                double excess = law.logDensity(z) + Math.log(tail[0]) - NormalTail.logCdf(-Math.abs(epsilon));
                assertEquals(0, excess * tail[0] / width, 1e-9, () -> "z of " + what);
                double[] slopes = quantile.derivatives(epsilon);
                assertEquals(1, slopes[0] / (side * tail[1]), 1e-7, () -> "∂z/∂a of " + what);
                assertEquals(1, slopes[1] / (side * tail[2]), 1e-7, () -> "∂z/∂b of " + what);
            }
        }
    }

    /** Integrals of f, f ∂log f/∂a and f ∂log f/∂b from z on to that side, over f(z). */
    private static double[] tail(ScalarLaw law, double z, double side) {
        GaussIntegrator rule = new GaussIntegratorFactory().legendre(20);
        double width = 1 / Math.sqrt(-law.curvature());
        double[] expected = law.expectedStatistics();
        double[] sums = new double[3];
        double base = law.logDensity(z);
        double highest = base;
        double from = z;
        while (law.logDensity(from) > highest - 60) {
            double toMode = side * (law.location() - from);
            double length = Math.max(0.2 * Math.min(1, width), 0.3 * Math.abs(toMode));
            if (toMode > 0) {
                length = Math.min(length, toMode);
            } else {
                length = Math.min(length, 2 / Math.abs(law.logDensitySlope(from + side * 1e-3 * width)));
            }
            for (int k = 0; k < rule.getNumberOfPoints(); k++) {
                double at = from + side * 0.5 * length * (1 + rule.getPoint(k));
                double share = 0.5 * length * rule.getWeight(k) * Math.exp(law.logDensity(at) - base);
                double[] statistics = law.statistics(at);
                sums[0] += share;
                sums[1] += share * (statistics[0] - expected[0]);
                sums[2] += share * (statistics[1] - expected[1]);
            }
            from += side * length;
            highest = Math.max(highest, law.logDensity(from));
        }
        return sums;
    }

    @Test
    void draw_isTheSameToTheBitWhateverWasDrawnBefore() {
        for (ScalarLaw law : laws()) {
            ScalarQuantile upwards = new ScalarQuantile(law);
            ScalarQuantile downwards = new ScalarQuantile(law);
            for (int i = 0; i < NORMALS.length; i++) {
                upwards.at(NORMALS[i]);
                downwards.at(NORMALS[NORMALS.length - 1 - i]);
            }
            for (double epsilon : NORMALS) {
                ScalarQuantile alone = new ScalarQuantile(law);
                double[] slopes = alone.derivatives(epsilon);
                for (ScalarQuantile other : List.of(upwards, downwards, ScalarQuantile.of(law))) {
                    assertEquals(alone.at(epsilon), other.at(epsilon), () -> law + ", ε = " + epsilon);
                    assertArrayEquals(slopes, other.derivatives(epsilon), () -> law + ", ε = " + epsilon);
                }
            }
        }
    }

    /** z = log y − log b where y has the rate 1. */
    @Test
    void derivativeInTheRate_isThatOfAScale() {
        for (double shape : SHAPES) {
            for (double epsilon : NORMALS) {
                double slope = ScalarQuantile.of(new LogGammaLaw(shape, 3)).derivatives(epsilon)[1];
                assertEquals(-1.0 / 3, slope, 1e-9, () -> "shape " + shape + ", ε = " + epsilon);
            }
        }
    }

    @Test
    void mirroredBeta_hasMirroredDraws() {
        for (double a : SHAPES) {
            for (double b : SHAPES) {
                ScalarLaw law = new LogitBetaLaw(a, b);
                ScalarQuantile quantile = ScalarQuantile.of(law);
                ScalarQuantile mirrored = ScalarQuantile.of(new LogitBetaLaw(b, a));
                for (double epsilon : NORMALS) {
                    double sum = quantile.at(epsilon) + mirrored.at(-epsilon);
                    assertEquals(0, sum * Math.sqrt(-law.curvature()), 1e-9, () -> law + ", ε = " + epsilon);
                }
            }
        }
    }

    @Test
    void draws_riseWithTheNormalNumberIntoDeepTails() {
        for (ScalarLaw law : laws()) {
            double last = Double.NEGATIVE_INFINITY;
            for (double epsilon = -39.5; epsilon < 39.6; epsilon += 0.173) {
                double z = ScalarQuantile.of(law).at(epsilon);
                assertTrue(z > last && z < Double.POSITIVE_INFINITY, law + ", ε = " + epsilon + ": " + z);
                last = z;
            }
        }
    }

    @Test
    void peak_isTheDensityAtTheMode() {
        for (ScalarLaw law : laws()) {
            double tolerance = 1e-15 * (1 + (law.a() + law.b()) * (1 + Math.abs(law.location())));
            assertEquals(law.logDensity(law.location()), law.logDensityAtMode(), 10 * tolerance, law::toString);
        }
    }
}
