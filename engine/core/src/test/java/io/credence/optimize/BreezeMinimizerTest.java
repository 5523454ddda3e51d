package io.credence.optimize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class BreezeMinimizerTest {

    /** Rosenbrock's valley, whose lowest point is (1, 1). */
    private static BreezeMinimizer.Evaluation valley(double[] x) {
        double bend = x[1] - x[0] * x[0];
        double value = 100 * bend * bend + (1 - x[0]) * (1 - x[0]);
        return new BreezeMinimizer.Evaluation(value, new double[] {-400 * x[0] * bend - 2 * (1 - x[0]), 200 * bend});
    }

    @Test
    void rosenbrocksValley_isFollowedToItsEnd() {
        double[] start = {-1.2, 1};
        double[] end = BreezeMinimizer.minimize(BreezeMinimizerTest::valley, start, 200, 1e-14);
        assertArrayEquals(new double[] {1, 1}, end, 1e-6);
        assertArrayEquals(new double[] {-1.2, 1}, start);
    }

    @Test
    void fewIterations_goPartOfTheWay() {
        double[] end = BreezeMinimizer.minimize(BreezeMinimizerTest::valley, new double[] {-1.2, 1}, 3, 1e-14);
        double reached = valley(end).value();
        assertEquals(true, reached < valley(new double[] {-1.2, 1}).value() && reached > 1e-3, "value " + reached);
    }

    @Test
    void errorOfTheFunction_reachesTheCaller() {
        assertThrows(
                IllegalStateException.class,
                () -> BreezeMinimizer.minimize(
                        x -> {
                            throw new IllegalStateException("a number was not a number");
                        },
                        new double[] {1},
                        5,
                        1e-9));
    }
}
