package io.credence.spark.row;

import io.credence.formula.Design;
import java.io.Serializable;
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
 * @param features features of a row
 * @param skipsUnusable whether a row with a missing or unusable cell is left out instead of refused
 * @param flagsUnseen whether a row with an unseen level is flagged instead of refused
 */
public record RowPlan(
        int malformedOrdinal,
        RowRoles roles,
        @Nullable SeriesPlan series,
        @Nullable LevelPlan levelPlan,
        FeatureLayout features,
        boolean skipsUnusable,
        boolean flagsUnseen)
        implements Serializable {

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
        FormulaCells formula = features.formula();
        boolean trials = roles.secondResponse() != null || formula != null && formula.trials() != null;
        return skipsUnusable || roles.weight() != null || trials;
    }

    /** Number of grouping factors. */
    int groupings() {
        return levelPlan == null ? 0 : levelPlan.factors().size();
    }

    /** Number of entries of effects of which rows may bring moments. */
    int momentCount() {
        return levelPlan == null ? 0 : levelPlan.momentOrdinals().length;
    }

    /** Name of the label in messages; null where there is none. */
    @Nullable
    public String labelName() {
        if (roles.label() != null) {
            return roles.label().column();
        }
        FormulaCells formula = features.formula();
        return formula == null || formula.response() == null
                ? null
                : formula.design().formula().responseText();
    }

    /** Copy for rows that are not joined with the numbers of their levels. */
    public RowPlan beforeJoin() {
        return levelPlan == null ? this : withLevelPlan(levelPlan.beforeJoin());
    }

    /** Copy that refuses every row that has a fault. */
    public RowPlan withFaultsRefused() {
        return new RowPlan(malformedOrdinal, roles, series, levelPlan, features, false, flagsUnseen);
    }

    /** Copy that flags rows with unseen levels. */
    public RowPlan withUnseenFlagged() {
        return new RowPlan(malformedOrdinal, roles, series, levelPlan, features, skipsUnusable, true);
    }

    /** Copy with grouping factors. */
    public RowPlan withLevelPlan(LevelPlan others) {
        return new RowPlan(malformedOrdinal, roles, series, others, features, skipsUnusable, flagsUnseen);
    }

    private RowPlan with(FeatureLayout others) {
        return new RowPlan(malformedOrdinal, roles, series, levelPlan, others, skipsUnusable, flagsUnseen);
    }

    /** Copy with other features. */
    public RowPlan withSources(List<FeatureSource> other, int newColumns, boolean isSparse) {
        return with(features.withSources(other, newColumns, isSparse));
    }

    /** Copy with features that a formula makes of cells. */
    public RowPlan withFormula(FormulaCells cells, List<FeatureSource> other, boolean isSparse) {
        return with(features.withFormula(cells, other, isSparse));
    }

    /**
     * Copy with features at other positions. Cells of a formula stay where its design reads them.
     *
     * @param targets position of each feature; −1 of those that are left out
     * @param left number of features that stay
     * @param design design of the formula without them; null where cells are features
     */
    public RowPlan withTargets(int[] targets, int left, @Nullable Design design) {
        return with(features.withTargets(targets, left, design));
    }

    /** Copy with features divided by scales. */
    public RowPlan withScales(double[] divisors) {
        return with(features.withScales(divisors));
    }
}
