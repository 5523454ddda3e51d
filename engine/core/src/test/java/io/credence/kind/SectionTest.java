package io.credence.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.kind.IntervalPlot.NamedInterval;
import io.credence.kind.SectionTable.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sections refuse what no page could show. */
class SectionTest {

    private static String refusal(Runnable section) {
        return assertThrows(IllegalArgumentException.class, section::run).getMessage();
    }

    @Test
    void nameThatIsNoPlaceOfAPage_isRefused() {
        assertEquals(
                "a section cannot have this name: required small letters, digits and hyphens, found \"Known numbers\"",
                refusal(() -> Section.of("Known numbers", "known numbers")));
        assertEquals("known-2", Section.of("known-2", "known numbers").name());
    }

    @Test
    void rowOfAnotherLength_isRefused() {
        SectionTable table = SectionTable.of("rates", Column.ofTexts("name"), Column.ofNumbers("rate", 2));
        assertEquals(
                "a row of the table \"rates\" has the wrong length: required 2 cells, found 1",
                refusal(() -> table.withRow(TableCell.of("a"))));
        assertEquals(1, table.withRow(TableCell.of("a"), TableCell.of(1)).rows().size());
    }

    @Test
    void pictureThatCannotBeDrawn_isRefused() {
        assertEquals(
                "the interval of \"a\" cannot be drawn: required a finite mean and finite ends, found 1.0, 0.0 and Infinity",
                refusal(() -> new NamedInterval("a", 1, 0, Double.POSITIVE_INFINITY)));
        assertEquals(
                "the picture \"rates\" is empty: required an interval, found none",
                refusal(() -> new IntervalPlot("rates", 0, List.of())));
        double[] two = {0, 1};
        assertEquals(
                "the curve \"rate\" cannot be drawn: required finite heights at two values or more, found [0.0] at 2 values",
                refusal(() -> new CurvePlot("rate", "x", two, two, new double[1], two)));
    }

    @Test
    void parts_areAddedInOrder() {
        Section section = Section.of("rates", "rates")
                .withNote("one")
                .withNote("two")
                .withIntervals(new IntervalPlot("first", 0, List.of(new NamedInterval("a", 1, 0, 2))));
        assertEquals(List.of("one", "two"), section.notes());
        assertEquals("first", section.intervals().get(0).title());
    }
}
