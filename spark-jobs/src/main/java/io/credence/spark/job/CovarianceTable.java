package io.credence.spark.job;

import io.credence.report.Coefficients;
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

    static void write(SparkSession spark, Coefficients coefficients, String path) {
        List<double[]> lines = new ArrayList<>();
        for (int i = 0; i < coefficients.dimension(); i++) {
            double[] line = new double[i + 1];
            for (int j = 0; j <= i; j++) {
                line[j] = coefficients.covariance(i, j);
            }
            lines.add(line);
        }
        boolean diagonal = coefficients.isDiagonal();
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

    /** The matrix, row-major. */
    static double[] read(SparkSession spark, String path, int dimension) {
        double[] matrix = new double[Math.multiplyExact(dimension, dimension)];
        for (Row row :
                spark.read().parquet(path).select("row", "column", "value").collectAsList()) {
            matrix[row.getInt(0) * dimension + row.getInt(1)] = row.getDouble(2);
            matrix[row.getInt(1) * dimension + row.getInt(0)] = row.getDouble(2);
        }
        return matrix;
    }
}
