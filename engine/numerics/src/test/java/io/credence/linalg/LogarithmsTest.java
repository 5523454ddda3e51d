package io.credence.linalg;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

/** The Java kernel's functions of arrays against java.lang.Math. */
class LogarithmsTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final double[] EDGES = {
        0,
        -0.0,
        1,
        -1,
        709.78,
        709.79,
        1e300,
        -708,
        -720,
        -744,
        -746,
        -1e300,
        0.34657359,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        Double.MIN_VALUE
    };

    private static double[] points(double from, double to) {
        double[] points = RandomArrays.of("points").uniforms(1000, from, to);
        System.arraycopy(EDGES, 0, points, 300, EDGES.length);
        return points;
    }

    @Test
    void exp_isThatOfMath() {
        for (double range : new double[] {1e-3, 1, 40, 760}) {
            double[] x = points(-range, range);
            double[] out = new double[x.length];
            KERNEL.exp(x, 3, x.length - 3, out);
            assertEquals(0, out[2]);
            for (int i = 3; i < x.length; i++) {
                double expected = Math.exp(x[i]);
                if (Double.isFinite(expected)) {
                    assertWithin("exp " + x[i], expected, out[i], 3e-16 * expected + 2 * Double.MIN_VALUE);
                } else {
                    assertEquals(expected, out[i], "exp " + x[i]);
                }
            }
        }
    }

    @Test
    void log1p_isThatOfMath() {
        for (double range : new double[] {1e-12, 1e-3, 1, 100, 1e12}) {
            double[] x = points(0, range);
            for (int i = 0; i < x.length; i++) {
                x[i] = Math.abs(x[i]);
            }
            double[] out = new double[x.length];
            KERNEL.log1p(x, 3, x.length - 3, out);
            assertEquals(0, out[2]);
            for (int i = 3; i < x.length; i++) {
                double expected = Math.log1p(x[i]);
                if (Double.isFinite(expected)) {
                    assertWithin("log1p " + x[i], expected, out[i], 1e-15 * expected);
                } else {
                    assertEquals(expected, out[i], "log1p " + x[i]);
                }
            }
        }
    }

    @Test
    void softplusAtPoints_isThatOfExpectationsWithoutSpread() {
        double[] x = points(-50, 50);
        double[] value = new double[x.length];
        double[] slope = new double[x.length];
        Moments expected = Moments.ofCapacity(x.length);
        KERNEL.softplus(x, 3, x.length - 3, value, slope);
        KERNEL.softplus(x, new double[x.length], 3, x.length - 3, new double[1], new double[] {1}, expected);
        for (int i = 0; i < x.length; i++) {
            assertEquals(expected.value()[i], value[i], "softplus " + x[i]);
            assertEquals(expected.slope()[i], slope[i], "slope at " + x[i]);
        }
    }

    @Test
    void logisticLosses_areSoftplusLessTheLabelsShare() {
        double[] eta = points(-50, 50);
        double[] labels = RandomArrays.of("labels").uniforms(300, 0, 1);
        double[] value = new double[1000];
        double[] slope = new double[1000];
        double[] softplus = new double[1000];
        double[] sigmoid = new double[1000];
        KERNEL.logistic(
                new MatrixView(eta, 5, 3, 300, 310),
                labels,
                new MatrixView(value, 0, 3, 300, 320),
                new MatrixView(slope, 7, 3, 300, 301));
        KERNEL.softplus(eta, 0, 1000, softplus, sigmoid);
        for (int s = 0; s < 3; s++) {
            for (int i = 0; i < 300; i++) {
                int at = 5 + s * 310 + i;
                assertEquals(softplus[at] - labels[i] * eta[at], value[s * 320 + i], "at " + eta[at]);
                assertEquals(sigmoid[at] - labels[i], slope[7 + s * 301 + i], "slope at " + eta[at]);
            }
        }
        assertEquals(0, value[300]);
    }
}
