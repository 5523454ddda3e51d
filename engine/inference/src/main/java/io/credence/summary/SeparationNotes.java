package io.credence.summary;

import io.credence.diagnostic.Separation;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Sentences on columns whose rows set no limit to a coefficient.
 *
 * @param names of the columns
 * @param units by which values of the columns were divided, by index
 * @param classes words for the classes; empty where labels are numbers
 */
public record SeparationNotes(List<String> names, IntToDoubleFunction units, List<String> classes) {

    /** Columns up to which each has a sentence of its own. */
    private static final int FEW = 3;

    /** Standard deviation of a coefficient of an indicator that is not large on the log scale: the default's. */
    private static final double USUAL = 2.5;

    /** A sentence for each of a few columns, or one for all of them. */
    public List<String> of(List<Separation.Separated> columns) {
        if (columns.size() <= FEW) {
            return columns.stream().map(this::single).toList();
        }
        List<String> all = columns.stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "%s (%d row%s, label %s)",
                        value(each),
                        each.rows(),
                        each.rows() == 1 ? "" : "s",
                        label(each)))
                .toList();
        return List.of("all rows of a value have one label in " + columns.size() + " columns, "
                + Sentences.some(all) + ": the rows set no limit to their coefficients, the prior alone does; "
                + advice(columns.get(0)));
    }

    private String single(Separation.Separated column) {
        return String.format(
                Locale.ROOT,
                "%s %s has label %s: the rows set no limit to the coefficient of %s, the prior alone does; %s",
                column.rows() == 1 ? "the only row with" : "each of the " + column.rows() + " rows with",
                value(column),
                label(column),
                names.get(column.column()),
                advice(column));
    }

    private String advice(Separation.Separated column) {
        return String.format(
                Locale.ROOT,
                "prior.coefficients { \"%s\" { sd = %.3g } } sets a narrower one, or collect rare levels into one",
                names.get(column.column()),
                USUAL);
    }

    private String value(Separation.Separated column) {
        return names.get(column.column()) + " = " + number(column.value() * units.applyAsDouble(column.column()));
    }

    private String label(Separation.Separated column) {
        return classes.isEmpty() ? number(column.label()) : classes.get((int) column.label());
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf(Math.round(value))
                : String.format(Locale.ROOT, "%.4g", value);
    }
}
