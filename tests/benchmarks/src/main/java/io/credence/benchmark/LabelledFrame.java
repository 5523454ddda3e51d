package io.credence.benchmark;

import io.credence.random.AddressedRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A cached DataFrame with a 0/1 column {@code label} and a vector column {@code features}.
 *
 * @param name shape, for the table
 * @param rows the DataFrame, cached and materialised
 * @param columns length of the vectors
 * @param count number of rows
 */
record LabelledFrame(String name, Dataset<Row> rows, int columns, long count) {

    private static final int PARTITIONS = 4;
    private static final long SEED = 20260101;

    /**
     * Features of unit variance and logistic labels, in four partitions.
     *
     * @param correlation of neighbouring features, which makes the rows as unpleasant for an optimiser as real ones
     */
    static LabelledFrame dense(SparkSession spark, int rows, int columns, double correlation) {
        List<Integer> numbers = IntStream.range(0, PARTITIONS).boxed().toList();
        JavaRDD<Row> generated = JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(numbers, PARTITIONS)
                .mapPartitions(partition -> new Generator(partition.next(), rows / PARTITIONS, columns, correlation));
        StructType schema = new StructType(new StructField[] {
            DataTypes.createStructField("label", DataTypes.DoubleType, false),
            DataTypes.createStructField("features", SQLDataTypes.VectorType(), false)
        });
        return of(rows + " × " + columns + ", correlation " + correlation, spark.createDataFrame(generated, schema));
    }

    /** Caches and materialises a DataFrame of that shape. */
    static LabelledFrame of(String name, Dataset<Row> rows) {
        Dataset<Row> cached = rows.cache();
        long count = cached.count();
        org.apache.spark.ml.linalg.Vector first =
                cached.select("features").head().getAs(0);
        return new LabelledFrame(name, cached, first.size(), count);
    }

    /** Rows of one partition. */
    private static final class Generator implements Iterator<Row> {
        private final int partition;
        private final int rows;
        private final double[] theta;
        private final double correlation;
        private int next;

        Generator(int partition, int rows, int columns, double correlation) {
            this.correlation = correlation;
            this.partition = partition;
            this.rows = rows;
            this.theta = new double[columns];
            for (int j = 0; j < columns; j++) {
                theta[j] = AddressedRandom.normal(SEED, j) / Math.sqrt(columns);
            }
        }

        @Override
        public boolean hasNext() {
            return next < rows;
        }

        @Override
        public Row next() {
            double[] x = new double[theta.length];
            double eta = 0;
            for (int j = 0; j < x.length; j++) {
                double fresh = Math.sqrt(12) * (AddressedRandom.uniform(SEED, partition, next, j) - 0.5);
                x[j] = j == 0 ? fresh : correlation * x[j - 1] + Math.sqrt(1 - correlation * correlation) * fresh;
                eta += x[j] * theta[j];
            }
            double uniform = AddressedRandom.uniform(SEED, partition, next, -1);
            next++;
            List<Object> cells = new ArrayList<>();
            cells.add(uniform < 1 / (1 + Math.exp(-eta)) ? 1.0 : 0.0);
            cells.add(Vectors.dense(x));
            return RowFactory.create(cells.toArray());
        }
    }
}
