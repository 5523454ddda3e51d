package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.spark.read.Table;
import io.credence.spark.row.LabelRule;
import org.apache.spark.sql.Column;

/**
 * Columns of a table that a plan reads.
 *
 * @param columns columns in the order of the plan's ordinals
 * @param plan plan by which they become features
 */
public record FeatureSelection(Column[] columns, FeaturePlan plan) {

    /** Selects the columns of a configuration: resolved from names and types. */
    public static FeatureSelection of(Table table, DataConfig config, LabelRule rule) {
        return config.predictors().formula() == null
                ? ColumnDrafts.of(table, config, rule)
                : FormulaPlan.of(table, config, config.predictors().formula(), rule);
    }

    /** Selection of the columns that have a role. */
    public static FeatureSelection of(ColumnRoles roles, FeaturePlan plan) {
        return new FeatureSelection(roles.selected().toArray(new Column[0]), plan);
    }
}
