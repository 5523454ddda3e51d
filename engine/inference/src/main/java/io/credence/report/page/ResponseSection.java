package io.credence.report.page;

import io.credence.diagnostic.Moves;
import io.credence.result.SavedFindings.LinearResponseSummary;
import io.credence.summary.ShownNumbers;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Section with the standard deviations of a mean-field posterior beside those of linear response.
 *
 * @param lines lines of the table, one for each number
 * @param more number of lines that are left out
 * @param change sentence on the largest change
 */
record ResponseSection(List<Line> lines, int more, String change) {

    /**
     * Line of the table, for one number.
     *
     * @param css CSS class: moved where the two differ by more than is negligible
     * @param own standard deviation of the posterior
     * @param other standard deviation by linear response, whose interval follows
     * @param ratio ratio of the second to the first
     */
    record Line(String name, String css, String own, String other, String ratio, String lower, String upper) {}

    /**
     * Section of a fit; null where linear response was not computed.
     *
     * @param rows the posterior's own summaries
     */
    static @Nullable ResponseSection of(List<SummaryRow> rows, LinearResponseSummary linearResponse) {
        if (linearResponse.rows().isEmpty()) {
            return null;
        }
        Map<String, SummaryRow> own =
                rows.stream().collect(Collectors.toMap(SummaryRow::name, Function.identity(), (a, b) -> a));
        ShownNumbers numbers = ShownNumbers.of(rows);
        List<Line> lines = linearResponse.rows().stream()
                .limit(CoefficientTable.MOST)
                .map(row -> line(own.getOrDefault(row.name(), row), row, numbers))
                .toList();
        return new ResponseSection(
                lines, linearResponse.rows().size() - lines.size(), change(linearResponse.largestMove()));
    }

    private static Line line(SummaryRow own, SummaryRow other, ShownNumbers numbers) {
        double ratio = other.sd() / own.sd();
        return new Line(
                own.name(),
                Math.abs(Math.log(ratio)) <= Moves.NEGLIGIBLE ? "" : "moved",
                numbers.text(own.sd()),
                numbers.text(other.sd()),
                String.format(Locale.ROOT, "%.2f", ratio),
                numbers.text(other.lower()),
                numbers.text(other.upper()));
    }

    private static String change(double largest) {
        return largest <= Moves.NEGLIGIBLE
                ? "No sd changes by more than 10 %: the parameters are about independent."
                : String.format(
                        Locale.ROOT,
                        "Sds change by a factor of up to %.2f: as independent, parameters that are correlated seem surer than"
                                + " they are.",
                        Math.exp(largest));
    }
}
