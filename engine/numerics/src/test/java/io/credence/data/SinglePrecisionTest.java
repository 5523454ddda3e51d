package io.credence.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder.SinglePrecision;
import org.junit.jupiter.api.Test;

class SinglePrecisionTest {

    private static boolean resolves(double... column) {
        return SinglePrecision.isSufficient(column, column.length, 1);
    }

    @Test
    void columnThatFloatsHoldExactly_isResolvedWhereverItsCentre() {
        assertTrue(resolves(16_777_214, 16_777_215, 16_777_216));
        assertTrue(resolves(1, 1, 1));
        assertTrue(resolves(0, 0));
        assertTrue(resolves(0x1p100, 0x1p100));
    }

    @Test
    void inexactColumn_isResolvedUpToAHundredSpreadsFromZero() {
        // Spread ½ · 0.2 = 0.1 around the centre.
        assertTrue(resolves(9.9 - 0.1, 9.9 + 0.1));
        assertFalse(resolves(10.1 - 0.1, 10.1 + 0.1));
        assertFalse(resolves(-10.1 - 0.1, -10.1 + 0.1));
        assertTrue(resolves(-0.1, 0.1));
    }

    @Test
    void columnBeyondTheRangeOfFloats_isNotResolved() {
        assertFalse(resolves(-1.1e18, 1.1e18));
        assertTrue(resolves(-1.1e17, 1.1e17));
        assertFalse(resolves(-1.1e-19, 1.1e-19));
        assertFalse(resolves(-1e300, 1e300));
        assertFalse(resolves(0, Double.NaN));
        assertFalse(resolves(0.1, 0.1));
    }

    @Test
    void oneColumnThatIsNotResolved_decides() {
        assertTrue(SinglePrecision.isSufficient(new double[] {0.1, 1, -0.1, 2}, 2, 2));
        assertFalse(SinglePrecision.isSufficient(new double[] {0.1, 1000.1, -0.1, 1000.2}, 2, 2));
    }

    @Test
    void summaryOfNoRows_isRefused() {
        assertEquals(7, new DataSummary(7, 3.5, 2, true, 1).rows());
        assertThrows(IllegalArgumentException.class, () -> new DataSummary(0, 1, 1, false, 1));
        assertThrows(IllegalArgumentException.class, () -> new DataSummary(1, 1, 0, false, 1));
        assertThrows(IllegalArgumentException.class, () -> new DataSummary(1, 1, 1, false, 0));
        assertThrows(IllegalArgumentException.class, () -> new DataSummary(1, 0, 1, false, 1));
        assertThrows(IllegalArgumentException.class, () -> new DataSummary(1, Double.NaN, 1, false, 1));
    }
}
