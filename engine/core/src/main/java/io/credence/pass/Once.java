package io.credence.pass;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is computed when it is first needed: rows are read by the first step, of a fit that goes on as well. */
public final class Once<T> implements Supplier<T> {

    private final Supplier<T> source;
    private @Nullable T value;

    /** The value of that source. */
    public Once(Supplier<T> source) {
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
