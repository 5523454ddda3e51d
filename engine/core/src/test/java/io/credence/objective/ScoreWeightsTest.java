package io.credence.objective;

import static io.credence.testkit.Close.assertClose;

import org.junit.jupiter.api.Test;

class ScoreWeightsTest {

    @Test
    void scoreWeights_leaveOutTheMeanOfOtherUnits() {
        double[] base = {0.1, 0.3, 0.2, 0.4};
        double[] derivative = {1, -2, 0.5, 3};
        double[] single = ScoreWeights.centredScoreWeights(derivative, base, 1);
        assertClose("one", 0.1 * (1 - (-0.6 + 0.1 + 1.2) / 0.9), single[0], 1e-15);
        assertClose("last", 0.4 * (3 - (0.1 - 0.6 + 0.1) / 0.6), single[3], 1e-15);
        double[] pairs = ScoreWeights.centredScoreWeights(derivative, base, 2);
        assertClose("pair", 0.3 * (-2 - (0.1 + 1.2) / 0.6), pairs[1], 1e-15);
        assertClose(
                "all in one",
                new double[2],
                ScoreWeights.centredScoreWeights(new double[] {1, 2}, new double[] {0.5, 0.5}, 2),
                0);
    }
}
