package io.credence.spark.job;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
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
        List<double[]> lines = new ArrayList<>();
        for (int i = 0; i < dimension; i++) {
            double[] line = new double[i + 1];
            if (diagonal) {
                line[i] = covariance[i];
            } else {
                System.arraycopy(covariance, i * dimension, line, 0, i + 1);
            }
            lines.add(line);
        }
        JavaRDD<Row> rows = JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(lines, 1)
                .flatMap(line -> cells(line, diagonal));
        spark.createDataFrame(rows, SCHEMA).write().parquet(path);
    }

    private static Iterator<Row> cells(double[] line, boolean diagonal) {
        int i = line.length - 1;
        return IntStream.rangeClosed(diagonal ? i : 0, i)
                .mapToObj(j -> RowFactory.create(i, j, line[j]))
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
