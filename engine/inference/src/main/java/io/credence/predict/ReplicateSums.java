package io.credence.predict;

import io.credence.loss.ResponseDistributions;
import io.credence.random.AddressedGenerator;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.function.Supplier;

/** Sums over rows of observed responses, and of each of their replications. */
interface ReplicateSums<S extends ReplicateSums<S>> extends Sums<S> {

    /**
     * Draws a response of a row at each draw of the parameters, and adds these and the observed response.
     *
     * @param at distributions of responses at the draws
     * @param row index of the row among those that {@code at} was moved to
     * @param logs log likelihoods of the observed response at the draws
     * @param random generator at the address of the row
     */
    void addRow(
            ResponseDistributions.AtDraws at,
            int row,
            double label,
            double weight,
            double[] logs,
            AddressedGenerator random);

    /** Computes the posterior predictive check from the sums. */
    PredictiveCheck result();

    /** Factory of empty sums. */
    @FunctionalInterface
    interface Factory<S> extends Supplier<S>, Serializable {}
}
