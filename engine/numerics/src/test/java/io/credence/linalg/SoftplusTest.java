package io.credence.linalg;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SoftplusTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    /** Below exp(−708.4) the kernel returns zero, where the true value is a number of that size. */
    private static final double UNDERFLOW = 1e-307;

    private static double value(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    private static double slope(double eta) {
        return eta >= 0 ? 1 / (1 + Math.exp(-eta)) : Math.exp(eta) / (1 + Math.exp(eta));
    }

    private static double curvature(double eta) {
        double e = Math.exp(-Math.abs(eta));
        return e / (1 + e) / (1 + e);
    }

    private static Moments at(double... etas) {
        Moments out = Moments.ofCapacity(etas.length);
        KERNEL.softplus(etas, new double[etas.length], 0, etas.length, new double[] {0}, new double[] {1}, out);
        return out;
    }

    private static void assertRelative(String what, double expected, double actual) {
        assertWithin(what, expected, actual, 2e-15 * Math.abs(expected) + UNDERFLOW);
    }

    @Test
    void everyPredictorTo800_isAccurateToRounding() {
        int half = 40_000;
        double[] etas = new double[2 * half + 1];
        for (int i = 0; i < etas.length; i++) {
            etas[i] = 800.0 * (i - half) / half;
        }
        assertAccurate(etas);
    }

    @Test
    void predictorsNearZeroAndNearTheEndOfTheExponent_areAccurate() {
        assertAccurate(
                0, -0.0, 1e-300, -1e-300, 4e-17, -4e-17, 1e-8, -1e-8, 0.34657, -0.34658, 36.7, 37.5, -37.5, 708.3,
                -708.3, 709, -709, 709.9, -709.9, 745.2, -745.2, 1e5, -1e5, 1e300, -1e300);
    }

    private static void assertAccurate(double... etas) {
        Moments out = at(etas);
        for (int i = 0; i < etas.length; i++) {
            assertRelative("value at " + etas[i], value(etas[i]), out.value()[i]);
            assertRelative("slope at " + etas[i], slope(etas[i]), out.slope()[i]);
            assertRelative("curvature at " + etas[i], curvature(etas[i]), out.curvature()[i]);
        }
    }

    @Test
    void predictorsThatAreNotFinite_showInTheValue() {
        Moments out = at(Double.NaN, Double.POSITIVE_INFINITY);
        assertEquals(Double.NaN, out.value()[0]);
        assertEquals(Double.NaN, out.slope()[0]);
        assertEquals(Double.NaN, out.curvature()[0]);
        assertEquals(Double.POSITIVE_INFINITY, out.value()[1]);
    }

    @Test
    void averageOverNodes_coversTheRangeAndNothingElse() {
        int begin = 5;
        int count = 600;
        RandomArrays random = RandomArrays.of("softplus");
        double[] mean = random.uniforms(begin + count + 3, -20, 20);
        double[] sd = random.uniforms(begin + count + 3, 0, 5);
        double[] nodes = {-1.7, 0, 0.3};
        double[] weights = {0.2, 0.5, 0.3};
        Moments out = Moments.ofCapacity(begin + count + 3);
        Arrays.fill(out.value(), 7);
        KERNEL.softplus(mean, sd, begin, count, nodes, weights, out);
        for (int i = 0; i < mean.length; i++) {
            boolean within = i >= begin && i < begin + count;
            double value = within ? 0 : 7;
            double slope = 0;
            double curvature = 0;
            for (int k = 0; within && k < nodes.length; k++) {
                value += weights[k] * value(mean[i] + sd[i] * nodes[k]);
                slope += weights[k] * slope(mean[i] + sd[i] * nodes[k]);
                curvature += weights[k] * curvature(mean[i] + sd[i] * nodes[k]);
            }
            assertRelative("value", value, out.value()[i]);
            assertRelative("slope", slope, out.slope()[i]);
            assertRelative("curvature", curvature, out.curvature()[i]);
        }
    }
}
