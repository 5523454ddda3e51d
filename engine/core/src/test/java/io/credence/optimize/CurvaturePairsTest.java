package io.credence.optimize;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurvaturePairsTest {

    /** A metric to start from. */
    private static double[] halved(double[] v) {
        double[] halved = v.clone();
        for (int j = 0; j < v.length; j++) {
            halved[j] *= 0.5;
        }
        return halved;
    }

    /** Directions that are orthogonal in the metric of a definite matrix, by Gram and Schmidt. */
    private static List<double[]> conjugate(double[] hessian, int d, RandomArrays random) {
        List<double[]> directions = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            double[] next = random.normals(d);
            for (int pass = 0; pass < 2; pass++) {
                for (double[] earlier : directions) {
                    double share = Naive.form(next, hessian, earlier) / Naive.form(earlier, hessian, earlier);
                    for (int j = 0; j < d; j++) {
                        next[j] -= share * earlier[j];
                    }
                }
            }
            directions.add(next);
        }
        return directions;
    }

    /** On a quadratic, after d conjugate moves, L-BFGS knows the inverse Hessian whatever the metric it starts from. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10})
    void directionAfterConjugateMoves_isNewtons(int d) {
        RandomArrays random = RandomArrays.of("quadratic " + d);
        double[] hessian = random.definite(d);
        CurvaturePairs pairs = CurvaturePairs.NONE;
        for (double[] move : conjugate(hessian, d, random)) {
            pairs = pairs.with(move, Naive.times(hessian, move));
        }
        double[] ascent = random.normals(d);
        double[] before = ascent.clone();
        double[] newton = Naive.times(Naive.inverse(hessian, d), ascent);
        assertEquals(d, pairs.moves().size());
        assertClose("direction", newton, pairs.quasiNewtonDirection(ascent, CurvaturePairsTest::halved), 1e-9);
        assertClose("argument", before, ascent, 0);
    }

    /** Whatever the moves, the last change of the gradient is mapped to the last move, and ascent stays ascent. */
    @Test
    void direction_satisfiesTheSecantEquation() {
        int d = 6;
        RandomArrays random = RandomArrays.of("secant");
        double[] hessian = random.definite(d);
        CurvaturePairs pairs = CurvaturePairs.NONE;
        for (int step = 0; step < 25; step++) {
            double[] move = random.normals(d);
            double[] change = Naive.times(hessian, move);
            pairs = pairs.with(move, change);
            assertClose("secant", move, pairs.quasiNewtonDirection(change, CurvaturePairsTest::halved), 1e-11);
            double[] ascent = random.normals(d);
            assertTrue(
                    Naive.dot(ascent, pairs.quasiNewtonDirection(ascent, CurvaturePairsTest::halved)) > 0,
                    TestSeed.replay());
            assertEquals(
                    Math.min(step + 1, CurvaturePairs.MEMORY), pairs.moves().size());
            assertSame(move, pairs.moves().get(pairs.moves().size() - 1));
        }
    }

    @Test
    void withoutPairs_directionIsTheNaturalGradient() {
        assertClose(
                "direction",
                new double[] {1.5, -2},
                CurvaturePairs.NONE.quasiNewtonDirection(new double[] {3, -4}, CurvaturePairsTest::halved),
                0);
    }

    @Test
    void onePair_givesAHandComputedDirection() {
        // s = (1, 0), y = (4, 0): H = ¼ along the first axis and the metric ½ along the second.
        CurvaturePairs pairs = CurvaturePairs.NONE.with(new double[] {1, 0}, new double[] {4, 0});
        assertClose(
                "direction",
                new double[] {2, 3},
                pairs.quasiNewtonDirection(new double[] {8, 6}, CurvaturePairsTest::halved),
                1e-15);
    }

    @Test
    void pairWithoutPositiveCurvature_isLeftOut() {
        CurvaturePairs pairs = CurvaturePairs.NONE.with(new double[] {1, 0}, new double[] {4, 0});
        assertSame(pairs, pairs.with(new double[] {1, 0}, new double[] {-1, 0}));
        assertSame(pairs, pairs.with(new double[] {1, 0}, new double[] {0, 1}));
        assertSame(pairs, pairs.with(new double[2], new double[2]));
        assertSame(pairs, pairs.with(new double[] {1, 0}, new double[] {Double.NaN, 0}));
        assertEquals(1, pairs.moves().size());
        assertEquals(0, CurvaturePairs.NONE.moves().size());
    }
}
