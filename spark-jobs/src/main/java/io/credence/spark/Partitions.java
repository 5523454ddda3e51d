package io.credence.spark;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;

/** Elements in numbered partitions, wherever Spark has them. Every run is one ordinary job, whose tasks may be tried again. */
interface Partitions<T> {

    /** What is done with a partition. */
    @FunctionalInterface
    interface Task<T, U> extends Serializable {
        U run(int partition, Iterator<T> elements);
    }

    /** Results of all partitions, in the order of their numbers. */
    <U> List<U> run(Task<T, U> task);

    /**
     * Results of those partitions, in the order given.
     *
     * @param partitions partition numbers, distinct
     */
    <U> List<U> run(Task<T, U> task, int[] partitions);
}
