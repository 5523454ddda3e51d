package io.credence.spark.pack;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Iterator that applies a step to each run of adjacent elements with an equal key. One element is held at a time.
 *
 * @param <E> an element
 * @param <K> key that the elements of a run share
 * @param <U> an element of a result
 */
public final class RunIterator<E, K, U> implements Iterator<U> {

    /** Step that is applied to a run. */
    @FunctionalInterface
    public interface RunFunction<E, K, U> {
        Iterator<U> run(K key, Iterator<E> elements);
    }

    private final Iterator<E> elements;
    private final Function<E, K> keyOf;
    private final RunFunction<E, K, U> step;
    private @Nullable E next;
    private @Nullable K ahead;
    private @Nullable K key;
    private Iterator<U> made = Collections.emptyIterator();

    public RunIterator(Iterator<E> elements, Function<E, K> keyOf, RunFunction<E, K, U> step) {
        this.elements = elements;
        this.keyOf = keyOf;
        this.step = step;
        advance();
    }

    private void advance() {
        next = elements.hasNext() ? elements.next() : null;
        ahead = next == null ? null : keyOf.apply(next);
    }

    private boolean isOfRun() {
        return ahead != null && ahead.equals(key);
    }

    @Override
    public boolean hasNext() {
        while (!made.hasNext() && ahead != null) {
            if (isOfRun()) {
                // The step had seen enough of it
                advance();
            } else {
                key = ahead;
                made = step.run(key, new Run());
            }
        }
        return made.hasNext();
    }

    @Override
    public U next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return made.next();
    }

    /** Iterator over the elements of the current run. */
    private final class Run implements Iterator<E> {

        @Override
        public boolean hasNext() {
            return isOfRun();
        }

        @Override
        public E next() {
            E element = next;
            if (element == null || !isOfRun()) {
                throw new NoSuchElementException();
            }
            advance();
            return element;
        }
    }

    /** Iterator over the function's value of each element. */
    public static <T, U> Iterator<U> mapIterator(Iterator<T> elements, Function<T, U> function) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return elements.hasNext();
            }

            @Override
            public U next() {
                return function.apply(elements.next());
            }
        };
    }
}
