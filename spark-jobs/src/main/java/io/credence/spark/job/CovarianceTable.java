package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.linalg.Symmetric;
import io.credence.spark.row.LiteralPath;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A covariance as a table of row, column and value: its lower triangle, row by row, counted from 0. */
final class CovarianceTable {

    private static final StructType SCHEMA = new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("column", DataTypes.IntegerType, false)
            .add("value", DataTypes.DoubleType, false);

    private CovarianceTable() {}

    /**
     * Writes a covariance.
     *
     * @param covariance row-major, or its diagonal alone
     */
    static void write(SparkSession spark, double[] covariance, int dimension, String path) {
        boolean diagonal = covariance.length == dimension;
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < dimension; i++) {
            int cells = diagonal ? 1 : i + 1;
            ByteBuffer line =
                    ByteBuffer.allocate(Integer.BYTES + cells * Double.BYTES).putInt(i);
            line.asDoubleBuffer().put(covariance, diagonal ? i : i * dimension, cells);
            lines.add(line.array());
        }
        spark.createDataset(lines, Encoders.BINARY())
                .coalesce(1)
                .flatMap((FlatMapFunction<byte[], Row>) CovarianceTable::cells, Encoders.row(SCHEMA))
                .write()
                .parquet(path);
    }

    /** The cells of a line up to the diagonal, or the one on it. */
    private static Iterator<Row> cells(byte[] line) {
        ByteBuffer content = ByteBuffer.wrap(line);
        int i = content.getInt();
        DoubleBuffer values = content.asDoubleBuffer();
        int first = i + 1 - values.remaining();
        return IntStream.rangeClosed(first, i)
                .mapToObj(j -> RowFactory.create(i, j, values.get(j - first)))
                .iterator();
    }

    /**
     * The matrix, row-major, or its diagonal where the table has nothing else.
     *
     * @throws ConfigurationException if the table is not that of so many coefficients
     */
    static double[] read(SparkSession spark, String path, int dimension) {
        List<Row> rows = rows(spark, path);
        boolean diagonal = rows.size() == dimension;
        if (!diagonal && rows.size() != Symmetric.packedLength(dimension)) {
            throw refuse(
                    "has the wrong size", Symmetric.packedLength(dimension) + " rows", rows.size() + " rows", path);
        }
        double[] matrix = new double[diagonal ? dimension : Math.multiplyExact(dimension, dimension)];
        Arrays.fill(matrix, Double.NaN);
        for (Row row : rows) {
            int i = row.isNullAt(0) ? -1 : row.getInt(0);
            int j = row.isNullAt(1) ? -1 : row.getInt(1);
            if (j < 0 || i < j || i >= dimension || diagonal && i != j || row.isNullAt(2)) {
                throw refuse(
                        "has an entry that cannot be", "rows and columns of the lower triangle", row.toString(), path);
            }
            matrix[diagonal ? i : i * dimension + j] = row.getDouble(2);
            matrix[diagonal ? i : j * dimension + i] = row.getDouble(2);
        }
        for (double entry : matrix) {
            if (!Double.isFinite(entry)) {
                throw refuse("is not whole", "a finite number for each entry, once", String.valueOf(entry), path);
            }
        }
        return matrix;
    }

    private static List<Row> rows(SparkSession spark, String path) {
        Dataset<Row> table;
        try {
            table = spark.read().parquet(LiteralPath.of(path, spark));
        } catch (Exception unreadable) { // Spark throws checked exceptions that it does not declare
            throw new ConfigurationException(
                    "the table of the covariance cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")",
                    unreadable);
        }
        for (StructField field : SCHEMA.fields()) {
            if (!List.of(table.columns()).contains(field.name())
                    || !table.schema().apply(field.name()).dataType().equals(field.dataType())) {
                throw refuse(
                        "has other columns",
                        SCHEMA.simpleString(),
                        table.schema().simpleString(),
                        path);
            }
        }
        try {
            return table.select("row", "column", "value").collectAsList();
        } catch (RuntimeException unreadable) {
            throw new ConfigurationException(
                    "the table of the covariance cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")",
                    unreadable);
        }
    }

    private static ConfigurationException refuse(String wrong, String required, String found, String path) {
        return new ConfigurationException("the table of the covariance " + wrong + ": required " + required + ", found "
                + found + " (" + path + ")");
    }
}
