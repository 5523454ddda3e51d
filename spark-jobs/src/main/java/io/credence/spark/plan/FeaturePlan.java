package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.formula.Design;
import io.credence.formula.Smooth;
import io.credence.kind.RandomEffects;
import io.credence.spark.backend.RowPartitions;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plan that turns a table's columns into rows of features. It is resolved from names and types, and completed by passes
 * over the rows, also in a task.
 */
public interface FeaturePlan extends Serializable {

    /** Name of the column of ones. */
    String INTERCEPT = "(Intercept)";

    /**
     * Completes the plan for rows.
     *
     * @param rows rows of the selected columns, which are read if levels, spread or bases have to be found
     * @param origin origin of these rows
     * @param config configuration by which the columns were selected
     * @param earlier facts that are taken over from an earlier fit
     * @throws DataException if a row that is read cannot be used
     */
    Features complete(RowPartitions rows, RowOrigin origin, DataConfig config, EarlierFitColumns earlier);

    /** Copy that leaves out rows without a level of the grouping factors. */
    FeaturePlan withLevelPlan(LevelPlan levels);

    /**
     * Features that columns become by a completed plan.
     *
     * @param plan plan for packing
     * @param names names of the features
     * @param baselines level without an indicator of each categorical column
     * @param classNames words for the classes of the label, in order; empty where labels are numbers
     * @param aliased names of features that are left out, since they add nothing to the others
     * @param design design that a formula makes of the columns; null where they are features as they are
     * @param notes notes for users
     * @param coefficients coefficients of the features
     */
    record Features(
            RowPlan plan,
            List<String> names,
            Map<String, String> baselines,
            List<String> classNames,
            List<String> aliased,
            @Nullable Design design,
            List<String> notes,
            Coefficients coefficients) {

        /**
         * Coefficients of features.
         *
         * @param fixedCount number of features with coefficients that all rows share: the first ones
         * @param effects coefficients that vary between the levels of grouping factors
         */
        public record Coefficients(int fixedCount, List<RandomEffects> effects) {
            public Coefficients {
                effects = List.copyOf(effects);
            }
        }

        public Features {
            names = List.copyOf(names);
            baselines = Map.copyOf(baselines);
            classNames = List.copyOf(classNames);
            aliased = List.copyOf(aliased);
            notes = List.copyOf(notes);
        }

        /** Number of features with coefficients that all rows share: the first ones. */
        public int fixedCount() {
            return coefficients.fixedCount;
        }

        /** Coefficients that vary between the levels of grouping factors. */
        public List<RandomEffects> effects() {
            return coefficients.effects;
        }

        /** Smooth functions among the features; none without a formula. */
        public List<Smooth> smooths() {
            return design == null ? List.of() : design.smooths();
        }

        /** Copy with grouping factors, whose levels stand from column {@code first} on. */
        public Features withLevelPlan(FactorLevels levels, int first) {
            RowPlan dealt = plan.withLevelPlan(levels.plan(first, effects()));
            return new Features(dealt, names, baselines, classNames, aliased, design, notes, coefficients);
        }

        /** Copy without aliased features. None of them may be a column of effects. */
        public Features withoutFeatures(BitSet columns) {
            int[] targets = new int[names.size()];
            List<String> left = new ArrayList<>();
            List<String> gone = new ArrayList<>();
            for (int j = 0; j < targets.length; j++) {
                targets[j] = columns.get(j) ? -1 : left.size();
                (columns.get(j) ? gone : left).add(names.get(j));
            }
            Design other = design == null ? null : design.withoutColumns(gone);
            List<RandomEffects> moved = effects().stream()
                    .map(each -> new RandomEffects(
                            each.factor(),
                            each.terms(),
                            Arrays.stream(each.columns()).map(j -> targets[j]).toArray(),
                            each.correlated()))
                    .toList();
            return new Features(
                    plan.withTargets(targets, left.size(), other),
                    left,
                    baselines,
                    classNames,
                    gone,
                    other,
                    notes,
                    new Coefficients(fixedCount() - gone.size(), moved));
        }
    }
}
