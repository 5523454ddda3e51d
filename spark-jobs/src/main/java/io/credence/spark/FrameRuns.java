package io.credence.spark;

import java.io.Serializable;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * What a step makes of the partitions in a task's part of a frame. Elements bear the numbers of their partitions; how many a task
 * has is the platform's choice, but those of one stand together.
 */
final class FrameRuns<T> implements Iterator<Tuple2<Integer, byte[]>> {

    /** What is done with a partition, in bytes. */
    @FunctionalInterface
    interface Step<T> extends Serializable {
        Iterator<byte[]> run(int partition, Iterator<T> elements);
    }

    private final Iterator<Tuple2<Integer, byte[]>> elements;
    private final Function<byte[], T> decode;
    private final Step<T> step;
    private @Nullable Tuple2<Integer, byte[]> next;
    private int partition = -1;
    private Iterator<byte[]> made = Collections.emptyIterator();

    FrameRuns(Iterator<Tuple2<Integer, byte[]>> elements, Function<byte[], T> decode, Step<T> step) {
        this.elements = elements;
        this.decode = decode;
        this.step = step;
        advance();
    }

    private void advance() {
        next = elements.hasNext() ? elements.next() : null;
    }

    @Override
    public boolean hasNext() {
        while (!made.hasNext() && next != null) {
            if (next._1() == partition) {
                // The step had seen enough of it
                advance();
            } else {
                partition = next._1();
                made = step.run(partition, new Run());
            }
        }
        return made.hasNext();
    }

    @Override
    public Tuple2<Integer, byte[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return new Tuple2<>(partition, made.next());
    }

    /** The elements of the partition at hand. */
    private final class Run implements Iterator<T> {

        @Override
        public boolean hasNext() {
            return next != null && next._1() == partition;
        }

        @Override
        public T next() {
            if (next == null || next._1() != partition) {
                throw new NoSuchElementException();
            }
            byte[] bytes = next._2();
            advance();
            return decode.apply(bytes);
        }
    }

    /** An iterator of what becomes of each element. */
    static <T, U> Iterator<U> mapped(Iterator<T> elements, Function<T, U> function) {
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
