package io.credence.spark;

import io.credence.formula.Design;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** How a table's columns become rows of features: resolved from names and types, completed by looks at the rows. */
interface FeaturePlan {

    /** Name of the column of ones. */
    String INTERCEPT = "(Intercept)";

    /** The columns to select, in the order of the plan's ordinals. */
    Column[] selected();

    /**
     * The plan for packing.
     *
     * @param rows of the selected columns, which are looked at where something has to be known of them first
     * @throws DataException if a row that is looked at cannot be used
     */
    RowPlan complete(JavaRDD<InternalRow> rows);

    /** Names of the features, once the plan is complete. */
    List<String> names();

    /** The level without an indicator of each categorical column. */
    Map<String, String> baselines();

    /** Words for the classes of the label, in order; empty where labels are numbers. */
    List<String> labels();

    /** The columns of a formula, once the plan is complete; null where columns are features. */
    @Nullable
    Design design();

    /** What a user should be told. */
    List<String> notes();
}
