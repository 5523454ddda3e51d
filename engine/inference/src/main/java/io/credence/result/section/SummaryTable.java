package io.credence.result.section;

import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Posterior summaries as parallel lists.
 *
 * @param names names of the numbers
 * @param mean posterior means
 * @param sd posterior standard deviations
 * @param q05 lower ends of central 90 % intervals
 * @param q95 upper ends of these intervals
 * @param positive probabilities of being above 0, null where a number's sign is fixed; null in files of earlier versions
 */
public record SummaryTable(
        List<String> names,
        double[] mean,
        double[] sd,
        double[] q05,
        double[] q95,
        @Nullable Double @Nullable [] positive) {

    public SummaryTable {
        int count = names.size();
        Refusal.requireLengths(
                count,
                List.of("mean", "sd", "q05", "q95", "positive"),
                mean.length,
                sd.length,
                q05.length,
                q95.length,
                positive == null ? count : positive.length);
    }

    static SummaryTable of(List<SummaryRow> rows) {
        return new SummaryTable(
                rows.stream().map(SummaryRow::name).toList(),
                column(rows, SummaryRow::mean),
                column(rows, SummaryRow::sd),
                column(rows, SummaryRow::lower),
                column(rows, SummaryRow::upper),
                rows.stream()
                        .map(row -> Double.isNaN(row.positiveProbability()) ? null : row.positiveProbability())
                        .toArray(Double[]::new));
    }

    static double[] column(List<SummaryRow> rows, ToDoubleFunction<SummaryRow> number) {
        return rows.stream().mapToDouble(number).toArray();
    }

    /** The summaries, row by row. */
    public List<SummaryRow> rows() {
        return IntStream.range(0, names.size())
                .mapToObj(k -> new SummaryRow(names.get(k), mean[k], sd[k], q05[k], q95[k], positiveProbability(k)))
                .toList();
    }

    private double positiveProbability(int k) {
        Double known = positive == null ? null : positive[k];
        return known == null ? Double.NaN : known;
    }
}
