package io.credence.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PassStatisticsTest {

    private static PassStatistics sums(double scale) {
        PassStatistics sums = new PassStatistics(2, 3, 1);
        sums.addRows(1, 2, 3 * scale, 5 * scale, 7 * scale, 19 * scale);
        sums.gradient()[1] = 11 * scale;
        sums.curvature()[2] = 13 * scale;
        sums.dispersionTotals()[0] = 17 * scale;
        return sums;
    }

    private static void assertSums(long rows, double weight, double scale, PassStatistics sums) {
        assertEquals(rows, sums.rows());
        assertEquals(weight, sums.weight());
        assertEquals(3 * scale, sums.expectedLoss());
        assertEquals(5 * scale, sums.predictorVariance());
        assertEquals(7 * scale, sums.predictorCurvature());
        assertEquals(19 * scale, sums.totalLeverage());
        assertArrayEquals(new double[] {0, 11 * scale}, sums.gradient());
        assertArrayEquals(new double[] {0, 0, 13 * scale}, sums.curvature());
        assertArrayEquals(new double[] {17 * scale}, sums.dispersionTotals());
    }

    @Test
    void merge_addsEverySum() {
        PassStatistics sums = sums(1);
        sums.merge(sums(0.5));
        assertSums(2, 4, 1.5, sums);
    }

    @Test
    void merge_withEmptyOnEitherSide_changesNothing() {
        PassStatistics left = new PassStatistics(2, 3, 1);
        left.merge(sums(1));
        assertSums(1, 2, 1, left);
        PassStatistics right = sums(1);
        right.merge(new PassStatistics(2, 3, 1));
        assertSums(1, 2, 1, right);
        assertNull(right.firstNonFinite());
    }

    @Test
    void scale_leavesRowsAndTheirWeight() {
        PassStatistics sums = sums(1);
        sums.scale(4);
        assertSums(1, 2, 4, sums);
    }

    @Test
    void packedCurvature_replacesTheOldOne() {
        PassStatistics sums = sums(1);
        sums.report(new NonFiniteValue("loss", 3, 8, Double.NaN));
        PassStatistics packed = sums.withCurvature(new double[] {0, 0, 13});
        assertSums(1, 2, 1, packed);
        assertEquals(
                "loss was NaN at row 8 of partition 3", packed.firstNonFinite().toString());
    }

    @Test
    void firstReport_isKept() {
        NonFiniteValue first = new NonFiniteValue("loss", 0, 4, Double.NaN);
        NonFiniteValue second = new NonFiniteValue("slope", 1, 2, Double.POSITIVE_INFINITY);
        PassStatistics sums = sums(1);
        sums.report(first);
        sums.report(second);
        PassStatistics later = sums(1);
        later.report(second);
        PassStatistics merged = sums(1);
        merged.merge(sums);
        merged.merge(later);
        assertEquals(first, sums.firstNonFinite());
        assertEquals(first, merged.firstNonFinite());
    }

    @Test
    void lengthsThatDiffer_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> sums(1).merge(new PassStatistics(2, 2, 1)));
        assertThrows(IllegalArgumentException.class, () -> sums(1).merge(new PassStatistics(3, 3, 1)));
    }
}
