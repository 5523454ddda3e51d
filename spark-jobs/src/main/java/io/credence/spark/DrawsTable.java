package io.credence.spark;

import io.credence.report.PosteriorSummary;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Table of draws of a posterior: one row each, one column for each coefficient and dispersion. */
public final class DrawsTable {

    private DrawsTable() {}

    /** Creates a table of {@code count} independent draws. Equal seeds give equal draws. */
    public static DriverTable<?> of(PosteriorSummary posterior, int count, long seed) {
        StructType schema = new StructType();
        for (String name : posterior.drawNames()) {
            schema = schema.add(name, DataTypes.DoubleType);
        }
        double[][] draws = posterior.draws(count, seed);
        return new DriverTable<>(
                schema,
                most -> DriverTable.splitByBytes(
                                count,
                                (long) Double.BYTES * posterior.drawNames().size(),
                                most)
                        .map(part -> Arrays.copyOfRange(draws, part.from(), part.to())),
                DrawsTable::toSparkRows);
    }

    private static Iterator<Row> toSparkRows(double[][] draws) {
        return Arrays.stream(draws)
                .map(draw -> RowFactory.create(Arrays.stream(draw).boxed().toArray()))
                .iterator();
    }
}
