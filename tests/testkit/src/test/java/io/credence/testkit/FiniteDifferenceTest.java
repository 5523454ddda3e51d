package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiniteDifferenceTest {
    private static final double[] POINT = {0.3, -40.0, 2.5};

    private static double function(double[] x) {
        return Math.exp(x[0]) * x[1] + Math.sin(x[2]) * x[1] * x[1];
    }

    private static double[] gradient(double[] x) {
        return new double[] {
            Math.exp(x[0]) * x[1], Math.exp(x[0]) + 2 * Math.sin(x[2]) * x[1], Math.cos(x[2]) * x[1] * x[1]
        };
    }

    private static double[][] hessian(double[] x) {
        double exp = Math.exp(x[0]);
        double sin = Math.sin(x[2]);
        double cos = Math.cos(x[2]);
        return new double[][] {
            {exp * x[1], exp, 0}, {exp, 2 * sin, 2 * cos * x[1]}, {0, 2 * cos * x[1], -sin * x[1] * x[1]}
        };
    }

    @Test
    void gradient_matchesClosedForm() {
        assertArrayEquals(gradient(POINT), FiniteDifference.gradient(FiniteDifferenceTest::function, POINT), 1e-6);
    }

    @Test
    void jacobianOfGradient_isHessian() {
        assertRowsEqual(hessian(POINT), FiniteDifference.jacobian(FiniteDifferenceTest::gradient, POINT), 1e-6);
    }

    @Test
    void hessian_matchesClosedForm() {
        assertRowsEqual(hessian(POINT), FiniteDifference.hessian(FiniteDifferenceTest::function, POINT), 1e-3);
    }

    @Test
    void point_isLeftUnchanged() {
        double[] point = POINT.clone();
        FiniteDifference.hessian(x -> x[0] = 7, point);
        FiniteDifference.jacobian(FiniteDifferenceTest::gradient, point);
        assertArrayEquals(POINT, point);
    }

    private static void assertRowsEqual(double[][] expected, double[][] actual, double tolerance) {
        assertEquals(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            assertArrayEquals(expected[i], actual[i], tolerance, "row " + i);
        }
    }
}
