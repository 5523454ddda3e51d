package io.credence.spark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that slips of the pen in a column of numbers are distinguished from codes that hold letters. */
class CellCountsTest {

    /** Cells 0, 1, … in that format, with others among them, in three parts. */
    private static CellCounts cells(String format, int count, String others) {
        List<String> all = new ArrayList<>(IntStream.range(0, count)
                .mapToObj(i -> format.contains("%") ? String.format(format, i) : String.valueOf(i))
                .toList());
        all.addAll(count / 2, List.of(others.split("\\|")));
        CellCounts whole = new CellCounts('.');
        for (int part = 0; part < 3; part++) {
            CellCounts own = new CellCounts('.');
            for (int k = part; k < all.size(); k += 3) {
                own.add(UTF8String.fromString(all.get(k)));
            }
            whole.merge(own);
        }
        return whole;
    }

    @ParameterizedTest
    @CsvSource({
        "age, 3 5",
        "age, 1_000",
        "age, 12\u00a0",
        "age, 1\u00a0000",
        "age, \u22125",
        "'%d.5', '1,5'",
        "age, 90+",
        "age, 4O",
        "age, unknown",
        "age, n/a",
        "age, 12kg|15kg|9kg",
        "age, -|-|?",
        "19%02d, 19 95",
        "20%02d, 20l5",
        "%05d, 3 5",
        "%05d, '12,345'",
        "'%d,25', 5.5",
        "'1,%03d', 9",
        "1%04d, 12345-6789",
        "age, '3''000'",
        "-%d, x",
        "%d.25, A12|B13"
    })
    void slips_areNoLevels(String numbers, String others) {
        CellCounts cells = cells(numbers, 200, others);
        assertEquals(true, cells.areNearlyAllNumbers(), numbers + " with " + others);
    }

    @ParameterizedTest
    @CsvSource({
        "%05d, K1A 0B1",
        "%02d, 2A|2B",
        "%05d, 00501-1234",
        "1%04d, A1234|B2345",
        "1%03d, A-1010|1011 AB",
        "%03d, A01",
        "%06d, unknown"
    })
    void codesWithLetters_areLevels(String numbers, String others) {
        CellCounts cells = cells(numbers, 200, others);
        assertEquals(false, cells.areNearlyAllNumbers(), numbers + " with " + others);
        assertEquals(false, cells.areMostlyNumbers(), "codes need no note");
    }

    @ParameterizedTest
    @CsvSource({"9, a, false, true", "10, a, true, true", "1, a|b, false, false", "18, a|b, false, true"})
    void moreThanNineOfTen_areNumbers(int numbers, String others, boolean refused, boolean noted) {
        CellCounts cells = cells("age", numbers, others);
        assertEquals(refused, cells.areNearlyAllNumbers());
        assertEquals(noted, cells.areMostlyNumbers());
    }
}
