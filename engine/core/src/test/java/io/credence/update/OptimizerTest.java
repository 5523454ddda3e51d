package io.credence.update;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.Serialised;
import io.credence.update.FirstOrderUpdate.DistanceOverGradients;
import io.credence.update.Updates.AdaGrad;
import io.credence.update.Updates.GradientAscent;
import io.credence.update.Updates.RmsProp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first two moves, computed by hand. */
class OptimizerTest {

    private static void assertMoves(Optimizer optimizer, double first, double second) {
        Optimizer.Move one = optimizer.move(new double[] {1, 0}, OptimizerState.NONE, 0.1);
        assertArrayEquals(new double[] {first, 0}, one.parameterChange(), 1e-15);
        assertEquals(1, one.optimizerState().steps());
        double[] gradient = {3, 0};
        Optimizer.Move two = optimizer.move(gradient, one.optimizerState(), 0.1);
        assertArrayEquals(new double[] {second, 0}, two.parameterChange(), 1e-15);
        assertEquals(2, two.optimizerState().steps());
        assertArrayEquals(new double[] {3, 0}, gradient);
        Optimizer.Move again = optimizer.move(gradient, Serialised.copy(one.optimizerState()), 0.1);
        assertArrayEquals(two.parameterChange(), again.parameterChange());
    }

    @Test
    void adam_dividesTheMomentsByTheirWeights() {
        // m̂ = 0.39/0.19, v̂ = 0.009999/0.001999 after gradients 1 and 3.
        assertMoves(Adam.DEFAULT, 0.1 / (1 + 1e-8), 0.1 * (0.39 / 0.19) / (Math.sqrt(0.009999 / 0.001999) + 1e-8));
    }

    @Test
    void adaGrad_dividesByTheRootOfAllSquares() {
        assertMoves(AdaGrad.DEFAULT, 0.1 / (1 + 1e-8), 0.3 / (Math.sqrt(10) + 1e-8));
    }

    @Test
    void rmsProp_dividesByTheRootOfTheMeanSquare() {
        // v = 1, then 0.9 + 0.1·9.
        assertMoves(RmsProp.DEFAULT, 0.1 / (1 + 1e-8), 0.3 / (Math.sqrt(1.8) + 1e-8));
    }

    @Test
    void ascent_followsTheSmoothedGradient() {
        assertMoves(new GradientAscent(0), 0.1, 0.3);
        // 0.4·1 + 0.6·3.
        assertMoves(new GradientAscent(0.4), 0.1, 0.22);
    }

    /** Distances 0.5, then |0.05|, in a move of 0.1 · 0.5 · 3/√10. */
    @Test
    void distanceOverGradients_goesAsFarAsItHasBeen() {
        assertMoves(new DistanceOverGradients(0.5), 0.05, 0.15 / Math.sqrt(10));
        Optimizer.Move far = new DistanceOverGradients(0.01)
                .move(
                        new double[] {2, 0},
                        new OptimizerState(List.of(new double[] {3, 4}, new double[] {1, 12}), 3),
                        1);
        assertArrayEquals(new double[] {5.0 * 2 / 4, 0}, far.parameterChange(), 1e-15);
        assertArrayEquals(new double[] {5.5, 4}, far.optimizerState().vectors().get(0), 1e-15);
        assertArrayEquals(new double[] {5, 16}, far.optimizerState().vectors().get(1), 1e-15);
    }

    @Test
    void settingsOutOfRange_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Adam(1, 0.999, 1e-8));
        assertThrows(IllegalArgumentException.class, () -> new Adam(0.9, -0.1, 1e-8));
        assertThrows(IllegalArgumentException.class, () -> new Adam(0.9, 0.999, 0));
        assertThrows(IllegalArgumentException.class, () -> new AdaGrad(0));
        assertThrows(IllegalArgumentException.class, () -> new DistanceOverGradients(0));
        assertThrows(IllegalArgumentException.class, () -> new RmsProp(0.9, Double.NaN));
        assertEquals(
                "the momentum must lie in [0, 1) but was 1.0",
                assertThrows(IllegalArgumentException.class, () -> new GradientAscent(1))
                        .getMessage());
    }
}
