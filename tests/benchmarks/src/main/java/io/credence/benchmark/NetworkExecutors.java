package io.credence.benchmark;

import io.credence.PreparedNetwork;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.config.Parts;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitListener;
import io.credence.network.result.NetworkEnsemble;
import io.credence.network.result.TrainedPosterior;
import io.credence.network.train.TrainingRequest;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.SparkSession;

/**
 * Seconds of an epoch of eight networks on two executors, processes of one core each, beside two threads of this process, and whether their
 * weights have the same bits. Arguments: rows, columns and units, as {@code 1000000x20x50}, one or more; epochs.
 */
public final class NetworkExecutors {

    private static final double CORRELATION = 0.3;
    private static final int MEMBERS = 8;

    private NetworkExecutors() {}

    /** What came of a fit, and the fastest of its epochs. */
    private record Trained(double seconds, TrainedPosterior posterior) {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        int last = arguments.length - 1;
        int epochs = Integer.parseInt(arguments[last]);
        try (SparkSession spark = SparkSession.builder()
                .master("local-cluster[2,1,3072]")
                .config("spark.executor.memory", "3g")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.ui.enabled", "false")
                .getOrCreate()) {
            MarkdownTable.open(
                    "Seconds of an epoch of eight networks, two executors beside two threads",
                    "The fastest of " + (epochs - 1) + " epochs after the first, twice each in turn, 8 partitions.",
                    List.of("rows × columns × units", "in process", "two executors", "ratio", "same bits"));
            for (String shape : Arrays.asList(arguments).subList(0, last)) {
                line(spark, shape, epochs);
            }
        }
    }

    private static void line(SparkSession spark, String shape, int epochs) {
        int[] size = Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).toArray();
        FitConfig config = ConfigReader.read(
                Map.of(
                        "data", Map.of("path", "memory", "label", "label", "features", List.of("features")),
                        "model.family", "gaussian",
                        "model.network", Map.of("layers", List.of(size[2]), "ensemble", MEMBERS, "noise", "constant"),
                        "train", Map.of("validation", 0, "epochs", epochs),
                        "output.path", "none"),
                Parts.STANDARD);
        LabelledFrame problem = LabelledFrame.dense(spark, size[0], size[1], CORRELATION);
        try (PackedRows packed = new RowPacker(LabelRule.of(config.model()), config.seed(), config.backend())
                        .pack(problem.rows(), config.data());
                ExecutionBackend executors = packed.toSparkBackend(config.kernel());
                ExecutionBackend threads = packed.toInProcessBackend(config.kernel())) {
            Trained own = fit(config, packed, threads, epochs);
            Trained far = fit(config, packed, executors, epochs);
            double inProcess = Math.min(own.seconds, fit(config, packed, threads, epochs).seconds);
            double onSpark = Math.min(far.seconds, fit(config, packed, executors, epochs).seconds);
            MarkdownTable.line(List.of(
                    shape,
                    MarkdownTable.number(inProcess, 2),
                    MarkdownTable.number(onSpark, 2),
                    MarkdownTable.number(onSpark / inProcess, 2),
                    same(own.posterior, far.posterior) ? "yes" : "no"));
        }
        problem.rows().unpersist(true);
    }

    private static boolean same(TrainedPosterior first, TrainedPosterior second) {
        List<NetworkEnsemble.TrainedMember> others = second.members();
        return first.members().stream()
                .allMatch(member -> others.stream().anyMatch(other -> Arrays.equals(member.values(), other.values())));
    }

    private static Trained fit(FitConfig config, PackedRows rows, ExecutionBackend backend, int epochs) {
        TrainingRequest<?> requested = Objects.requireNonNull(config.model().request(TrainingRequest.class));
        PreparedNetwork<?> prepared = PreparedNetwork.of(requested, config.inference(), rows, backend);
        List<Long> times = new ArrayList<>();
        FitState end = prepared.algorithm()
                .run(prepared.algorithm().init(), List.of(FitListener.ofSteps(step -> times.add(System.nanoTime()))));
        double fastest = Double.POSITIVE_INFINITY;
        for (int e = 1; e < epochs; e++) {
            fastest = Math.min(fastest, 1e-9 * (times.get(e) - times.get(e - 1)));
        }
        return new Trained(fastest, prepared.algorithm().trainedModel(end));
    }
}
