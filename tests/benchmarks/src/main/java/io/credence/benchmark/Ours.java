package io.credence.benchmark;

import io.credence.Inference;
import io.credence.config.DataConfig;
import io.credence.config.InferenceConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.linalg.Kernels;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.row.LabelRule;
import java.util.ArrayList;
import java.util.List;

/**
 * A full-covariance fit with every default, from the cached DataFrame on: packing included.
 *
 * @param result posterior
 * @param packSeconds of it, reading and packing the rows
 * @param steps what each pass took
 */
record Ours(FitResult result, double packSeconds, List<String> steps) {

    static Ours fit(LabelledFrame problem, String kernel, double tolerance) {
        long start = System.nanoTime();
        DataConfig config = DataConfig.ofColumns("label", List.of("features"));
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("bernoulli"), 1).pack(problem.rows(), config);
                ExecutionBackend backend = packed.toBackend(kernel)) {
            double pack = seconds(start);
            InferenceConfig requested =
                    Problems.logistic().with("stop.tolerance", tolerance).config();
            Algorithm algorithm = Inference.prepare(requested, null, packed, backend, Kernels.named(kernel))
                    .algorithm();
            List<String> steps = new ArrayList<>();
            long[] last = {System.nanoTime()};
            FitState end = algorithm.run(algorithm.init(), List.of(state -> {
                steps.add(String.format("%s %.3f s", state.lastStep(), seconds(last[0])));
                last[0] = System.nanoTime();
            }));
            return new Ours(algorithm.result(end), pack, steps);
        }
    }

    static double seconds(long since) {
        return (System.nanoTime() - since) * 1e-9;
    }
}
