package io.credence.mixed.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class RecombinedPointsTest {

    private final RandomArrays random = RandomArrays.of("recombined");

    private List<double[]> points(int count, int d) {
        List<double[]> points = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            double[] point = random.normals(d);
            // Correlated, and in units that differ
            point[d - 1] = 1e3 + 0.01 * (point[d - 1] + point[0]);
            points.add(point);
        }
        return points;
    }

    @Test
    void fewPoints_haveTheSameMomentsAsAll() {
        for (int d : new int[] {1, 2, 5}) {
            List<double[]> points = points(256, d);
            double[] weights = random.uniforms(256, 0, 1.0 / 128);
            double[] kept = RecombinedPoints.weights(points, weights);
            int count = 0;
            for (double each : kept) {
                assertTrue(each >= 0);
                count += each > 0 ? 1 : 0;
            }
            assertTrue(count <= RecombinedPoints.maxPointCount(d), "points: " + count);
            check(points, weights, kept, x -> 1);
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    int one = i;
                    int other = j;
                    check(points, weights, kept, x -> x[one]);
                    check(points, weights, kept, x -> x[one] * x[other]);
                }
            }
        }
    }

    private static void check(List<double[]> points, double[] weights, double[] kept, ToDoubleFunction<double[]> of) {
        double expected = 0;
        double found = 0;
        for (int s = 0; s < weights.length; s++) {
            expected += weights[s] * of.applyAsDouble(points.get(s));
            found += kept[s] * of.applyAsDouble(points.get(s));
        }
        assertEquals(expected, found, 1e-9 * (1 + Math.abs(expected)));
    }

    @Test
    void noMorePointsThanAreKept_stayAsTheyAre() {
        double[] weights = {0.3, 0.7};
        assertArrayEquals(weights, RecombinedPoints.weights(points(2, 2), weights));
    }

    /** Points of one line have fewer moments than coordinates. */
    @Test
    void pointsOfALine_areRecombined() {
        List<double[]> points = new ArrayList<>();
        double[] weights = random.uniforms(40, 0, 1);
        for (int s = 0; s < 40; s++) {
            points.add(new double[] {s, 2.0 * s, 3});
        }
        double[] kept = RecombinedPoints.weights(points, weights);
        check(points, weights, kept, x -> x[1] * x[1]);
        int count = 0;
        for (double each : kept) {
            count += each > 0 ? 1 : 0;
        }
        assertTrue(count <= RecombinedPoints.maxPointCount(3), "points: " + count);
    }
}
