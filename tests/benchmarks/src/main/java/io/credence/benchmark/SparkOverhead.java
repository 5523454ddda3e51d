package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.DataConfig;
import io.credence.config.InferenceConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Steps per second of a fit by draws on local Spark against the same steps over the same blocks in this process: what is
 * missing is Spark's overhead. Arguments: rows of a problem, one or more; features, then steps, may follow as {@code 20x50}.
 */
public final class SparkOverhead {

    private static final int DRAWS = 100;
    private static final double CORRELATION = 0.5;

    private SparkOverhead() {}

    /** Prints one line per number of rows. */
    public static void main(String[] arguments) throws IOException {
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("overhead of a step")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            MarkdownTable.open(
                    "Steps per second, " + DRAWS + " draws, local[2], four partitions",
                    "The share is one less the ratio of the seconds of a step.",
                    List.of(
                            "rows per step",
                            "features",
                            "steps",
                            "Spark, steps/s",
                            "in process, steps/s",
                            "Spark's overhead per step, ms",
                            "its share"));
            for (String shape : arguments) {
                String[] numbers = shape.split("x", -1);
                int columns = numbers.length > 1 ? Integer.parseInt(numbers[1]) : 20;
                int steps = numbers.length > 2 ? Integer.parseInt(numbers[2]) : 50;
                line(LabelledFrame.dense(spark, Integer.parseInt(numbers[0]), columns, CORRELATION), steps);
            }
        }
    }

    private static void line(LabelledFrame problem, int steps) {
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("bernoulli"), 1)
                        .pack(problem.rows(), DataConfig.ofColumns("label", List.of("features")));
                ExecutionBackend spark = packed.toSparkBackend("auto");
                ExecutionBackend own = packed.toInProcessBackend("auto")) {
            seconds(packed, spark, steps);
            seconds(packed, own, steps);
            double onSpark = seconds(packed, spark, steps);
            double inProcess = seconds(packed, own, steps);
            MarkdownTable.line(List.of(
                    Long.toString(problem.count()),
                    Integer.toString(problem.columns()),
                    Integer.toString(steps),
                    MarkdownTable.number(steps / onSpark, 1),
                    MarkdownTable.number(steps / inProcess, 1),
                    MarkdownTable.number(1e3 * (onSpark - inProcess) / steps, 2),
                    MarkdownTable.number(1 - inProcess / onSpark, 3)));
        }
        problem.rows().unpersist(true);
    }

    private static double seconds(Rows rows, ExecutionBackend backend, int steps) {
        InferenceConfig config = Problems.logistic()
                .method("qbvi")
                .with("stop.maxIterations", steps)
                .with("stop.rule", "patience")
                .with("estimator.draws", DRAWS)
                .with("estimator.adaptive", false)
                .config();
        long start = System.nanoTime();
        Inference.prepare(config, null, rows, backend, Kernels.best())
                .algorithm()
                .fit();
        return Ours.seconds(start);
    }
}
