package io.credence.benchmark;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import com.sun.management.OperatingSystemMXBean;
import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Fits per second where each group of rows has one: {@code FitsByGroup FOLDER GROUPS ROWS COLUMNS FAMILY...}. The rows are written to the
 * folder, for {@code fits_by_group.py} to fit the same ones by a pandas function. Seconds are of the wall and of this process.
 */
public final class FitsByGroup {

    private static final double SECOND = 1e9;

    private FitsByGroup() {}

    /** Groups that are fitted before the clock starts, one in so many. */
    private static final int WARM_UP = 20;

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        long groups = Long.parseLong(arguments[1]);
        long rows = Long.parseLong(arguments[2]);
        int columns = Integer.parseInt(arguments[3]);
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate()) {
            String path = folder.resolve(groups + "x" + rows + "x" + columns + ".parquet")
                    .toString();
            if (!Files.exists(Path.of(path))) {
                made(spark, groups, rows, columns).write().parquet(path);
            }
            Dataset<Row> table = spark.read().parquet(path);
            MarkdownTable.open(
                    "One fit per group, local[2]",
                    groups + " groups of " + rows + " rows and " + columns + " columns.",
                    List.of("family", "s", "fits/s", "processor ms/fit", "converged", "reliable", "mean of x1"));
            for (String family : List.of(arguments).subList(4, arguments.length)) {
                fit(table.where("store % " + WARM_UP + " = 0"), family, columns);
                long begin = System.nanoTime();
                long used = processor();
                VariationalModel model = fit(table, family, columns);
                double seconds = (System.nanoTime() - begin) / SECOND;
                double each = (processor() - used) / SECOND * 1e3 / groups;
                Dataset<Row> of = model.posteriors().where("name = 'x1'");
                MarkdownTable.line(List.of(
                        family,
                        MarkdownTable.number(seconds, 1),
                        MarkdownTable.number(groups / seconds, 1),
                        MarkdownTable.number(each, 2),
                        String.valueOf(of.where("status = 'converged'").count()),
                        String.valueOf(of.where("reliable").count()),
                        MarkdownTable.number(of.agg(avg(col("mean"))).first().getDouble(0), 4)));
            }
        }
    }

    private static long processor() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Rows in an order that has nothing to do with their groups. */
    private static Dataset<Row> made(SparkSession spark, long groups, long rows, int columns) {
        Dataset<Row> all = spark.range(0, groups * rows, 1, 8).selectExpr("id % " + groups + " as store");
        StringBuilder predictor = new StringBuilder("0.3 + 0.1 * sin(store)");
        for (int j = 1; j <= columns; j++) {
            all = all.withColumn("x" + j, expr("randn(" + j + ")"));
            predictor.append(String.format(Locale.ROOT, " + %.2f * x%d", 1.0 / j, j));
        }
        return all.withColumn("eta", expr(predictor.toString()))
                .withColumn("y", expr("eta + randn(101)"))
                .withColumn("late", expr("cast(rand(102) < 1 / (1 + exp(-eta)) as double)"))
                .drop("eta");
    }

    private static VariationalModel fit(Dataset<Row> rows, String family, int columns) {
        String[] features = new String[columns];
        for (int j = 0; j < columns; j++) {
            features[j] = "x" + (j + 1);
        }
        return new VariationalEstimator()
                .setFamily(family)
                .setFeatures(features)
                .setLabelCol(family.equals("gaussian") ? "y" : "late")
                .option("by", List.of("store"))
                .fit(rows);
    }
}
