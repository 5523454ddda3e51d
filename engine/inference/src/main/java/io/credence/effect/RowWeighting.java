package io.credence.effect;

import java.util.List;
import java.util.Locale;

/**
 * Weight of a row in averages over rows.
 *
 * @param includesTrials whether the weight includes the number of trials
 * @param columns names of the columns whose product is the weight; empty where each row counts once
 * @param missingColumns names of columns that weighted the rows of the fit, but that these rows lack
 */
public record RowWeighting(boolean includesTrials, List<String> columns, List<String> missingColumns) {

    /** Weight 1 for each row. */
    public static final RowWeighting ROWS = new RowWeighting(false, List.of(), List.of());

    public RowWeighting {
        columns = List.copyOf(columns);
        missingColumns = List.copyOf(missingColumns);
    }

    /** Weights by the numbers of a column. */
    public static RowWeighting byColumn(String column) {
        return new RowWeighting(false, List.of(column), List.of());
    }

    /** Text on the columns whose product is the weight, such as <em>trials × weight</em>. */
    public String productText() {
        return String.join(" × ", columns);
    }

    /** Text on the averaged rows, such as <em>4,000 trials of 8 rows</em>. */
    String rowsText(long rows, double weight) {
        String all = String.format(Locale.ROOT, rows == 1 ? "%,d row" : "%,d rows", rows);
        String once = missingColumns.isEmpty() ? all : all + " without " + String.join(", ", missingColumns);
        if (columns.isEmpty()) {
            return once;
        }
        boolean whole = weight == Math.rint(weight) && weight < 1e15;
        String sum = String.format(Locale.ROOT, whole ? "%,.0f" : "%.5g", weight);
        return includesTrials && columns.size() == 1
                ? sum + " trials of " + once
                : "weight " + sum + " (" + productText() + ") of " + once;
    }
}
