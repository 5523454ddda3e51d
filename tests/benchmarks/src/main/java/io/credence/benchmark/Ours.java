package io.credence.benchmark;

import io.credence.config.DataConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.NewtonAlgorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.Algorithm;
import io.credence.fit.PosteriorFamily;
import io.credence.linalg.Kernels;
import io.credence.loss.Likelihoods;
import io.credence.prior.GaussianPrior;
import io.credence.spark.LabelRule;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
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

    static Ours fit(Problem problem, String kernel, double tolerance) {
        long start = System.nanoTime();
        DataConfig config = RowPacker.columns("label", List.of("features"));
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("bernoulli"), 1).pack(problem.rows(), config);
                ExecutionBackend backend = packed.toBackend(kernel)) {
            double pack = seconds(start);
            ExactProblem model = ExactProblem.withKnownScale(
                    Likelihoods.named("bernoulli", 4, 2),
                    GaussianPrior.of(packed.summary().columns(), 0, Math.sqrt(5)),
                    1);
            FitSettings settings = FitSettings.of(PosteriorFamily.GAUSSIAN_FULL).withTolerance(tolerance);
            Algorithm fitter = new NewtonAlgorithm(model, settings, backend, Kernels.named(kernel));
            List<String> steps = new ArrayList<>();
            long[] last = {System.nanoTime()};
            FitState end = fitter.run(fitter.init(), List.of(state -> {
                steps.add(String.format("%s %.3f s", state.last(), seconds(last[0])));
                last[0] = System.nanoTime();
            }));
            return new Ours(fitter.result(end), pack, steps);
        }
    }

    static double seconds(long since) {
        return (System.nanoTime() - since) * 1e-9;
    }
}
