package io.credence.config;

import io.credence.formula.Formula;
import io.credence.formula.GroupingTerm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Columns that predict the response, and their coding.
 *
 * @param formula response and terms in R's notation, instead of label, features, categorical and intercept; null for
 *     none
 * @param groupingTerms effects that vary between levels, of the formula or of model.groups; empty where none do
 * @param features names of feature columns, in order; {@code *} means all columns without another role
 * @param categorical columns that become one indicator per level but the first, levels in ascending order
 * @param exclude columns that {@code *} and a formula's {@code .} leave out
 * @param referenceLevels reference level, which comes first, by categorical column
 * @param intercept whether a column of ones is put first
 */
public record PredictorColumns(
        @Nullable Formula formula,
        List<GroupingTerm> groupingTerms,
        List<String> features,
        List<String> categorical,
        List<String> exclude,
        Map<String, String> referenceLevels,
        boolean intercept) {

    /** Name that means all columns without another role. */
    public static final String ALL = "*";

    /** Whether all columns without another role are among them. */
    boolean includesOthers() {
        return formula == null
                ? features.contains(ALL)
                : formula.termColumns(List.of(ALL)).contains(ALL);
    }

    /** Predictors made of columns and an intercept. */
    public static PredictorColumns of(List<String> features) {
        return new PredictorColumns(null, List.of(), features, List.of(), List.of(), Map.of(), true);
    }
}
