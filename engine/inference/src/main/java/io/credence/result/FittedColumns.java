package io.credence.result;

import io.credence.formula.Design;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a fit beside those that have a coefficient.
 *
 * @param referenceLevels reference level of each categorical column, which has no coefficient, as far as known
 * @param aliasedColumns names of columns without a coefficient, since they are linear combinations of the others
 * @param design design that a formula made of the columns; null where they were features as they are
 */
public record FittedColumns(
        Map<String, String> referenceLevels,
        List<String> aliasedColumns,
        @Nullable Design design) {
    public FittedColumns {
        referenceLevels = Collections.unmodifiableMap(new LinkedHashMap<>(referenceLevels));
        aliasedColumns = List.copyOf(aliasedColumns);
    }

    /** Columns without a formula and without aliased ones. */
    public static FittedColumns of(Map<String, String> baselines) {
        return new FittedColumns(baselines, List.of(), null);
    }

    static FittedColumns read(JsonCursor data) {
        JsonCursor first = data.child("baselines");
        Map<String, String> baselines = new LinkedHashMap<>();
        first.node()
                .fieldNames()
                .forEachRemaining(name -> baselines.put(name, first.child(name).text()));
        JsonCursor formula = data.child("formula");
        JsonCursor left = data.child("aliased");
        List<String> aliased = left.isPresent() ? left.texts() : List.of();
        return new FittedColumns(
                baselines, aliased, formula.isPresent() ? FormulaSection.read(formula.node(), aliased) : null);
    }
}
