package io.credence.mixed.component;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Points that are evaluated one after the other or a few at a time, with the evaluations so far.
 *
 * @param all points that were or will be evaluated
 * @param evaluations evaluations of the first of them so far
 */
public record EvaluatedPoints<E>(List<double[]> all, List<E> evaluations) implements Serializable {

    public EvaluatedPoints {
        all = List.copyOf(all);
        evaluations = List.copyOf(evaluations);
    }

    public static <E> EvaluatedPoints<E> of(List<double[]> all) {
        return new EvaluatedPoints<>(all, List.of());
    }

    /** Next point to evaluate; null where all were evaluated. */
    public double @Nullable [] next() {
        return evaluations.size() < all.size() ? all.get(evaluations.size()) : null;
    }

    /** Next points to evaluate, at most {@code most}; none where all were evaluated. */
    public List<double[]> next(int most) {
        int done = evaluations.size();
        return all.subList(done, Math.min(all.size(), Math.addExact(done, most)));
    }

    public EvaluatedPoints<E> withEvaluation(E another) {
        return withEvaluations(List.of(another));
    }

    /** Copy with the evaluations of the next points, in their order. */
    public EvaluatedPoints<E> withEvaluations(List<E> others) {
        return new EvaluatedPoints<>(all, joined(evaluations, others));
    }

    /** Copy with further points to evaluate. */
    public EvaluatedPoints<E> withMorePoints(List<double[]> more) {
        return new EvaluatedPoints<>(joined(all, more), evaluations);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
