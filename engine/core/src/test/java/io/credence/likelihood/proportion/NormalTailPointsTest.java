package io.credence.likelihood.proportion;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class NormalTailPointsTest {

    @Test
    void manyPoints_areThoseOfOneAtATime() {
        double[] z = RandomArrays.of("tails").uniforms(500, -9, 9);
        double[] edges = {-1e8, -1e4, -700, -38.5, -1e-300, -0.0, 0, 1e-9, 8, 30, 38, 1e200, Double.NaN};
        System.arraycopy(edges, 0, z, 100, edges.length);
        double[] value = new double[510];
        double[] hazard = new double[500];
        new NormalTailPoints().evaluate(JavaDenseKernel.INSTANCE, z, 500, value, 10, hazard);
        for (int i = 0; i < 500; i++) {
            if (Double.isNaN(z[i])) {
                assertTrue(Double.isNaN(value[10 + i]) && Double.isNaN(hazard[i]));
                continue;
            }
            double expected = -NormalTail.logCdf(z[i]);
            assertWithin("−log Φ(" + z[i] + ")", expected, value[10 + i], 3e-13 * expected + Double.MIN_NORMAL);
            double slope = NormalTail.inverseMills(z[i]);
            assertWithin("φ/Φ at " + z[i], slope, hazard[i], 3e-13 * slope + Double.MIN_NORMAL);
        }
    }
}
