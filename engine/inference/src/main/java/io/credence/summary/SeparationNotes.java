package io.credence.summary;

import io.credence.diagnostic.SeparationSearch;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Sentences on columns with a value whose rows all have one label, so that the rows do not bound the coefficient.
 *
 * @param names names of the columns
 * @param units units that the values of the columns were divided by, by index
 * @param classes names of the classes; empty where labels are numbers
 */
public record SeparationNotes(List<String> names, IntToDoubleFunction units, List<String> classes) {

    /** Largest number of columns that each have a separate sentence. */
    private static final int FEW = 3;

    /**
     * Standard deviation of the prior that the advice names, which is the default. It is moderate for the coefficient
     * of an indicator on the log scale.
     */
    private static final double USUAL = 2.5;

    /** Sentences on separated columns: one for each of a few, or one for all of them. */
    public List<String> notes(List<SeparationSearch.SeparatingColumn> columns) {
        if (columns.size() <= FEW) {
            return columns.stream().map(this::singleNote).toList();
        }
        List<String> all = columns.stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "%s (%d row%s, label %s)",
                        valueText(each),
                        each.rows(),
                        each.rows() == 1 ? "" : "s",
                        labelText(each)))
                .toList();
        return List.of("all rows of a value have one label in " + columns.size() + " columns, "
                + Sentences.listed(all) + ": the rows set no limit to their coefficients, the prior alone does; "
                + advice(columns.get(0)));
    }

    private String singleNote(SeparationSearch.SeparatingColumn column) {
        return String.format(
                Locale.ROOT,
                "%s %s has label %s: the rows set no limit to the coefficient of %s, the prior alone does; %s",
                column.rows() == 1 ? "the only row with" : "each of the " + column.rows() + " rows with",
                valueText(column),
                labelText(column),
                names.get(column.column()),
                advice(column));
    }

    private String advice(SeparationSearch.SeparatingColumn column) {
        return String.format(
                Locale.ROOT,
                "prior.coefficients { \"%s\" { sd = %.3g } } sets a narrower one, or collect rare levels into one",
                names.get(column.column()),
                USUAL);
    }

    private String valueText(SeparationSearch.SeparatingColumn column) {
        return names.get(column.column()) + " = " + numberText(column.value() * units.applyAsDouble(column.column()));
    }

    private String labelText(SeparationSearch.SeparatingColumn column) {
        return classes.isEmpty() ? numberText(column.label()) : classes.get((int) column.label());
    }

    private static String numberText(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf(Math.round(value))
                : String.format(Locale.ROOT, "%.4g", value);
    }
}
