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
 * Standard deviations of a mean-field posterior beside those of linear response.
 *
 * @param lines one for each number
 * @param more how many are left out
 * @param change what changes most, as a sentence
 */
record ResponseSection(List<Line> lines, int more, String change) {

    /**
     * A number.
     *
     * @param css class: moved where the two differ by more than nobody minds
     * @param own standard deviation of the posterior
     * @param other that of linear response, with the interval that follows
     * @param ratio the second over the first
     */
    record Line(String name, String css, String own, String other, String ratio, String lower, String upper) {}

    /**
     * Of a fit; null where linear response was not taken.
     *
     * @param rows what the posterior shows
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
