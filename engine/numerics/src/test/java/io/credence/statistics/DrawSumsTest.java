package io.credence.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class DrawSumsTest {

    private static DrawSums sums(double by) {
        DrawSums sums = new DrawSums(2, 3);
        sums.addRowCount((long) (10 * by), 2.5 * by);
        for (int s = 0; s < 2; s++) {
            sums.losses()[s] = by * (s + 1);
        }
        for (int j = 0; j < 3; j++) {
            sums.gradients()[j] = by * (j - 1);
        }
        return sums;
    }

    @Test
    void merge_addsEverything() {
        DrawSums sums = sums(1);
        sums.merge(sums(2));
        assertEquals(30, sums.rows());
        assertEquals(7.5, sums.weight());
        assertArrayEquals(new double[] {3, 6}, sums.losses());
        assertArrayEquals(new double[] {-3, 0, 3}, sums.gradients());
        assertNull(sums.firstNonFinite());
    }

    @Test
    void firstReport_isKept() {
        NonFiniteValue early = new NonFiniteValue("loss at draw 1", 0, 5, Double.NaN);
        NonFiniteValue late = new NonFiniteValue("loss at draw 0", 1, 2, Double.NaN);
        DrawSums first = sums(1);
        first.report(early);
        first.report(late);
        assertEquals(early, first.firstNonFinite());
        DrawSums second = sums(1);
        second.report(late);
        first.merge(second);
        assertEquals(early, first.firstNonFinite());
        DrawSums sound = sums(1);
        sound.merge(second);
        assertEquals(late, sound.firstNonFinite());
    }
}
