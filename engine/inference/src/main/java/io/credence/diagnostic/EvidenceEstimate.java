package io.credence.diagnostic;

/**
 * Estimate of the log evidence or of a bound of it, from draws of a posterior.
 *
 * @param name name as in results, such as elbo or renyi(-2.0)
 * @param side position of its expectation relative to the log evidence
 * @param value estimate, nats; +∞ for an upper bound and −∞ for a lower one whose integral does not exist
 * @param error Monte Carlo standard error of the value, to first order; NaN where the value is infinite
 * @param tailIndex k̂ of the weights that are averaged; NaN where there is no weighting
 */
public record EvidenceEstimate(String name, Side side, double value, double error, double tailIndex) {

    /** Position of an estimate's expectation relative to the log evidence. */
    public enum Side {
        /** Lower bound: at or below the log evidence. */
        LOWER,
        /** Estimate of the log evidence itself. */
        EVIDENCE,
        /** Upper bound: at or above the log evidence. */
        UPPER
    }

    /** Whether the bound is infinite, because its integral does not exist or its estimate is infinite. */
    public boolean isInfinite() {
        return Double.isInfinite(value);
    }

    static EvidenceEstimate infinite(String name, Side side) {
        double value = side == Side.UPPER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        return new EvidenceEstimate(name, side, value, Double.NaN, Double.POSITIVE_INFINITY);
    }
}
