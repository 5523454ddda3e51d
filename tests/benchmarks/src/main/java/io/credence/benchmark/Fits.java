package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Our fits of one problem by several methods, each with its default settings. */
final class Fits {

    private Fits() {}

    /**
     * Fits by name of the method.
     *
     * @param bound of an answer, evaluated without draws
     */
    static Map<String, Answer> of(Rows rows, Inference problem, List<String> methods, ToDoubleFunction<Answer> bound) {
        Map<String, Answer> answers = new LinkedHashMap<>();
        for (String method : methods) {
            answers.put(method, answer(Methods.named(method, problem), rows, bound));
        }
        return answers;
    }

    private static Answer answer(Inference inference, Rows rows, ToDoubleFunction<Answer> bound) {
        long start = System.nanoTime();
        FitResult result = inference.fit(rows).result();
        double seconds = (System.nanoTime() - start) * 1e-9;
        FitResult.DrawNoise noise = result.drawNoise();
        String note = String.format(
                Locale.ROOT,
                "%s, %d steps, %.0f passes, %d draws, %.2f s",
                result.status().name().toLowerCase(Locale.ROOT),
                result.iterations(),
                result.passes(),
                noise == null ? 0 : noise.draws(),
                seconds);
        Gaussian q = Gaussian.of(result.posterior());
        Answer unbounded = result.dispersion() instanceof DispersionPosterior.InverseGamma factor
                ? new Answer(q, factor.shape(), factor.scale(), Double.NaN, note)
                : Answer.of(q, Double.NaN, note);
        return new Answer(q, unbounded.shape(), unbounded.scale(), bound.applyAsDouble(unbounded), note);
    }
}
