package io.credence.diagnostic;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static List<LeftOutRow> rows(double weight, double... elpd) {
        List<LeftOutRow> rows = new ArrayList<>();
        for (int i = 0; i < elpd.length; i++) {
            rows.add(new LeftOutRow(i + 1, i % 2, weight, elpd[i], 0.3 * i));
        }
        return rows;
    }

    /** Differences 1, 3, 5: sum 9, variance 4, error √(3 · 4). */
    @Test
    void difference_isPaired() {
        Comparison compared = Comparison.of(rows(1, -1, -10, -4), rows(1, -2, -13, -9), 0.5);
        assertClose("difference", 9, compared.elpdDifference().value(), 1e-14);
        assertClose("error", Math.sqrt(12), compared.elpdDifference().error(), 1e-14);
        assertClose("first", -15, compared.first().value(), 1e-14);
        assertClose("error of the first", Math.sqrt(63), compared.first().error(), 1e-14);
        assertEquals(3, compared.rows());
        assertEquals(1, compared.doubtfulRowCount());
        assertFalse(compared.isErrorUnreliable());
    }

    /** Each row twice: six differences with variance 3.2. */
    @Test
    void weights_countRows() {
        Comparison compared = Comparison.of(rows(2, -1, -10, -4), rows(2, -2, -13, -9), 0.7);
        assertClose("difference", 18, compared.elpdDifference().value(), 1e-14);
        assertClose("error", Math.sqrt(6 * 3.2), compared.elpdDifference().error(), 1e-14);
        assertEquals(0, compared.doubtfulRowCount());
    }

    @Test
    void littleDifference_isSmall() {
        assertTrue(Comparison.of(rows(1, -1, -2), rows(1, -2, -4.5), 0.7).isErrorUnreliable());
    }

    @Test
    void otherRows_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> Comparison.of(rows(1, -1), rows(1, -1, -2), 0.7));
        assertThrows(IllegalArgumentException.class, () -> Comparison.of(rows(1, -1), rows(2, -1), 0.7));
        assertThrows(IllegalArgumentException.class, () -> Comparison.of(List.of(), List.of(), 0.7));
        List<LeftOutRow> reversed =
                List.of(rows(1, -1, -2).get(1), rows(1, -1, -2).get(0));
        assertThrows(IllegalArgumentException.class, () -> Comparison.of(rows(1, -1, -2), reversed, 0.7));
    }
}
