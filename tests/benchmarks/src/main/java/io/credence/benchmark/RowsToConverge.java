package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.InferenceConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.linalg.Kernels;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Steps and rows that each method of the catalogue takes until its answer lies within KL 0.01 of the exact optimum of its
 * family for good, on the same logistic regressions. Argument: the folder with {@code labour/} and {@code credit/}.
 */
public final class RowsToConverge {

    private static final double CLOSE = 0.01;
    private static final int PARTITIONS = 16;
    private static final List<String> METHODS = List.of(
            "qbvi", "qbvi-diagonal", "bbvi", "bbvi-diagonal", "cgvb", "mgvb", "advi-meanfield", "advi-fullrank");

    private RowsToConverge() {}

    /** Prints one line per problem, method and minibatch. */
    public static void main(String[] arguments) {
        Path data = Path.of(arguments[0]);
        Map<String, RegressionRows> problems = new LinkedHashMap<>();
        problems.put("labour", LogisticTables.of(data, "labour", 4).train());
        problems.put("credit", LogisticTables.of(data, "credit", 5).train());
        problems.put("made, 20,000 × 8", Problems.correlated(20_000, 8, 0.5));
        MarkdownTable.open(
                "Work until KL(q‖q*) < " + CLOSE,
                "q is what the fit would answer if it were stopped; q* the exact optimum of the family. A dash: never.",
                List.of(
                        "problem",
                        "method",
                        "rows per step",
                        "steps until close",
                        "passes until close",
                        "how it ended",
                        "steps",
                        "passes",
                        "final KL"));
        problems.forEach((name, rows) -> {
            for (String method : METHODS) {
                line(name, rows, method, 1);
            }
            line(name, rows, "qbvi", PARTITIONS);
            line(name, rows, "cgvb", PARTITIONS);
        });
    }

    private static void line(String name, RegressionRows rows, String method, int partitions) {
        Inference inference = Methods.named(method, Problems.logistic());
        InferenceConfig config = (partitions == 1 ? inference : inference.minibatch(1)).config();
        Gaussian optimum = Problems.exact(rows, config.posterior().structure()).coefficients();
        int[] steps = {-1};
        long[] read = {-1};
        Rows packed = rows.packed(partitions);
        try (ExecutionBackend backend = packed.toBackend("auto")) {
            Algorithm algorithm = Inference.prepare(config, null, packed, backend, Kernels.best())
                    .algorithm();
            FitState end = algorithm.run(algorithm.init(), List.of(state -> {
                Gaussian q = Gaussian.of(algorithm.result(state).posterior());
                boolean close = q.divergenceFrom(optimum) < CLOSE;
                if (!close) {
                    steps[0] = -1;
                } else if (steps[0] < 0) {
                    steps[0] = state.iteration();
                    read[0] = state.rowsVisited();
                }
            }));
            FitResult result = algorithm.result(end);
            boolean reached = steps[0] >= 0;
            MarkdownTable.line(List.of(
                    name,
                    method,
                    Integer.toString(rows.count() / partitions),
                    reached ? Integer.toString(steps[0]) : MarkdownTable.NONE,
                    reached ? MarkdownTable.number(read[0] / (double) rows.count(), 1) : MarkdownTable.NONE,
                    result.status().name().toLowerCase(Locale.ROOT),
                    Integer.toString(result.iterations()),
                    MarkdownTable.number(result.passes(), 1),
                    String.format(
                            Locale.ROOT, "%.1e", Gaussian.of(result.posterior()).divergenceFrom(optimum))));
        }
    }
}
