package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.diagnostic.SeparationSearch.SeparatingColumn;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeparationNotesTest {

    private static final List<String> NAMES =
            IntStream.range(0, 12).mapToObj(j -> "x" + j).toList();

    private static List<String> notes(int columns) {
        List<SeparatingColumn> found = IntStream.range(0, columns)
                .mapToObj(j -> new SeparatingColumn(j, 0.5, 1 + j, j % 2))
                .toList();
        return new SeparationNotes(NAMES, j -> 2, List.of("no", "yes")).notes(found);
    }

    @Test
    void fewColumns_haveASentenceEach() {
        assertEquals(
                List.of(
                        "the only row with x0 = 1 has label no: the rows set no limit to the coefficient of x0, the prior alone does;"
                                + " prior.coefficients { \"x0\" { sd = 2.50 } } sets a narrower one, or collect rare levels into one",
                        "each of the 2 rows with x1 = 1 has label yes: the rows set no limit to the coefficient of x1, the prior alone"
                                + " does; prior.coefficients { \"x1\" { sd = 2.50 } } sets a narrower one, or collect rare levels into one"),
                notes(2));
    }

    @Test
    void manyColumns_shareABoundedSentence() {
        assertEquals(
                List.of(
                        "all rows of a value have one label in 12 columns, x0 = 1 (1 row, label no), x1 = 1 (2 rows, label yes),"
                                + " x2 = 1 (3 rows, label no), x3 = 1 (4 rows, label yes), x4 = 1 (5 rows, label no), x5 = 1 (6 rows, label yes),"
                                + " x6 = 1 (7 rows, label no), x7 = 1 (8 rows, label yes) and 4 more: the rows set no limit to their coefficients,"
                                + " the prior alone does; prior.coefficients { \"x0\" { sd = 2.50 } } sets a narrower one, or collect rare levels"
                                + " into one"),
                notes(12));
    }
}
