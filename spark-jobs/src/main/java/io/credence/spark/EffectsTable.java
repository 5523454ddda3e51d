package io.credence.spark;

import io.credence.effect.EffectEstimate;
import io.credence.effect.EffectTable;
import io.credence.effect.Relativities.Relativity;
import io.credence.spark.backend.DriverTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Data frames of effects: averages of expected responses, their changes, and relativities. */
public final class EffectsTable {

    private EffectsTable() {}

    /**
     * Creates a table with one row for each estimate. It has term, contrast, the cells of the columns by which rows are
     * grouped, and the estimate's numbers.
     */
    public static Dataset<Row> of(EffectTable effects, double level, SparkSession spark) {
        StructType schema = new StructType().add("term", DataTypes.StringType).add("contrast", DataTypes.StringType);
        for (String column : effects.columns()) {
            schema = schema.add(column, DataTypes.StringType);
        }
        schema = schema.add(EffectEstimate.OVER, DataTypes.StringType);
        schema = effects.isOfSample() ? schema.add(EffectEstimate.SAMPLING, DataTypes.DoubleType) : schema;
        for (String number : EffectEstimate.NUMBERS) {
            schema = schema.add(number, DataTypes.DoubleType);
        }
        List<Row> rows = new ArrayList<>();
        for (EffectEstimate each : effects.estimates()) {
            List<Object> cells = new ArrayList<>(List.of(each.term(), each.contrast()));
            effects.columns().forEach(column -> cells.add(each.commonCells().get(column)));
            cells.add(each.averagedOver());
            if (effects.isOfSample()) {
                cells.add(each.samplingSd());
            }
            cells.addAll(each.summaryNumbers(level));
            rows.add(RowFactory.create(cells.toArray()));
        }
        return DriverTable.of(schema, rows).toDataFrame(spark);
    }

    /**
     * Creates a table of relativities: variable, level, relativity, its interval, and whether the level is the
     * reference.
     */
    public static Dataset<Row> of(List<Relativity> relativities, SparkSession spark) {
        StructType schema = new StructType()
                .add("variable", DataTypes.StringType)
                .add("level", DataTypes.StringType)
                .add("relativity", DataTypes.DoubleType)
                .add("lower", DataTypes.DoubleType)
                .add("upper", DataTypes.DoubleType)
                .add("reference", DataTypes.BooleanType);
        List<Row> rows = relativities.stream()
                .map(each -> RowFactory.create(
                        each.variable(),
                        each.level(),
                        each.relativity(),
                        each.lower(),
                        each.upper(),
                        each.isReference()))
                .toList();
        return DriverTable.of(schema, rows).toDataFrame(spark);
    }
}
