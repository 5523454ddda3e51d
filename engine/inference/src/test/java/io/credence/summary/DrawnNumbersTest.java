package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DrawnNumbersTest {

    /** Weights of a thousand draws do not add up to 1 in floating point. */
    @Test
    void numberAboveZeroAtEveryDraw_isSoWithProbabilityOne() {
        double[] weights = new double[1000];
        Arrays.fill(weights, 1.0 / weights.length);
        double[] above = new double[weights.length];
        Arrays.fill(above, 2);
        double[] mixed = above.clone();
        Arrays.fill(mixed, 0, 250, -2);
        DrawnNumbers drawn = DrawnNumbers.of(new double[][] {above, mixed}, weights);
        assertEquals(1, drawn.positiveProbability(0));
        assertEquals(0.75, drawn.positiveProbability(1), 1e-12);
    }
}
