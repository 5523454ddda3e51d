package io.credence.report.page;

import io.credence.diagnostic.WeightingChanges;
import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.kind.SectionTable.Emphasis;
import io.credence.kind.SectionTable.Row;
import io.credence.kind.TableCell;
import io.credence.result.section.SummariesSection;
import io.credence.summary.NumberFormat;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Section that compares the standard deviations of a mean-field posterior with those by linear response. */
final class LinearResponseSection {

    private static final int RATIO_DECIMALS = 2;

    private LinearResponseSection() {}

    /**
     * Section of a fit; null where linear response was not computed.
     *
     * @param rows the posterior's own summaries
     */
    static @Nullable Section of(
            List<SummaryRow> rows, SummariesSection.@Nullable LinearResponseSection linearResponse) {
        if (linearResponse == null) {
            return null;
        }
        Map<String, SummaryRow> own =
                rows.stream().collect(Collectors.toMap(SummaryRow::name, Function.identity(), (a, b) -> a));
        int decimals = NumberFormat.of(rows).decimals();
        List<Row> lines = linearResponse.table().rows().stream()
                .map(row -> toRow(own.getOrDefault(row.name(), row), row))
                .toList();
        List<Column> columns = List.of(
                Column.ofTexts("name"),
                Column.ofNumbers("sd", decimals),
                Column.ofNumbers("by response", decimals),
                Column.ofNumbers("ratio", RATIO_DECIMALS),
                Column.ofNumbers("5 %", decimals),
                Column.ofNumbers("95 %", decimals));
        return Section.of("response", "what linear response changes")
                .withNote(
                        "A posterior of independent parameters has the sd of each given the others. The sds themselves"
                                + " follow from how its means would respond to other data. "
                                + changeText(linearResponse.largestMove()))
                .withTable(new SectionTable("", columns, lines, 0));
    }

    private static Row toRow(SummaryRow own, SummaryRow other) {
        double ratio = other.sd() / own.sd();
        return new Row(
                List.of(
                        TableCell.of(own.name()),
                        TableCell.of(own.sd()),
                        TableCell.of(other.sd()),
                        TableCell.of(ratio),
                        TableCell.of(other.lower()),
                        TableCell.of(other.upper())),
                Math.abs(Math.log(ratio)) <= WeightingChanges.NEGLIGIBLE ? null : Emphasis.DOUBTFUL);
    }

    private static String changeText(double largest) {
        return largest <= WeightingChanges.NEGLIGIBLE
                ? "No sd changes by more than 10 %: the parameters are about independent."
                : String.format(
                        Locale.ROOT,
                        "Sds change by a factor of up to %.2f: as independent, parameters that are correlated seem surer than"
                                + " they are.",
                        Math.exp(largest));
    }
}
