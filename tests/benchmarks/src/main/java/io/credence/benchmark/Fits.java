package io.credence.benchmark;

import io.credence.data.RowBlock;
import io.credence.family.ScaleFactor;
import io.credence.fit.Problem;
import io.credence.fit.ExactProblem;
import io.credence.fit.FitResult;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Our fits of one problem by several methods, each with its default settings. */
final class Fits {

    private Fits() {}

    /**
     * Fits of a regression by name of the method.
     *
     * @param bound of an answer, evaluated without draws
     */
    static Map<String, Answer> of(
            RegressionRows rows, ExactProblem problem, List<String> methods, ToDoubleFunction<Answer> bound) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        try (InProcessBackend backend = new InProcessBackend(rows.partitions(1), Kernels.best(), 1)) {
            for (String method : methods) {
                Problem drawn = Problem.of(problem, backend.summary(), method.startsWith("qbvi-inverse-gamma"));
                answers.put(method, answer(Method.of(method), drawn, backend, bound));
            }
        }
        return answers;
    }

    /** Fits of any problem by draws. */
    static Map<String, Answer> of(
            List<List<RowBlock>> rows, Problem problem, List<String> methods, ToDoubleFunction<Answer> bound) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        try (InProcessBackend backend = new InProcessBackend(rows, Kernels.best(), 1)) {
            for (String method : methods) {
                answers.put(method, answer(Method.of(method), problem, backend, bound));
            }
        }
        return answers;
    }

    private static Answer answer(
            Method method, Problem problem, InProcessBackend backend, ToDoubleFunction<Answer> bound) {
        long start = System.nanoTime();
        FitResult result = method.fit(problem, backend);
        double seconds = (System.nanoTime() - start) * 1e-9;
        FitResult.DrawNoise noise = result.noise();
        String note = String.format(
                Locale.ROOT,
                "%s, %d steps, %.0f passes, %d draws, %.2f s",
                result.status().name().toLowerCase(Locale.ROOT),
                result.iterations(),
                result.passes(),
                noise == null ? 0 : noise.draws(),
                seconds);
        Gaussian q = Gaussian.of(result.posterior());
        Answer unbounded = result.scale() instanceof ScaleFactor.InverseGamma factor
                ? new Answer(q, factor.shape(), factor.scale(), Double.NaN, note)
                : Answer.of(q, Double.NaN, note);
        return new Answer(q, unbounded.shape(), unbounded.scale(), bound.applyAsDouble(unbounded), note);
    }
}
