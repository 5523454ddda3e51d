package io.credence.diagnostic;

import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.Likelihood;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A search for columns whose rows set no limit to a coefficient: indicators, and others of two values, where all rows of one value are of one
 * class, or are counts of zero (Albert and Anderson 1984). The prior alone bounds such a coefficient, whose posterior has a long tail on
 * one side. One pass over the rows.
 *
 * @param ofZeros whether labels are counts, of which zeros alone set no limit, rather than classes
 * @param classes words for the classes; empty where labels are numbers
 */
public record Separation(ExecutionBackend backend, boolean ofZeros, List<String> classes) {

    /** Standard deviation of a coefficient of an indicator that is not large on the log scale: the default's. */
    private static final double USUAL = 2.5;

    /**
     * Such a column.
     *
     * @param column its index among the features
     * @param value it has in these rows
     * @param rows how many there are
     * @param label they all have
     */
    public record Separated(int column, double value, long rows, double label) {

        /**
         * In words.
         *
         * @param name of the column
         * @param unit by which values in the rows were divided
         * @param classes words for the classes; empty where labels are numbers
         */
        public String text(String name, double unit, List<String> classes) {
            return String.format(
                    Locale.ROOT,
                    "%s %s = %s has label %s: the rows set no limit to the coefficient of %s, the prior alone does;"
                            + " prior.coefficients { \"%s\" { sd = %.3g } } sets a narrower one, or collect rare levels into one",
                    rows == 1 ? "the only row with" : "each of the " + rows + " rows with",
                    name,
                    number(value * unit),
                    classes.isEmpty() ? number(label) : classes.get((int) label),
                    name,
                    name,
                    USUAL);
        }

        private static String number(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? String.valueOf(Math.round(value))
                    : String.format(Locale.ROOT, "%.4g", value);
        }
    }

    /** That of a loss of classes or counts; null for others. */
    public static @Nullable Separation of(DrawLoss loss, ExecutionBackend backend, List<String> classes) {
        PredictorLoss linear = loss.linear();
        Likelihood likelihood = linear == null ? null : linear.likelihood();
        if (likelihood == null || (likelihood.outcomes() == 0 && !likelihood.isMeanExponential())) {
            return null;
        }
        return new Separation(backend, likelihood.outcomes() == 0, classes);
    }

    /**
     * A sentence for each of them, in the order of the columns.
     *
     * @param names of the columns
     * @param units by which values of the columns were divided, by index
     */
    public List<String> sentences(List<String> names, IntToDoubleFunction units) {
        return columns().stream()
                .map(each -> each.text(names.get(each.column()), units.applyAsDouble(each.column()), classes))
                .toList();
    }

    /** All of them, in the order of the columns. */
    public List<Separated> columns() {
        ColumnLabels found = backend.run(new ColumnLabelsPass(backend.summary().columns()));
        List<Separated> separated = new ArrayList<>();
        for (int j = 0; j < backend.summary().columns(); j++) {
            for (ColumnLabels.Value each : found.of(j)) {
                if (!each.isMixed() && (!ofZeros || each.label() == 0)) {
                    separated.add(new Separated(j, each.value(), each.rows(), each.label()));
                }
            }
        }
        return List.copyOf(separated);
    }
}
