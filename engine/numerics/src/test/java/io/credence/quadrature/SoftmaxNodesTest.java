package io.credence.quadrature;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoftmaxNodesTest {

    private static double average(SoftmaxNodes nodes, java.util.function.ToDoubleFunction<double[]> function) {
        double sum = 0;
        for (int s = 0; s < nodes.count(); s++) {
            sum += nodes.weights()[s] * function.applyAsDouble(nodes.points()[s]);
        }
        return sum;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** E (a·z)² (b·z)² = |a|²|b|² + 2 (a·b)², and odd moments vanish. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 8, 20})
    void radialRule_isExactToDegreeFive(int d) {
        SoftmaxNodes nodes = SoftmaxNodes.sphericalRadialRule(d);
        assertEquals(d * d + 3 * d + 3, nodes.count());
        RandomArrays random = RandomArrays.of("radial " + d);
        double[] a = random.normals(d);
        double[] b = random.normals(d);
        double fourth = dot(a, a) * dot(b, b) + 2 * dot(a, b) * dot(a, b);
        assertWithin("1", 1, average(nodes, z -> 1), 1e-13);
        assertWithin("z", 0, average(nodes, z -> dot(a, z)), 1e-13);
        assertWithin("zz", dot(a, b), average(nodes, z -> dot(a, z) * dot(b, z)), 1e-12 * d);
        assertWithin("zzz", 0, average(nodes, z -> dot(a, z) * dot(b, z) * dot(b, z)), 1e-11 * d);
        assertWithin(
                "zzzz", fourth, average(nodes, z -> dot(a, z) * dot(a, z) * dot(b, z) * dot(b, z)), 1e-12 * fourth);
        assertWithin("zzzzz", 0, average(nodes, z -> Math.pow(dot(a, z), 3) * dot(b, z) * dot(b, z)), 1e-9 * d);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 9, 39})
    void matchedPoints_haveTheMomentsOfTheNormal(int d) {
        SoftmaxNodes nodes = SoftmaxNodes.sobolRule(d);
        RandomArrays random = RandomArrays.of("matched " + d);
        double[] a = random.normals(d);
        double[] b = random.normals(d);
        assertWithin("z", 0, average(nodes, z -> dot(a, z)), 1e-13);
        assertWithin("zz", dot(a, b), average(nodes, z -> dot(a, z) * dot(b, z)), 1e-12 * d);
        double size = Math.sqrt(dot(a, a));
        double positive = average(nodes, z -> Math.max(0, dot(a, z)));
        assertWithin("max(0, z)", size / Math.sqrt(2 * Math.PI), positive, 0.02 * size);
    }

    @Test
    void line_isCappedWhereItDoesNotSuffice() {
        assertTrue(SoftmaxNodes.isAccurate(0.3, 81));
        assertTrue(SoftmaxNodes.isAccurate(3, 81));
        assertFalse(SoftmaxNodes.isAccurate(4, 81));
        assertFalse(SoftmaxNodes.isAccurate(Double.NaN, 81));
        assertEquals(81, SoftmaxNodes.lineRule(100, 81).nodes().length);
        assertTrue(SoftmaxNodes.lineRule(3, 81).nodes().length < 81);
    }
}
