package io.credence.spark;

import io.credence.spark.backend.DriverTable;
import io.credence.summary.SmoothSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Table of the values of smooths: term, x, estimate, lower and upper, a row for each point of a curve. Where one of them
 * is a surface, its second number stands in column z.
 */
public final class SmoothTable {

    private SmoothTable() {}

    /** Creates the table; without smooths it has no rows. */
    public static DriverTable<?> of(List<SmoothSummary> smooths) {
        boolean surfaces = smooths.stream().anyMatch(smooth -> smooth.curve().z() != null);
        StructType schema = new StructType().add("term", DataTypes.StringType).add("x", DataTypes.DoubleType);
        schema = surfaces ? schema.add("z", DataTypes.DoubleType) : schema;
        for (String number : List.of("estimate", "lower", "upper")) {
            schema = schema.add(number, DataTypes.DoubleType);
        }
        List<Row> rows = smooths.stream()
                .flatMap(smooth -> IntStream.range(0, smooth.curve().x().length)
                        .mapToObj(i -> RowFactory.create(cells(smooth, i, surfaces))))
                .toList();
        return DriverTable.of(schema, rows);
    }

    private static Object[] cells(SmoothSummary smooth, int i, boolean surfaces) {
        SmoothSummary.Curve curve = smooth.curve();
        List<Object> cells = new ArrayList<>(List.of(smooth.name(), curve.x()[i]));
        double[] z = curve.z();
        if (surfaces) {
            cells.add(z == null ? null : z[i]);
        }
        cells.addAll(List.of(curve.estimate()[i], curve.lower()[i], curve.upper()[i]));
        return cells.toArray();
    }
}
