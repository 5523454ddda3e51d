package io.credence.predict;

import io.credence.loss.ResponseLaws;
import io.credence.random.AddressedGenerator;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.function.Supplier;

/** What is added up of observed responses and of each replication of them. */
interface ReplicateSums<S extends ReplicateSums<S>> extends Sums<S> {

    /**
     * Draws a row's response at each draw, and adds it and the observed one.
     *
     * @param at laws at the draws
     * @param row number of the row among those that they were moved to
     * @param logs log likelihoods of the observed one at the draws
     * @param random at the address of the row
     */
    void add(ResponseLaws.AtDraws at, int row, double label, double weight, double[] logs, AddressedGenerator random);

    /** What they come to. */
    PredictiveCheck result();

    /** Sums of no row. */
    @FunctionalInterface
    interface None<S> extends Supplier<S>, Serializable {}
}
