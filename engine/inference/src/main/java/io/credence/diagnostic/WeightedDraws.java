package io.credence.diagnostic;

import io.credence.diagnostic.EvidenceEstimate.Side;
import io.credence.linalg.LogSums;
import java.util.function.DoublePredicate;

/**
 * Log weights of draws, with estimators of evidence bounds.
 *
 * @param logWeights log w_s
 * @param base weights of the draws, which sum to 1
 */
record WeightedDraws(double[] logWeights, double[] base) {

    /** Estimates the ELBO, E_q[log w]; −∞ if a draw has weight zero. */
    EvidenceEstimate elbo() {
        double mean = 0;
        for (int s = 0; s < base.length; s++) {
            mean += base[s] == 0 ? 0 : base[s] * logWeights[s];
        }
        if (Double.isInfinite(mean)) {
            return EvidenceEstimate.infinite("elbo", Side.LOWER);
        }
        return new EvidenceEstimate("elbo", Side.LOWER, mean, error(base, mean), Double.NaN);
    }

    /** Estimates the evidence upper bound, Σŵ log w. */
    EvidenceEstimate eubo() {
        double[] shares = LogSums.softmax(powers(1));
        double mean = 0;
        for (int s = 0; s < base.length; s++) {
            mean += shares[s] == 0 ? 0 : shares[s] * logWeights[s];
        }
        double index = ParetoSmoothing.of(powers(1)).tailIndex();
        return new EvidenceEstimate("eubo", Side.UPPER, mean, error(shares, mean), index);
    }

    /** Standard error of Σ shares_s log w_s, to first order. */
    private double error(double[] shares, double mean) {
        double squares = 0;
        for (int s = 0; s < base.length; s++) {
            double deviation = shares[s] == 0 ? 0 : shares[s] * (logWeights[s] - mean);
            squares += deviation * deviation;
        }
        return Math.sqrt(squares * base.length / (base.length - 1.0));
    }

    EvidenceEstimate power(String name, Side side, double c, DoublePredicate mayBeInfinite) {
        return mayBeInfinite.test(c) ? EvidenceEstimate.infinite(name, side) : power(name, side, c);
    }

    /** Estimates the bound log E_q[w^c]/c. */
    EvidenceEstimate power(String name, Side side, double c) {
        double[] powers = powers(c);
        double value = (LogSums.logSumExp(powers) - Math.log(base.length)) / c;
        double squares = 0;
        for (double share : LogSums.softmax(powers)) {
            double deviation = share - 1.0 / base.length;
            squares += deviation * deviation;
        }
        double error = Math.sqrt(squares * base.length / (base.length - 1.0)) / Math.abs(c);
        double index = ParetoSmoothing.of(powers).tailIndex();
        return new EvidenceEstimate(name, side, value, Double.isInfinite(value) ? Double.NaN : error, index);
    }

    /** Log powers of the weights, c log w_s + log(S base_s). */
    double[] powers(double c) {
        double[] powers = new double[base.length];
        for (int s = 0; s < powers.length; s++) {
            double own = Math.log(base[s] * base.length);
            powers[s] = own == Double.NEGATIVE_INFINITY ? own : c * logWeights[s] + own;
        }
        return powers;
    }
}
