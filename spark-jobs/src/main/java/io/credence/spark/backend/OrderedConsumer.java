package io.credence.spark.backend;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Consumer that passes results on in the order of their positions. Only results that come too early are held. */
final class OrderedConsumer<U> {

    private final Consumer<? super U> taker;
    private final Map<Integer, U> early = new HashMap<>();
    private int due;

    OrderedConsumer(Consumer<? super U> taker) {
        this.taker = taker;
    }

    /** Takes the result of a position, from 0 on; each position once. */
    synchronized void take(int position, U result) {
        early.put(position, result);
        while (early.containsKey(due)) {
            taker.accept(early.remove(due++));
        }
    }

    /** Number of results that wait for an earlier one. */
    synchronized int waitingCount() {
        return early.size();
    }
}
