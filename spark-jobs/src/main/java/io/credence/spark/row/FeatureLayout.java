package io.credence.spark.row;

import io.credence.formula.Design;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Features of a row: the columns they come from, and how they are stored.
 *
 * @param sources columns that become features, or cells of the formula, in the order of their targets
 * @param formula formula that makes features of cells; null where cells are features
 * @param interceptTarget target of the column of ones; −1 for none
 * @param columns number of features, intercept included
 * @param sparse whether only entries other than 0 are kept
 * @param scales numbers by which features are divided; null for none
 */
public record FeatureLayout(
        List<FeatureSource> sources,
        @Nullable FormulaCells formula,
        int interceptTarget,
        int columns,
        boolean sparse,
        double @Nullable [] scales)
        implements Serializable {

    /** Share of cells other than 0 below which rows are packed sparse. */
    private static final double SPARSE_BELOW = 0.25;

    public FeatureLayout {
        sources = new ArrayList<>(sources);
    }

    /** Whether rows with that many cells other than 0 are worth packing sparse. */
    public static boolean isSparse(double entries, int columns) {
        return entries < SPARSE_BELOW * columns;
    }

    /** Copy with other features. */
    FeatureLayout withSources(List<FeatureSource> other, int newColumns, boolean isSparse) {
        return new FeatureLayout(other, formula, interceptTarget, newColumns, isSparse, scales);
    }

    /** Copy with features that a formula makes of cells. */
    FeatureLayout withFormula(FormulaCells cells, List<FeatureSource> other, boolean isSparse) {
        int first = cells.design().hasIntercept() ? 0 : -1;
        return new FeatureLayout(other, cells, first, cells.design().names().size(), isSparse, scales);
    }

    /**
     * Copy with features at other positions. Cells of a formula stay where its design reads them.
     *
     * @param targets position of each feature; −1 of those that are left out
     * @param left number of features that stay
     * @param design design of the formula without them; null where cells are features
     */
    FeatureLayout withTargets(int[] targets, int left, @Nullable Design design) {
        double[] divisors = scales == null ? null : new double[left];
        for (int j = 0; j < targets.length && scales != null && divisors != null; j++) {
            if (targets[j] >= 0) {
                divisors[targets[j]] = scales[j];
            }
        }
        return new FeatureLayout(
                formula == null
                        ? sources.stream()
                                .map(source -> source.withTargets(targets))
                                .toList()
                        : sources,
                formula == null || design == null ? formula : formula.withDesign(design),
                interceptTarget,
                left,
                sparse,
                divisors);
    }

    /** Copy with features divided by scales. */
    FeatureLayout withScales(double[] divisors) {
        return new FeatureLayout(sources, formula, interceptTarget, columns, sparse, divisors);
    }
}
