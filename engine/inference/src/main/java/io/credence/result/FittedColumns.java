package io.credence.result;

import io.credence.formula.Design;
import io.credence.result.section.DataSection.ColumnsSection;
import io.credence.result.section.FormulaSection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a fit that have no coefficient, and the design made of the columns.
 *
 * @param referenceLevels reference level, which has no coefficient, of each categorical column, as far as it was saved
 * @param aliasedColumns names of columns without a coefficient, since they are linear combinations of the others
 * @param design design that a formula made of the columns; null without a formula
 */
public record FittedColumns(
        Map<String, String> referenceLevels,
        List<String> aliasedColumns,
        @Nullable Design design) {
    public FittedColumns {
        referenceLevels = Collections.unmodifiableMap(new LinkedHashMap<>(referenceLevels));
        aliasedColumns = List.copyOf(aliasedColumns);
    }

    /** Columns of a fit without a formula and without aliased columns. */
    public static FittedColumns of(Map<String, String> baselines) {
        return new FittedColumns(baselines, List.of(), null);
    }

    static FittedColumns of(ColumnsSection section, SavedModel model) {
        FormulaSection formula = section.formula();
        return new FittedColumns(
                section.baselines(),
                section.aliased(),
                formula == null
                        ? null
                        : formula.design(section.aliased(), model.furtherTerms(), model.numberColumns()));
    }
}
