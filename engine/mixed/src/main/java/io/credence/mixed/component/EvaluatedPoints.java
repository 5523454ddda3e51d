package io.credence.mixed.component;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Points that are evaluated one after the other, with the evaluations so far.
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

    public EvaluatedPoints<E> withEvaluation(E another) {
        return new EvaluatedPoints<>(all, joined(evaluations, List.of(another)));
    }

    /** Copy with further points to evaluate. */
    public EvaluatedPoints<E> withMorePoints(List<double[]> more) {
        return new EvaluatedPoints<>(joined(all, more), evaluations);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
