package io.credence.spark;

import io.credence.spark.backend.DriverTable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Table of draws of a posterior: one row each, one column for each number. */
public final class DrawsTable {

    private DrawsTable() {}

    /**
     * Creates the table of draws.
     *
     * @param names name of each number of a draw
     */
    public static DriverTable<?> of(List<String> names, double[][] draws) {
        StructType schema = new StructType();
        for (String name : names) {
            schema = schema.add(name, DataTypes.DoubleType);
        }
        return new DriverTable<>(
                schema,
                most -> DriverTable.splitByBytes(draws.length, (long) Double.BYTES * names.size(), most)
                        .map(part -> Arrays.copyOfRange(draws, part.from(), part.to())),
                DrawsTable::toSparkRows);
    }

    private static Iterator<Row> toSparkRows(double[][] draws) {
        return Arrays.stream(draws)
                .map(draw -> RowFactory.create(Arrays.stream(draw).boxed().toArray()))
                .iterator();
    }
}
