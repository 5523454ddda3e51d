package io.credence.fit.stochastic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.stochastic.StochasticState.StepLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepLevelTest {

    private static final double STEP = 0.1;

    /** The level after averages that promise so much, each after so many steps. */
    private static StepLevel after(int steps, double... promises) {
        StepLevel level = StepLevel.whole(0);
        int iteration = 0;
        for (double promise : promises) {
            iteration += steps;
            level = level.afterRefusal(promise, iteration, STEP * level.share());
        }
        return level;
    }

    @Test
    void promiseThatStaysAsStepsAreHalved_isRefusedForGood() {
        assertFalse(after(100, 0.03, 0.03).isRefusedForGood());
        StepLevel third = after(100, 0.03, 0.03, 0.02);
        assertTrue(third.isRefusedForGood());
        assertEquals(1.0 / 8, third.share());
        assertFalse(third.unrefused(300).isRefusedForGood());
    }

    @Test
    void promiseThatFallsWithTheSteps_isNot() {
        assertFalse(after(1000, 1, 0.25, 0.06, 0.015, 0.004, 0.001).isRefusedForGood());
        assertFalse(after(100, 0.03, 0.03, 0.014, 0.03).isRefusedForGood());
    }

    /** Five times eighty steps of 0.1/64 are needed for a way of a half. */
    @Test
    void averagesAfterShortWays_areNotCounted_untilTheWayIsLong() {
        StepLevel level = after(1000, 64, 16, 4, 1, 0.25, 0.06);
        assertEquals(1.0 / 64, level.share());
        int iteration = 6000;
        int looks = 0;
        while (!level.isRefusedForGood()) {
            iteration += 80;
            looks++;
            level = level.afterRefusal(0.05, iteration, STEP / 64);
        }
        assertEquals(8, looks);
        assertEquals(1.0 / 64, level.share());
    }

    /** Iterations of a stage before are no part of the way. */
    @Test
    void wayOfALaterStage_beginsWithIt() {
        StepLevel level = StepLevel.whole(1000);
        assertEquals(0, level.afterRefusal(Double.NaN, 1004, STEP).refusals());
        assertEquals(1, level.afterRefusal(Double.NaN, 1005, STEP).refusals());
    }

    @Test
    void clearPromiseAfterUnclearOnes_beginsTheCount() {
        assertFalse(after(100, -0.01, 1, 0.25, 0.06).isRefusedForGood());
    }

    /** An assessment that is too noisy, or not finite, does not promise less than the one before. */
    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -0.01})
    void promiseThatIsNotClear_counts(double promise) {
        assertTrue(after(100, promise, 2 * promise, 5 * promise, promise).isRefusedForGood());
    }
}
