package io.credence.fit.fixed;

import io.credence.optimize.BfgsSearch;
import io.credence.statistics.NonFiniteValue;
import org.jspecify.annotations.Nullable;

/**
 * Evidence lower bound of a posterior over fixed draws, or another objective, as a function of the posterior's
 * coordinates x. A search maximises it.
 */
abstract class FixedDrawBound {

    private final double tolerance;
    private long rows;
    private @Nullable NonFiniteValue where;

    /**
     * A bound with the tolerance of its searches.
     *
     * @param tolerance gain, nats, below which a search ends
     */
    FixedDrawBound(double tolerance) {
        this.tolerance = tolerance;
    }

    /**
     * Evaluation of the bound at coordinates x of the posterior.
     *
     * @param value value in nats; −∞ where there is no posterior or a number was not finite
     * @param gradient gradient in x
     * @param rows rows visited
     * @param nonFinite the number that was not finite; null if all were, or the number was not recorded
     */
    record Evaluation(
            double value,
            double[] gradient,
            long rows,
            @Nullable NonFiniteValue nonFinite) {

        static Evaluation none(int length, long rows, @Nullable NonFiniteValue where) {
            return new Evaluation(Double.NEGATIVE_INFINITY, new double[length], rows, where);
        }
    }

    /** Evaluates the bound at coordinates x of the posterior, by one pass. */
    abstract Evaluation at(double[] x);

    /** The search after one more evaluation. */
    public final BfgsSearch evaluateTrial(BfgsSearch search) {
        Evaluation found = evaluateAndCount(search.trialPoint());
        return search.withEvaluation(found.value(), found.gradient(), tolerance);
    }

    /** Evaluates the bound at coordinates x of the posterior and counts the rows read. */
    final Evaluation evaluateAndCount(double[] x) {
        Evaluation found = at(x);
        rows += found.rows();
        where = found.nonFinite() == null ? where : found.nonFinite();
        return found;
    }

    /** Number of rows visited so far. */
    public final long rows() {
        return rows;
    }

    /** The last number that was not finite. */
    final @Nullable NonFiniteValue lastNonFinite() {
        return where;
    }
}
