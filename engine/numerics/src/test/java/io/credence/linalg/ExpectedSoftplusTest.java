package io.credence.linalg;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.hipparchus.special.Erf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scale mixture of probits against fine quadrature. */
class ExpectedSoftplusTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    private static Moments at(double[] means, double sd) {
        double[] sds = new double[means.length];
        Arrays.fill(sds, sd);
        Moments out = Moments.ofCapacity(means.length);
        KERNEL.expectedSoftplus(means, sds, 0, means.length, out);
        return out;
    }

    /** Value, slope and curvature of log(1 + e^η). */
    private static double[] softplus(double eta) {
        double e = Math.exp(-Math.abs(eta));
        double rest = e / (1 + e);
        return new double[] {Math.max(eta, 0) + Math.log1p(e), eta < 0 ? rest : 1 - rest, rest / (1 + e)};
    }

    /** A trapezoid over the normal variable where it is the narrower one. */
    private static double[] overTheNormal(double mean, double sd) {
        double[] sum = new double[3];
        double step = 0.04;
        for (int k = -250; k <= 250; k++) {
            double z = k * step;
            double weight = step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            double[] at = softplus(mean + sd * z);
            for (int i = 0; i < 3; i++) {
                sum[i] += weight * at[i];
            }
        }
        return sum;
    }

    /** Softplus is E max(0, η + x) of a logistic x, so that the normal variable goes in closed form. */
    private static double[] overTheLogistic(double mean, double sd) {
        double[] sum = new double[3];
        double step = 0.1;
        for (int k = -450; k <= 450; k++) {
            double weight = step * softplus(k * step)[2];
            double z = (mean + k * step) / sd;
            double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
            double tail = 0.5 * Erf.erfc(Math.abs(z) / Math.sqrt(2));
            sum[0] += weight * sd * (Math.max(z, 0) + density - Math.abs(z) * tail);
            sum[1] += weight * (z > 0 ? 1 - tail : tail);
            sum[2] += weight * density / sd;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1e-3, 0.1, 0.5, 0.82, 1.07, 2, 2.9, 3.1, 5, 20, 100, 1e3, 1e4})
    void everyWidth_isExactTo1em12(double sd) {
        double[] means = {
            -1e3, -300, -100, -50, -37.2, -20.6, -11.3, -7, -4.4, -3, -2.1, -1.5, -1, -0.6, -0.3, -0.1, -1e-9, 0, 1e-9,
            0.2, 0.45, 0.8, 1.2, 1.7, 2.5, 3.3, 5, 8.1, 15, 29, 45, 80, 250, 1e3
        };
        Moments out = at(means, sd);
        for (int i = 0; i < means.length; i++) {
            double[] expected = sd < 3 ? overTheNormal(means[i], sd) : overTheLogistic(means[i], sd);
            String where = " at m = " + means[i] + ", sd = " + sd;
            double rounding = 1e-15 * (Math.abs(means[i]) + sd);
            assertWithin("value" + where, expected[0], out.value()[i], 6e-13 + 10 * rounding);
            assertWithin("slope" + where, expected[1], out.slope()[i], 1e-12);
            assertWithin("curvature" + where, expected[2], out.curvature()[i], 4e-12);
        }
    }

    /** Since one function is differentiated, far below the error against the softplus itself. */
    @Test
    void slopeAndCurvature_areDerivativesOfTheValue() {
        RandomArrays random = RandomArrays.of("mixture");
        for (int trial = 0; trial < 50; trial++) {
            double mean = random.uniforms(1, -10, 10)[0];
            double variance = random.uniforms(1, 0.5, 40)[0];
            double[] gradient = FiniteDifference.gradient(
                    x -> at(new double[] {x[0]}, Math.sqrt(x[1])).value()[0], new double[] {mean, variance});
            Moments out = at(new double[] {mean}, Math.sqrt(variance));
            assertWithin("slope", gradient[0], out.slope()[0], 1e-8);
            assertWithin("curvature", 2 * gradient[1], out.curvature()[0], 1e-8);
        }
    }

    @Test
    void farOutAndNotANumber_giveTheirLimits() {
        double infinity = Double.POSITIVE_INFINITY;
        Moments out = at(new double[] {1e300, -1e300, infinity, -infinity, Double.NaN, 0, -0.0}, 2);
        assertEquals(1e300, out.value()[0]);
        assertEquals(0, out.value()[1]);
        assertEquals(infinity, out.value()[2]);
        assertEquals(0, out.value()[3]);
        assertEquals(Double.NaN, out.value()[4]);
        assertEquals(Double.NaN, out.slope()[4]);
        assertEquals(Double.NaN, out.curvature()[4]);
        assertEquals(1, out.slope()[2]);
        assertEquals(0, out.slope()[3]);
        assertWithin("slope at 0", 0.5, out.slope()[5], 1e-15);
        assertWithin("slope at -0", 0.5, out.slope()[6], 1e-15);
        assertEquals(Double.NaN, at(new double[] {1}, Double.NaN).value()[0]);
        assertEquals(Double.NaN, at(new double[] {1}, Double.NaN).curvature()[0]);
    }

    @Test
    void range_isCoveredAndNothingElse() {
        int begin = 5;
        int count = 600;
        double[] mean = RandomArrays.of("range").uniforms(begin + count + 3, -20, 20);
        double[] sd = RandomArrays.of("range of sd").uniforms(begin + count + 3, 0, 5);
        Moments out = Moments.ofCapacity(mean.length);
        Arrays.fill(out.value(), 7);
        KERNEL.expectedSoftplus(mean, sd, begin, count, out);
        for (int i = 0; i < mean.length; i++) {
            boolean within = i >= begin && i < begin + count;
            Moments alone = at(new double[] {mean[i]}, sd[i]);
            assertEquals(within ? alone.value()[0] : 7, out.value()[i], 1e-14);
            assertEquals(within ? alone.slope()[0] : 0, out.slope()[i], 1e-14);
            assertEquals(within ? alone.curvature()[0] : 0, out.curvature()[i], 1e-14);
        }
    }
}
