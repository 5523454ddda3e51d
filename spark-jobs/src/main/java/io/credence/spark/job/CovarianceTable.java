package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.linalg.Symmetric;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.job.output.Failure;
import io.credence.spark.row.LiteralPath;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Table of a covariance matrix with columns row, column and value. It holds the lower triangle, row by row, counted
 * from 0.
 */
final class CovarianceTable {

    private static final StructType SCHEMA = new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("column", DataTypes.IntegerType, false)
            .add("value", DataTypes.DoubleType, false);

    private CovarianceTable() {}

    /**
     * Writes a covariance.
     *
     * @param covariance matrix, row-major, or its diagonal alone
     */
    static void write(SparkSession spark, double[] covariance, int dimension, String path) {
        boolean diagonal = covariance.length == dimension;
        long line = (long) Double.BYTES * (diagonal ? 1 : dimension);
        new DriverTable<>(
                        SCHEMA,
                        most -> DriverTable.splitByBytes(dimension, line, most)
                                .map(part -> CovarianceLines.of(covariance, dimension, part.from(), part.to())),
                        CovarianceLines::cells)
                .write(spark, path);
    }

    /**
     * Lines of the lower triangle or of the diagonal, {@code to} excluded.
     *
     * @param values numbers of one line after the other
     */
    private record CovarianceLines(int from, int to, double[] values) implements java.io.Serializable {

        static CovarianceLines of(double[] covariance, int dimension, int from, int to) {
            if (covariance.length == dimension) {
                return new CovarianceLines(from, to, Arrays.copyOfRange(covariance, from, to));
            }
            DoubleBuffer values =
                    DoubleBuffer.allocate(Math.toIntExact(Symmetric.packedLength(to) - Symmetric.packedLength(from)));
            for (int i = from; i < to; i++) {
                values.put(covariance, i * dimension, i + 1);
            }
            return new CovarianceLines(from, to, values.array());
        }

        Iterator<Row> cells() {
            boolean diagonal = values.length == to - from;
            PrimitiveIterator.OfDouble each = Arrays.stream(values).iterator();
            return IntStream.range(from, to)
                    .boxed()
                    .flatMap(i -> IntStream.rangeClosed(diagonal ? i : 0, i)
                            .mapToObj(j -> RowFactory.create(i, j, each.nextDouble())))
                    .iterator();
        }
    }

    /**
     * Reads the matrix, row-major, or its diagonal where the table has nothing else.
     *
     * @throws ConfigurationException if the table has another number of coefficients
     */
    static double[] read(SparkSession spark, String path, int dimension) {
        Dataset<Row> table = readTable(spark, path);
        try {
            return read(table, table.count(), path, dimension);
        } catch (ConfigurationException refused) {
            throw refused;
        } catch (RuntimeException unreadable) {
            throw unreadable(unreadable, path);
        }
    }

    private static double[] read(Dataset<Row> table, long cells, String path, int dimension) {
        boolean diagonal = cells == dimension;
        if (!diagonal && cells != Symmetric.packedLength(dimension)) {
            throw invalidTableException(
                    "has the wrong size", Symmetric.packedLength(dimension) + " rows", cells + " rows", path);
        }
        double[] matrix = new double[diagonal ? dimension : Math.multiplyExact(dimension, dimension)];
        Arrays.fill(matrix, Double.NaN);
        // One partition at a time: all of them together may be more than the results of a job
        Iterator<Row> rows = table.toLocalIterator();
        while (rows.hasNext()) {
            Row row = rows.next();
            int i = row.isNullAt(0) ? -1 : row.getInt(0);
            int j = row.isNullAt(1) ? -1 : row.getInt(1);
            if (j < 0 || i < j || i >= dimension || diagonal && i != j || row.isNullAt(2)) {
                throw invalidTableException(
                        "has an entry that cannot be", "rows and columns of the lower triangle", row.toString(), path);
            }
            matrix[diagonal ? i : i * dimension + j] = row.getDouble(2);
            matrix[diagonal ? i : j * dimension + i] = row.getDouble(2);
        }
        for (double entry : matrix) {
            if (!Double.isFinite(entry)) {
                throw invalidTableException(
                        "is not whole", "a finite number for each entry, once", String.valueOf(entry), path);
            }
        }
        return matrix;
    }

    private static ConfigurationException unreadable(Exception cause, String path) {
        return new ConfigurationException(
                "the table of the covariance cannot be read: " + Failure.oneLine(cause) + " (" + path + ")", cause);
    }

    private static Dataset<Row> readTable(SparkSession spark, String path) {
        Dataset<Row> table;
        try {
            table = spark.read().parquet(LiteralPath.of(path, spark));
        } catch (Exception unreadable) { // Spark throws checked exceptions that it does not declare
            throw unreadable(unreadable, path);
        }
        for (StructField field : SCHEMA.fields()) {
            if (!List.of(table.columns()).contains(field.name())
                    || !table.schema().apply(field.name()).dataType().equals(field.dataType())) {
                throw invalidTableException(
                        "has other columns",
                        SCHEMA.simpleString(),
                        table.schema().simpleString(),
                        path);
            }
        }
        return table.select("row", "column", "value");
    }

    private static ConfigurationException invalidTableException(
            String wrong, String required, String found, String path) {
        return new ConfigurationException("the table of the covariance " + wrong + ": required " + required + ", found "
                + found + " (" + path + ")");
    }
}
