package io.credence.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class StepScheduleTest {

    @Test
    void constant_neverChanges() {
        StepSchedule schedule = new ConstantStepSize(0.3);
        assertEquals(0.3, schedule.stepSize(1));
        assertEquals(0.3, schedule.stepSize(1_000_000));
    }

    @Test
    void decay_fallsFromItsStep() {
        StepSchedule schedule = DecayingStepSize.DEFAULT;
        assertEquals(0.1, schedule.stepSize(1));
        assertEquals(0.1, schedule.stepSize(800));
        assertEquals(0.08, schedule.stepSize(1000), 1e-17);
        assertEquals(0.05, schedule.stepSize(1600), 1e-17);
    }

    @Test
    void settingsOutOfRange_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ConstantStepSize(0));
        assertThrows(IllegalArgumentException.class, () -> new ConstantStepSize(Double.POSITIVE_INFINITY));
        assertThrows(IllegalArgumentException.class, () -> new DecayingStepSize(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> new DecayingStepSize(0.1, 0));
    }
}
