package io.credence.spark.row;

import io.credence.formula.Design;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Plan that turns selected columns into a row of a block, serialisable for executors.
 *
 * @param malformedOrdinal position of the column that holds a line which could not be split into cells; −1 for none
 * @param roles columns beside the features
 * @param series plan by which rows make series; null where they are exchangeable
 * @param levelPlan plan of the levels of grouping factors; null where there are none
 * @param sources columns that become features, or cells of the formula, in the order of their targets
 * @param formula formula that makes features of cells; null where cells are features
 * @param interceptTarget target of the column of ones; −1 for none
 * @param columns number of features, intercept included
 * @param sparse whether only entries other than 0 are kept
 * @param skipsUnusable whether a row with a missing or unusable cell is left out instead of refused
 * @param flagsUnseen whether a row with an unseen level is flagged instead of refused
 * @param scales numbers by which features are divided; null for none
 */
public record RowPlan(
        int malformedOrdinal,
        RowRoles roles,
        @Nullable SeriesPlan series,
        @Nullable LevelPlan levelPlan,
        List<FeatureSource> sources,
        @Nullable FormulaCells formula,
        int interceptTarget,
        int columns,
        boolean sparse,
        boolean skipsUnusable,
        boolean flagsUnseen,
        double @Nullable [] scales)
        implements Serializable {

    /** Share of cells other than 0 below which rows are packed sparse. */
    private static final double SPARSE_BELOW = 0.25;

    public RowPlan {
        sources = new ArrayList<>(sources);
    }

    /**
     * Column that is not a feature.
     *
     * @param levelNumbers number of each of its words; null where its cells are numbers
     * @param isSd whether weights are the inverse squares of its cells
     */
    public record Role(
            int ordinal,
            String column,
            CellType type,
            @Nullable Map<UTF8String, Integer> levelNumbers,
            boolean isSd) implements Serializable {
        public Role(int ordinal, String column, CellType type) {
            this(ordinal, column, type, null, false);
        }
    }

    /** Whether rows may be left out, for a missing cell or for weight 0. */
    public boolean mayLeaveOut() {
        boolean trials = roles.secondResponse() != null || formula != null && formula.trials() != null;
        return skipsUnusable || roles.weight() != null || trials;
    }

    /** Number of grouping factors. */
    int groupings() {
        return levelPlan == null ? 0 : levelPlan.factors().size();
    }

    /** Whether rows with that many cells other than 0 are worth packing sparse. */
    public static boolean isSparse(double entries, int columns) {
        return entries < SPARSE_BELOW * columns;
    }

    /** Name of the label in messages; null where there is none. */
    @Nullable
    String labelName() {
        if (roles.label() != null) {
            return roles.label().column();
        }
        return formula == null || formula.response() == null
                ? null
                : formula.design().formula().responseText();
    }

    /** Copy that refuses every row that has a fault. */
    public RowPlan withFaultsRefused() {
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                levelPlan,
                sources,
                formula,
                interceptTarget,
                columns,
                sparse,
                false,
                flagsUnseen,
                scales);
    }

    /** Copy that flags rows with unseen levels. */
    public RowPlan withUnseenFlagged() {
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                levelPlan,
                sources,
                formula,
                interceptTarget,
                columns,
                sparse,
                skipsUnusable,
                true,
                scales);
    }

    /** Copy with other features. */
    public RowPlan withSources(List<FeatureSource> other, int newColumns, boolean isSparse) {
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                levelPlan,
                other,
                formula,
                interceptTarget,
                newColumns,
                isSparse,
                skipsUnusable,
                flagsUnseen,
                scales);
    }

    /** Copy with features that a formula makes of cells. */
    public RowPlan withFormula(FormulaCells cells, List<FeatureSource> other, boolean isSparse) {
        int first = cells.design().hasIntercept() ? 0 : -1;
        int width = cells.design().names().size();
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                levelPlan,
                other,
                cells,
                first,
                width,
                isSparse,
                skipsUnusable,
                flagsUnseen,
                scales);
    }

    /**
     * Copy with features at other positions. Cells of a formula stay where its design reads them.
     *
     * @param targets position of each feature; −1 of those that are left out
     * @param left number of features that stay
     * @param design design of the formula without them; null where cells are features
     */
    public RowPlan withTargets(int[] targets, int left, @Nullable Design design) {
        double[] divisors = scales == null ? null : new double[left];
        for (int j = 0; j < targets.length && scales != null && divisors != null; j++) {
            if (targets[j] >= 0) {
                divisors[targets[j]] = scales[j];
            }
        }
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                levelPlan,
                formula == null
                        ? sources.stream()
                                .map(source -> source.withTargets(targets))
                                .toList()
                        : sources,
                formula == null || design == null ? formula : formula.withDesign(design),
                interceptTarget,
                left,
                sparse,
                skipsUnusable,
                flagsUnseen,
                divisors);
    }

    /** Copy with grouping factors. */
    public RowPlan withLevelPlan(LevelPlan others) {
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                others,
                sources,
                formula,
                interceptTarget,
                columns,
                sparse,
                skipsUnusable,
                flagsUnseen,
                scales);
    }

    /** Copy with features divided by scales. */
    public RowPlan withScales(double[] divisors) {
        return new RowPlan(
                malformedOrdinal,
                roles,
                series,
                levelPlan,
                sources,
                formula,
                interceptTarget,
                columns,
                sparse,
                skipsUnusable,
                flagsUnseen,
                divisors);
    }
}
