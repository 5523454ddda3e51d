package io.credence.pass;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Value that is computed when it is first needed, such as the rows that a fit reads in its first step.
 */
public final class Lazy<T> implements Supplier<T> {

    private final Supplier<T> source;
    private @Nullable T value;

    /** A value computed by the given source. */
    public Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public synchronized T get() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
