package io.credence.spark;

import io.credence.report.PosteriorSummary;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Draws of a posterior as a table: one row each, one column for each coefficient and dispersion. */
public final class DrawsTable {

    private DrawsTable() {}

    /** That many independent draws, the same for the same seed. */
    public static Dataset<Row> of(PosteriorSummary posterior, int count, long seed, SparkSession spark) {
        StructType schema = new StructType();
        for (String name : posterior.drawNames()) {
            schema = schema.add(name, DataTypes.DoubleType);
        }
        List<Row> rows = new ArrayList<>();
        for (double[] draw : posterior.draws(count, seed)) {
            Object[] cells = new Object[draw.length];
            for (int j = 0; j < draw.length; j++) {
                cells[j] = draw[j];
            }
            rows.add(RowFactory.create(cells));
        }
        return spark.createDataFrame(rows, schema);
    }
}
