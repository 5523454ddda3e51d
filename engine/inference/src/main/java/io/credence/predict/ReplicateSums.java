package io.credence.predict;

import io.credence.loss.ResponseDistributions;
import io.credence.random.AddressedGenerator;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.function.Supplier;

/** Sums over rows of the observed responses and of each replication of them. */
interface ReplicateSums<S extends ReplicateSums<S>> extends Sums<S> {

    /**
     * Draws a row's response at each draw, and adds it and the observed one.
     *
     * @param at distributions of responses at the draws
     * @param row index of the row among those that {@code at} was moved to
     * @param logs log likelihoods of the observed response at the draws
     * @param random generator at the address of the row
     */
    void add(
            ResponseDistributions.AtDraws at,
            int row,
            double label,
            double weight,
            double[] logs,
            AddressedGenerator random);

    /** Posterior predictive check by these sums. */
    PredictiveCheck result();

    /** Factory of sums of no row. */
    @FunctionalInterface
    interface Factory<S> extends Supplier<S>, Serializable {}
}
