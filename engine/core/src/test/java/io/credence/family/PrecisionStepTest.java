package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of the precision, computed by hand. */
class PrecisionStepTest {

    private static final double[] MEAN = {0.5, -1};

    private static FullGaussian full(double... packed) {
        return FullGaussian.of(JavaDenseKernel.INSTANCE, MEAN, packed);
    }

    private static double[] moved(FullGaussian current, double stepSize, double... target) {
        return current.withPrecisionTowards(target, stepSize).precision();
    }

    private static double[] moved(DiagonalGaussian current, double stepSize, double... target) {
        return current.withPrecisionTowards(target, stepSize).precision();
    }

    @Test
    void fullStepInsideTheCone_isTheWeightedMean() {
        // ½[[2, 1], [1, 3]] + ½[[4, 0], [0, 5]].
        assertClose("P", new double[] {3, 0.5, 4}, moved(full(2, 1, 3), 0.5, 4, 0, 5), 1e-15);
        assertClose("P", new double[] {2.2, 0.9, 3.2}, moved(full(2, 1, 3), 0.1, 4, 0, 5), 1e-15);
        assertClose("P", new double[] {4, 0, 5}, moved(full(2, 1, 3), 1, 4, 0, 5), 1e-15);
    }

    @Test
    void indefiniteTarget_isNotRetractedWhileTheStepStaysInside() {
        // ¾[[1, 0], [0, 1]] + ¼[[−1, 0], [0, 1]].
        assertClose("P", new double[] {0.5, 0, 1}, moved(full(1, 0, 1), 0.25, -1, 0, 1), 1e-15);
    }

    @Test
    void fullStepThatLeavesTheCone_isRetracted() {
        // From the identity ½[I + T²]: T = diag(−3, 1), and at half the step T = diag(−1, 1).
        assertClose("P", new double[] {5, 0, 1}, moved(full(1, 0, 1), 1, -3, 0, 1), 1e-14);
        assertClose("P", new double[] {1, 0, 1}, moved(full(1, 0, 1), 0.5, -3, 0, 1), 1e-14);
        // P = [[2, 1], [1, 2]], T = [[0, 3], [3, 0]]: TP⁻¹T = [[6, −3], [−3, 6]], and half the sum is [[4, −1], [−1,
        // 4]].
        assertClose("P", new double[] {4, -1, 4}, moved(full(2, 1, 2), 1, 0, 3, 0), 1e-14);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 30})
    void anyTarget_leavesAPositiveDefinitePrecision(int d) {
        RandomArrays random = RandomArrays.of("target " + d);
        FullGaussian current =
                FullGaussian.of(JavaDenseKernel.INSTANCE, random.normals(d), Symmetric.pack(random.definite(d), d));
        for (double stepSize : new double[] {0.01, 0.3, 1}) {
            double[] target = Symmetric.pack(random.symmetric(d, 20), d);
            target[0] = -50;
            FullGaussian next = current.withPrecisionTowards(target, stepSize);
            assertNotNull(next, TestSeed.replay());
            assertSame(current.mean(), next.mean());
        }
    }

    @Test
    void targetThatIsNotFinite_givesNoPosterior() {
        assertNull(full(2, 1, 3).withPrecisionTowards(new double[] {4, Double.NaN, 5}, 0.5));
    }

    @Test
    void diagonalStep_isTheWeightedMeanOrItsRetraction() {
        DiagonalGaussian current = new DiagonalGaussian(MEAN, new double[] {2, 4});
        assertArrayEquals(new double[] {3, 3}, moved(current, 0.5, 4, 2));
        assertArrayEquals(new double[] {4, 2}, moved(current, 1, 4, 2));
        // ½(2 + 6²/2) beside a straight step; ½(4 + 0²/4) on the edge of the cone.
        assertArrayEquals(new double[] {10, 2}, moved(current, 1, -6, 0));
        assertSame(MEAN, current.withPrecisionTowards(new double[] {1, 1}, 1).mean());
    }

    @Test
    void diagonalRetraction_agreesWithTheFullOne() {
        RandomArrays random = RandomArrays.of("diagonal target");
        for (int repetition = 0; repetition < 50; repetition++) {
            double[] p = random.uniforms(2, 0.1, 3);
            double[] target = random.uniforms(2, -9, -1);
            double[] diagonal = moved(new DiagonalGaussian(MEAN, p), 0.9, target);
            double[] packed = moved(full(p[0], 0, p[1]), 0.9, target[0], 0, target[1]);
            boolean retracted = 0.1 * p[0] + 0.9 * target[0] < 0 && 0.1 * p[1] + 0.9 * target[1] < 0;
            assertTrue(retracted, TestSeed.replay());
            assertClose("P", new double[] {packed[0], packed[2]}, diagonal, 1e-13);
            assertEquals(0, packed[1], 1e-13);
        }
    }
}
