package io.credence.benchmark;

import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.config.Parts;
import io.credence.data.CoefficientCovariance;
import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.row.LabelRule;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;

/**
 * Milliseconds of a pass over RDDs, over data frames in Spark's memory, and over data frames in files, pass by pass in turn, and
 * whether their sums have the same bits. Arguments: passes, then ROWSxCOLUMNSxPARTITIONS, one or more.
 */
public final class PassBackends {

    private static final double CORRELATION = 0.5;

    private PassBackends() {}

    /** A pass that only counts blocks: what is left is the way there and back. */
    private record Nothing() implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            while (blocks.hasNext()) {
                blocks.next();
            }
            return new PassStatistics(1, 0, 0);
        }
    }

    /** Prints one line per shape and backend. */
    public static void main(String[] arguments) throws IOException {
        int passes = Integer.parseInt(arguments[0]);
        Path folder = Files.createTempDirectory("pass-backends");
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("passes")
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            MarkdownTable.open(
                    "Milliseconds of a pass, local[2]",
                    "Medians of " + passes
                            + " passes, the backends taking turns. A quarter: every fourth partition, gradient.",
                    List.of(
                            "rows × columns, partitions",
                            "backend",
                            "packing, s",
                            "empty",
                            "gradient",
                            "with curvature",
                            "a quarter",
                            "same bits"));
            for (String shape : Arrays.asList(arguments).subList(1, arguments.length)) {
                int[] numbers = Arrays.stream(shape.split("x", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray();
                LabelledFrame problem = LabelledFrame.dense(spark, numbers[0], numbers[1], CORRELATION);
                lines(problem, numbers[2], passes, folder.toString());
                problem.rows().unpersist(true);
            }
        }
    }

    private static void lines(LabelledFrame problem, int partitions, int passes, String folder) {
        Map<String, Packed> all = new LinkedHashMap<>();
        Packed rdds = Packed.of(problem, partitions, Map.of("backend.kind", "rdd"));
        all.put("RDD", rdds);
        all.put("data frame", Packed.of(problem, partitions, Map.of("backend.kind", "dataframe")));
        Map<String, String> files = Map.of("backend.kind", "dataframe", "backend.folder", folder);
        all.put("data frame in files", Packed.of(problem, partitions, files));
        int[] whole = IntStream.range(0, partitions).toArray();
        int[] quarter = IntStream.range(0, partitions).filter(p -> p % 4 == 0).toArray();
        int dimension = problem.columns() + 1;
        Map<String, Double> empty = medians(all, new Nothing(), whole, passes);
        Map<String, Double> gradient = medians(all, pass(CurvatureForm.NONE, dimension), whole, passes);
        Map<String, Double> curvature = medians(all, pass(CurvatureForm.FULL, dimension), whole, passes);
        Map<String, Double> some = medians(all, pass(CurvatureForm.NONE, dimension), quarter, passes);
        PassStatistics expected = rdds.backend().run(pass(CurvatureForm.FULL, dimension));
        all.forEach((name, packed) -> {
            PassStatistics found = packed.backend().run(pass(CurvatureForm.FULL, dimension));
            boolean same = expected.expectedLoss() == found.expectedLoss()
                    && Arrays.equals(expected.gradient(), found.gradient())
                    && Arrays.equals(expected.curvature(), found.curvature());
            MarkdownTable.line(List.of(
                    problem.count() + " × " + problem.columns() + ", " + partitions,
                    name,
                    MarkdownTable.number(packed.seconds(), 1),
                    MarkdownTable.number(empty.getOrDefault(name, Double.NaN), 1),
                    MarkdownTable.number(gradient.getOrDefault(name, Double.NaN), 1),
                    MarkdownTable.number(curvature.getOrDefault(name, Double.NaN), 1),
                    MarkdownTable.number(some.getOrDefault(name, Double.NaN), 1),
                    same ? "yes" : "no"));
            packed.rows().close();
        });
    }

    private static ExpectationPass pass(CurvatureForm form, int dimension) {
        return new ExpectationPass(
                Likelihoods.named("bernoulli", 1, 0).loss(new DispersionPosterior.Known(1)),
                new double[dimension],
                new CoefficientCovariance.None(),
                form,
                RowSample.ALL);
    }

    private static Map<String, Double> medians(
            Map<String, Packed> all, PartitionPass<PassStatistics> pass, int[] partitions, int passes) {
        Map<String, double[]> milliseconds = new LinkedHashMap<>();
        for (int i = -3; i < passes; i++) {
            int at = Math.max(0, i);
            all.forEach((name, packed) -> {
                long start = System.nanoTime();
                packed.backend().collect(pass, partitions);
                milliseconds.computeIfAbsent(name, first -> new double[passes])[at] = 1e3 * Ours.seconds(start);
            });
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        milliseconds.forEach((name, measured) -> {
            Arrays.sort(measured);
            medians.put(name, measured[passes / 2]);
        });
        return medians;
    }

    /** Rows that a backend keeps, and how long packing them took, the second time. */
    private record Packed(PackedRows rows, ExecutionBackend backend, double seconds) {

        static Packed of(LabelledFrame problem, int partitions, Map<String, String> backend) {
            Map<String, Object> keys = new HashMap<>(backend);
            keys.put("data.path", "memory");
            keys.put("data.label", "label");
            keys.put("data.features", List.of("features"));
            keys.put("data.partitions", partitions);
            keys.put("model.family", "bernoulli");
            keys.put("output.path", "none");
            FitConfig config = ConfigReader.read(keys, Parts.STANDARD);
            RowPacker packer = new RowPacker(LabelRule.of(config.model()), 1, config.backend());
            packer.pack(problem.rows(), config.data()).close();
            long start = System.nanoTime();
            PackedRows rows = packer.pack(problem.rows(), config.data());
            double seconds = Ours.seconds(start);
            return new Packed(rows, rows.toSparkBackend("auto"), seconds);
        }
    }
}
