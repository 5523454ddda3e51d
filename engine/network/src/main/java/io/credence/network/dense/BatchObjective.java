package io.credence.network.dense;

import io.credence.network.row.NetworkRows;

/** Objective that a member's training minimises, on a batch of rows. Not thread-safe. */
public @FunctionalInterface interface BatchObjective {

    /**
     * Evaluates the mean loss of the rows of a batch, and one row's share in the terms that do not depend on rows, with
     * its gradient.
     *
     * @param values parameters of the member
     * @param step number of the step, which addresses random numbers
     * @param rows number of rows to learn from, of which the batch is a part
     * @param gradient gradient, which is set
     */
    double evaluate(double[] values, NetworkRows.Batch batch, long step, double rows, double[] gradient);

    /**
     * Moves parameters that have a rule of their own, after an evaluation, and clears the gradient in them, so that the
     * optimiser leaves them where they are.
     *
     * @param rows number of rows to learn from
     */
    default void moveByOwnRule(double[] values, double[] gradient, double rows) {}
}
