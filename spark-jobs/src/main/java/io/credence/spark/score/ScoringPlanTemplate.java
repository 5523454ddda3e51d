package io.credence.spark.score;

import io.credence.formula.Design;
import io.credence.result.FittedColumns;
import io.credence.spark.plan.FormulaPlan;
import io.credence.spark.row.FeatureSource;
import io.credence.spark.row.RowPlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Plan that scores rows by one fit, and serves as a template for other fits. Their plans read the same columns, with
 * their own levels and bases.
 *
 * @param plan plan of the one fit
 * @param names names of its features
 */
record ScoringPlanTemplate(RowPlan plan, List<String> names) implements Serializable {

    ScoringPlanTemplate {
        names = new ArrayList<>(names);
    }

    /**
     * Plan of another fit.
     *
     * @param others names of its features
     * @param columns columns of that fit
     */
    RowPlan planOfFit(List<String> others, FittedColumns columns) {
        Design design = columns.design();
        if (design != null) {
            return FormulaPlan.scoringPlan(plan, design);
        }
        Map<String, Integer> positions = new HashMap<>();
        columns.aliasedColumns().forEach(name -> positions.put(name, FeatureSource.Category.BASELINE));
        for (int j = 0; j < others.size(); j++) {
            positions.put(others.get(j), j);
        }
        List<FeatureSource> sources = plan.features().sources().stream()
                .map(source -> sourceOfFit(source, positions, columns.referenceLevels()))
                .toList();
        return plan.withSources(sources, others.size(), plan.features().sparse());
    }

    private FeatureSource sourceOfFit(
            FeatureSource source, Map<String, Integer> positions, Map<String, String> baselines) {
        if (source instanceof FeatureSource.Category category) {
            return categoryOfFit(category, positions, baselines.get(category.column()));
        } else if (source instanceof FeatureSource.Vector vector) {
            int[] targets = new int[vector.size()];
            for (int k = 0; k < targets.length; k++) {
                targets[k] = targetOfFit(vector.target(k), positions);
            }
            return new FeatureSource.Vector(
                    vector.ordinal(), vector.column(), vector.size(), 0, targets, vector.exactSize());
        } else if (source instanceof FeatureSource.Numeric number) {
            return new FeatureSource.Numeric(
                    number.ordinal(), number.column(), number.type(), targetOfFit(number.target(), positions));
        }
        throw new IllegalStateException("only a formula has numbered levels");
    }

    private int targetOfFit(int ofTheOne, Map<String, Integer> positions) {
        return ofTheOne < 0 ? ofTheOne : positions.getOrDefault(names.get(ofTheOne), -1);
    }

    private static FeatureSource categoryOfFit(
            FeatureSource.Category category, Map<String, Integer> positions, @Nullable String baseline) {
        String prefix = category.column() + "=";
        Map<UTF8String, Integer> targets = new HashMap<>();
        positions.forEach((name, position) -> {
            if (name.startsWith(prefix)) {
                targets.put(UTF8String.fromString(name.substring(prefix.length())), position);
            }
        });
        if (baseline != null) {
            targets.put(UTF8String.fromString(baseline), FeatureSource.Category.BASELINE);
        }
        return new FeatureSource.Category(category.ordinal(), category.column(), targets, baseline != null);
    }
}
