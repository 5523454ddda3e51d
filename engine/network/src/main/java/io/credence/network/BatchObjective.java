package io.credence.network;

/** What a member's training minimises, on a batch of rows. Not thread-safe. */
@FunctionalInterface
interface BatchObjective {

    /**
     * Mean over the rows of a batch of their losses, and the share of a row in what does not depend on rows, with its gradient.
     *
     * @param values parameters of the member
     * @param step address of what is drawn
     * @param rows that there are, of which the batch is a part
     * @param gradient set
     */
    double evaluate(double[] values, NetworkRows.Batch batch, long step, double rows, double[] gradient);
}
