package io.credence.benchmark;

import io.credence.config.DataConfig;
import io.credence.data.CoefficientCovariance;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Seconds of a full pass over the rows of one Parquet file by its number of row groups, which Spark never splits: rows of the
 * partitions, and passes without and with curvature. Arguments: rows, features, passes, numbers of row groups.
 */
public final class RowGroups {

    private RowGroups() {}

    /** Prints one line per number of row groups. */
    public static void main(String[] arguments) throws IOException {
        int rows = Integer.parseInt(arguments[0]);
        int columns = Integer.parseInt(arguments[1]);
        int passes = Integer.parseInt(arguments[2]);
        Path folder = Files.createTempDirectory("row-groups");
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("row groups")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            MarkdownTable.open(
                    "Full passes over a Parquet file of " + rows + " × " + columns + " rows, local[2]",
                    "Medians of " + passes + " passes.",
                    List.of(
                            "row groups",
                            "rows of the partitions, thousands",
                            "packing, s",
                            "values, ms",
                            "curvature, ms"));
            for (String groups : Arrays.asList(arguments).subList(3, arguments.length)) {
                String path = folder.resolve(groups).toString();
                write(spark, path, rows, columns, Integer.parseInt(groups));
                line(groups, spark.read().parquet(path), columns, passes);
            }
        }
    }

    private static void write(SparkSession spark, String path, int rows, int columns, int groups) {
        List<Column> cells =
                new ArrayList<>(List.of(functions.rand(0).lt(0.5).cast("double").as("label")));
        for (int j = 1; j <= columns; j++) {
            cells.add(functions.randn(j).as("x" + j));
        }
        spark.range(0, rows, 1, 1)
                .select(cells.toArray(new Column[0]))
                .write()
                .option("parquet.block.size", 8L * rows * (columns + 1) / groups)
                .option("parquet.enable.dictionary", false)
                .parquet(path);
    }

    private static void line(String groups, Dataset<Row> rows, int columns, int passes) {
        RowPacker packer = new RowPacker(LabelRule.ofFamily("bernoulli"), 1);
        packer.pack(rows, DataConfig.ofColumns("label", List.of("*"))).close();
        long start = System.nanoTime();
        try (PackedRows packed = packer.pack(rows, DataConfig.ofColumns("label", List.of("*")));
                ExecutionBackend backend = packed.toSparkBackend("auto")) {
            double seconds = Ours.seconds(start);
            List<Long> thousands = thousands(backend, columns + 1);
            MarkdownTable.line(List.of(
                    groups,
                    thousands.toString(),
                    MarkdownTable.number(seconds, 2),
                    MarkdownTable.number(median(backend, CurvatureForm.NONE, columns + 1, passes), 1),
                    MarkdownTable.number(median(backend, CurvatureForm.FULL, columns + 1, passes), 1)));
        }
    }

    private static List<Long> thousands(ExecutionBackend backend, int dimension) {
        int[] all = IntStream.range(0, backend.summary().partitionCount()).toArray();
        return backend.collect(pass(CurvatureForm.NONE, dimension), all).stream()
                .map(sums -> sums.rows() / 1000)
                .toList();
    }

    private static ExpectationPass pass(CurvatureForm form, int dimension) {
        return new ExpectationPass(
                Likelihoods.named("bernoulli", 1, 0).loss(new DispersionPosterior.Known(1)),
                new double[dimension],
                new CoefficientCovariance.None(),
                form,
                RowSample.ALL);
    }

    private static double median(ExecutionBackend backend, CurvatureForm form, int dimension, int passes) {
        ExpectationPass pass = pass(form, dimension);
        double[] milliseconds = new double[passes];
        for (int i = -3; i < passes; i++) {
            long start = System.nanoTime();
            backend.run(pass);
            milliseconds[Math.max(0, i)] = 1e3 * Ours.seconds(start);
        }
        Arrays.sort(milliseconds);
        return milliseconds[passes / 2];
    }
}
