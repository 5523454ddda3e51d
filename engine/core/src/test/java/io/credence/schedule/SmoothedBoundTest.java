package io.credence.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SmoothedBoundTest {

    /** Bounds −9, −3, −6, −9, 0, 0 in windows of two average −6, −4.5, −7.5, −4.5, 0. */
    @Test
    void averages_areHandComputed() {
        SmoothedBound bound = SmoothedBound.NONE.with(-9, 2);
        assertFalse(bound.isBest(), "half a window counted");
        bound = bound.with(-3, 2);
        assertEquals(new SmoothedBound(List.of(-9.0, -3.0), -6, 0), bound);
        assertTrue(bound.isBest());
        bound = bound.with(-6, 2);
        assertEquals(new SmoothedBound(List.of(-3.0, -6.0), -4.5, 0), bound);
        bound = bound.with(-9, 2);
        assertEquals(new SmoothedBound(List.of(-6.0, -9.0), -4.5, 1), bound);
        bound = bound.with(0, 2);
        assertEquals(new SmoothedBound(List.of(-9.0, 0.0), -4.5, 2), bound);
        assertFalse(bound.isBest(), "a tie counted as a record");
        bound = bound.with(0, 2);
        assertEquals(new SmoothedBound(List.of(0.0, 0.0), 0, 0), bound);
    }
}
