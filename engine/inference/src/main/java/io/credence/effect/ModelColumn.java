package io.credence.effect;

import io.credence.formula.Design;
import io.credence.formula.DesignData;
import io.credence.result.FittedColumns;
import io.credence.result.SavedPosterior;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Column of the table from which features of a model are made.
 *
 * @param name name of the column
 * @param levels levels of a factor, the reference level first; empty for a numeric column
 */
public record ModelColumn(String name, List<String> levels) implements Serializable {

    public ModelColumn {
        levels = List.copyOf(levels);
    }

    /**
     * Columns from which the features of a fit were made, in order, without columns of the offset.
     *
     * @param features names of the features that coefficients multiply
     */
    public static List<ModelColumn> of(SavedPosterior posterior, List<String> features) {
        FittedColumns columns = posterior.fittedColumns();
        Design design = columns.design();
        if (design != null) {
            return ofFormula(design);
        }
        List<String> all = new ArrayList<>(features);
        all.addAll(columns.aliasedColumns());
        return ofFeatures(all, columns.referenceLevels());
    }

    private static List<ModelColumn> ofFormula(Design design) {
        DesignData data = design.data();
        Map<String, Boolean> factors = new LinkedHashMap<>();
        design.cellInputs().forEach(input -> factors.merge(input.column(), input.isLevel(), Boolean::logicalOr));
        factors.keySet().retainAll(design.formula().termColumns(data.otherColumns()));
        return factors.entrySet().stream()
                .map(column -> new ModelColumn(
                        column.getKey(),
                        column.getValue() ? data.levels().getOrDefault(column.getKey(), List.of()) : List.of()))
                .toList();
    }

    /** Columns of features of a model without a formula. The feature of a level is named {@code column=level}. */
    private static List<ModelColumn> ofFeatures(List<String> features, Map<String, String> baselines) {
        Map<String, List<String>> levels = new LinkedHashMap<>();
        for (String feature : features) {
            String factor = baselines.keySet().stream()
                    .filter(column -> feature.startsWith(column + "="))
                    .findFirst()
                    .orElse(null);
            if (factor != null) {
                levels.computeIfAbsent(
                                factor, column -> new ArrayList<>(List.of(String.valueOf(baselines.get(column)))))
                        .add(feature.substring(factor.length() + 1));
            } else if (!feature.equals(Design.INTERCEPT)) {
                levels.put(feature, List.of());
            }
        }
        return levels.entrySet().stream()
                .map(each -> new ModelColumn(each.getKey(), each.getValue()))
                .toList();
    }

    /** Whether the column is a factor. */
    public boolean isFactor() {
        return !levels.isEmpty();
    }

    /**
     * Range and quantiles of the numbers of a column.
     *
     * @param minimum smallest number
     * @param maximum largest number
     * @param lowerQuantile 5 % quantile
     * @param upperQuantile 95 % quantile
     * @param isBinary whether the numbers are 0 and 1
     */
    public record Range(double minimum, double maximum, double lowerQuantile, double upperQuantile, boolean isBinary)
            implements Serializable {

        /** Share of the range by which a number is changed on either side to compute a slope. */
        private static final double STEP = 1e-4;

        /**
         * Step by which a number is changed on either side to compute a slope. It is small compared with the range, and
         * large compared with rounding.
         */
        double step() {
            double span = maximum - minimum;
            return STEP * (span > 0 ? span : Math.max(1, Math.abs(maximum)));
        }

        /** Equally spaced values from the lower to the upper quantile. */
        double[] grid(int count) {
            double[] grid = new double[count];
            for (int k = 0; k < count; k++) {
                grid[k] = lowerQuantile + (upperQuantile - lowerQuantile) * k / Math.max(1, count - 1);
            }
            return grid;
        }
    }
}
