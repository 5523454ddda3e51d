package io.credence.spark.job;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
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

    /** The matrix, row-major, or its diagonal where the table has nothing else. */
    static double[] read(SparkSession spark, String path, int dimension) {
        List<Row> rows =
                spark.read().parquet(path).select("row", "column", "value").collectAsList();
        boolean diagonal = rows.size() == dimension;
        double[] matrix = new double[diagonal ? dimension : Math.multiplyExact(dimension, dimension)];
        for (Row row : rows) {
            int i = row.getInt(0);
            int j = row.getInt(1);
            matrix[diagonal ? i : i * dimension + j] = row.getDouble(2);
            matrix[diagonal ? i : j * dimension + i] = row.getDouble(2);
        }
        return matrix;
    }
}
