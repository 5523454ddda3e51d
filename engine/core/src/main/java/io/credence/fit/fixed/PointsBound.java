package io.credence.fit.fixed;

import io.credence.optimize.BfgsSearch;
import io.credence.statistics.NonFinite;
import org.jspecify.annotations.Nullable;

/**
 * The evidence lower bound of a posterior over points that stay the same, or another objective, as a function of the posterior's
 * coordinates x: what a search maximises.
 */
abstract class PointsBound {

    private final double tolerance;
    private long rows;
    private @Nullable NonFinite where;

    /** @param tolerance gain, nats, below which a search ends */
    PointsBound(double tolerance) {
        this.tolerance = tolerance;
    }

    /**
     * What was found at x.
     *
     * @param value nats; −∞ where there is no posterior or a number was not finite
     * @param gradient in x
     * @param rows rows visited
     * @param where the number that was not finite; null if all were, or none is known
     */
    record Evaluation(
            double value,
            double[] gradient,
            long rows,
            @Nullable NonFinite where) {

        static Evaluation none(int length, long rows, @Nullable NonFinite where) {
            return new Evaluation(Double.NEGATIVE_INFINITY, new double[length], rows, where);
        }
    }

    /** One pass at x. */
    abstract Evaluation at(double[] x);

    /** The search after one evaluation more. */
    public final BfgsSearch raise(BfgsSearch search) {
        Evaluation found = counted(search.trial());
        return search.with(found.value(), found.gradient(), tolerance);
    }

    /** One pass at x whose rows are counted. */
    final Evaluation counted(double[] x) {
        Evaluation found = at(x);
        rows += found.rows();
        where = found.where() == null ? where : found.where();
        return found;
    }

    /** Rows visited so far. */
    public final long rows() {
        return rows;
    }

    /** The last number that was not finite. */
    final @Nullable NonFinite where() {
        return where;
    }
}
