package io.credence.report.page;

import io.credence.diagnostic.WeightingChanges;
import io.credence.result.section.SummariesSection;
import io.credence.summary.NumberFormat;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Section that compares the standard deviations of a mean-field posterior with those by linear response.
 *
 * @param lines lines of the table, one for each number
 * @param more number of lines that are left out
 * @param change sentence on the largest change
 */
record LinearResponseSection(List<ResponseRow> lines, int more, String change) {

    /**
     * Line of the table, for one number.
     *
     * @param css CSS class: "moved" where the two differ by more than is negligible
     * @param own standard deviation of the posterior
     * @param other standard deviation by linear response, whose interval follows
     * @param ratio ratio of the standard deviation by linear response to the posterior's
     */
    record ResponseRow(String name, String css, String own, String other, String ratio, String lower, String upper) {}

    /**
     * Section of a fit; null where linear response was not computed.
     *
     * @param rows the posterior's own summaries
     */
    static @Nullable LinearResponseSection of(
            List<SummaryRow> rows, SummariesSection.@Nullable LinearResponseSection linearResponse) {
        if (linearResponse == null) {
            return null;
        }
        List<SummaryRow> others = linearResponse.table().rows();
        Map<String, SummaryRow> own =
                rows.stream().collect(Collectors.toMap(SummaryRow::name, Function.identity(), (a, b) -> a));
        NumberFormat numbers = NumberFormat.of(rows);
        List<ResponseRow> lines = others.stream()
                .limit(CoefficientTable.MOST)
                .map(row -> toRow(own.getOrDefault(row.name(), row), row, numbers))
                .toList();
        return new LinearResponseSection(lines, others.size() - lines.size(), changeText(linearResponse.largestMove()));
    }

    private static ResponseRow toRow(SummaryRow own, SummaryRow other, NumberFormat numbers) {
        double ratio = other.sd() / own.sd();
        return new ResponseRow(
                own.name(),
                Math.abs(Math.log(ratio)) <= WeightingChanges.NEGLIGIBLE ? "" : "moved",
                numbers.format(own.sd()),
                numbers.format(other.sd()),
                String.format(Locale.ROOT, "%.2f", ratio),
                numbers.format(other.lower()),
                numbers.format(other.upper()));
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
