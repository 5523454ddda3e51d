package io.credence.mixed.component;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Points that are evaluated one after the other.
 *
 * @param all points that were or will be evaluated
 * @param found evaluations of the first of them so far
 */
public record Points<E>(List<double[]> all, List<E> found) implements Serializable {

    public Points {
        all = List.copyOf(all);
        found = List.copyOf(found);
    }

    public static <E> Points<E> of(List<double[]> all) {
        return new Points<>(all, List.of());
    }

    /** Point that comes next; null where all were evaluated. */
    public double @Nullable [] next() {
        return found.size() < all.size() ? all.get(found.size()) : null;
    }

    public Points<E> with(E another) {
        return new Points<>(all, joined(found, List.of(another)));
    }

    /** Copy with further points to evaluate. */
    public Points<E> and(List<double[]> more) {
        return new Points<>(joined(all, more), found);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
