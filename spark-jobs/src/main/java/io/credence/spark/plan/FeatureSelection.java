package io.credence.spark.plan;

import io.credence.config.DataConfig;
import io.credence.spark.read.Table;
import io.credence.spark.row.LabelRule;
import org.apache.spark.sql.Column;

/**
 * The columns of a table that a plan reads.
 *
 * @param columns in the order of the plan's ordinals
 * @param plan what becomes of them
 */
public record FeatureSelection(Column[] columns, FeaturePlan plan) {

    /** Those of a configuration: resolved from names and types. */
    public static FeatureSelection of(Table table, DataConfig config, LabelRule rule) {
        return config.predictors().formula() == null
                ? ColumnDrafts.of(table, config, rule)
                : FormulaPlan.of(table, config, config.predictors().formula(), rule);
    }

    /** Those that played a role. */
    public static FeatureSelection of(ColumnRoles roles, FeaturePlan plan) {
        return new FeatureSelection(roles.selected().toArray(new Column[0]), plan);
    }
}
