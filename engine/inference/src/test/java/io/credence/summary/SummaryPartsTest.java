package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.kind.SectionTable;
import io.credence.report.CellText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the table of coefficients that terminals and pages show. */
class SummaryPartsTest {

    @Test
    void probabilities_haveThreeDecimals() {
        List<SummaryRow> rows = List.of(
                new SummaryRow("k5", -1.4, 0.2, -1.7, -1.1, 2.05e-12),
                new SummaryRow("age", -0.1, 0.02, -0.13, -0.07, 0.000347),
                new SummaryRow("educ", 0.2, 0.05, 0.1, 0.3, 0.99996),
                new SummaryRow("city", 0.1, 0.2, -0.2, 0.4, 0.5214),
                new SummaryRow("sigma", 1.3, 0.1, 1.2, 1.5));
        SectionTable table = SummaryParts.table("", rows, 0, List.of());
        CellText form = CellText.of(table.columns().get(5).decimals());
        assertEquals(
                List.of("0.000", "0.000", "1.000", "0.521", ""),
                table.rows().stream().map(row -> row.cells().get(5).in(form)).toList());
    }
}
