package io.credence.diagnostic;

import io.credence.diagnostic.EvidenceEstimate.Side;
import io.credence.linalg.LogSums;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * Lower and upper bounds of the log evidence, and estimates of it, from importance weights (Ji and Shen 2019, theorem
 * 1). All use the log weights log w_s = log p(D, θ_s) − log q(θ_s) of the same fresh draws over all rows. A logarithm
 * of a mean, and a mean by normalised weights, have a bias of the order of their squared error; where k̂ is above the
 * threshold, value and error alike cannot be trusted.
 *
 * @param elbo evidence lower bound E_q[log w]
 * @param eubo evidence upper bound E_p[log w], where p is the exact posterior
 * @param cubo χ upper bound ½ log E_q[w²]
 * @param renyi Rényi bound log E_q[w^{1−α}]/(1−α) for each requested α
 * @param logEvidence estimate of log E_q[w] by the raw weights
 * @param smoothedLogEvidence estimate of log E_q[w] by Pareto smoothed weights
 */
public record EvidenceBounds(
        EvidenceEstimate elbo,
        EvidenceEstimate eubo,
        EvidenceEstimate cubo,
        List<EvidenceEstimate> renyi,
        EvidenceEstimate logEvidence,
        EvidenceEstimate smoothedLogEvidence) {

    public EvidenceBounds {
        renyi = List.copyOf(renyi);
    }

    /**
     * Estimates the bounds from draws of equal weight.
     *
     * @param orders α of the Rényi bounds, none of them 1
     * @param mayBeInfinite whether E_q[w^c] may not exist for a power c, such as {@link MomentExistence#mayBeInfinite}
     *     decides
     */
    public static EvidenceBounds of(double[] logWeights, List<Double> orders, DoublePredicate mayBeInfinite) {
        double[] base = new double[logWeights.length];
        Arrays.fill(base, 1.0 / logWeights.length);
        return of(logWeights, base, orders, mayBeInfinite);
    }

    /**
     * Estimates the bounds from stratified draws of a mixture, each with a base weight. Errors are computed as for
     * independent draws of the mixture, whose errors stratified draws do not exceed.
     *
     * @throws IllegalArgumentException if there are fewer than 2 draws, lengths differ, or an order is 1 or not finite
     */
    public static EvidenceBounds of(
            double[] logWeights, double[] base, List<Double> orders, DoublePredicate mayBeInfinite) {
        if (logWeights.length < 2 || base.length != logWeights.length) {
            throw new IllegalArgumentException("bounds require at least 2 draws and a base weight of each but found "
                    + logWeights.length + " draws and " + base.length + " base weights");
        }
        for (double order : orders) {
            if (order == 1 || !Double.isFinite(order)) {
                throw new IllegalArgumentException(
                        "the order of a Rényi bound must be finite and other than 1, found " + order);
            }
        }
        WeightedDraws draws = new WeightedDraws(logWeights, base);
        ParetoSmoothing smoothing = ParetoSmoothing.of(draws.logPowers(1));
        EvidenceEstimate smooth = new WeightedDraws(smoothing.logWeights(), equalWeights(base.length))
                .powerBound("psis", Side.EVIDENCE, 1);
        return new EvidenceBounds(
                draws.elbo(),
                draws.eubo(),
                draws.powerBound("cubo(2.0)", Side.UPPER, 2, mayBeInfinite),
                orders.stream()
                        .map(a -> draws.powerBound(
                                "renyi(" + a + ")", a > 0 ? Side.LOWER : Side.UPPER, 1 - a, mayBeInfinite))
                        .toList(),
                draws.powerBound("importance-sampling", Side.EVIDENCE, 1),
                new EvidenceEstimate(
                        smooth.name(), smooth.side(), smooth.value(), smooth.error(), smoothing.tailIndex()));
    }

    private static double[] equalWeights(int count) {
        double[] base = new double[count];
        Arrays.fill(base, 1.0 / count);
        return base;
    }

    /**
     * Log importance weights of draws, from which evidence bounds are estimated.
     *
     * @param logWeights log w_s
     * @param baseWeights weights of the draws, which sum to 1
     */
    record WeightedDraws(double[] logWeights, double[] baseWeights) {

        /** Estimates the evidence lower bound, E_q[log w]; −∞ if a draw has weight zero. */
        EvidenceEstimate elbo() {
            double mean = 0;
            for (int s = 0; s < baseWeights.length; s++) {
                mean += baseWeights[s] == 0 ? 0 : baseWeights[s] * logWeights[s];
            }
            if (Double.isInfinite(mean)) {
                return EvidenceEstimate.infinite("elbo", Side.LOWER);
            }
            return new EvidenceEstimate("elbo", Side.LOWER, mean, standardError(baseWeights, mean), Double.NaN);
        }

        /** Estimates the evidence upper bound by normalised weights ŵ, as Σŵ log w. */
        EvidenceEstimate eubo() {
            double[] shares = LogSums.softmax(logPowers(1));
            double mean = 0;
            for (int s = 0; s < baseWeights.length; s++) {
                mean += shares[s] == 0 ? 0 : shares[s] * logWeights[s];
            }
            double index = ParetoSmoothing.of(logPowers(1)).tailIndex();
            return new EvidenceEstimate("eubo", Side.UPPER, mean, standardError(shares, mean), index);
        }

        /** Standard error of Σ shares_s log w_s, to first order. */
        private double standardError(double[] shares, double mean) {
            double squares = 0;
            for (int s = 0; s < baseWeights.length; s++) {
                double deviation = shares[s] == 0 ? 0 : shares[s] * (logWeights[s] - mean);
                squares += deviation * deviation;
            }
            return Math.sqrt(squares * baseWeights.length / (baseWeights.length - 1.0));
        }

        EvidenceEstimate powerBound(String name, Side side, double c, DoublePredicate mayBeInfinite) {
            return mayBeInfinite.test(c) ? EvidenceEstimate.infinite(name, side) : powerBound(name, side, c);
        }

        /** Estimates the bound log E_q[w^c]/c. */
        EvidenceEstimate powerBound(String name, Side side, double c) {
            double[] powers = logPowers(c);
            double value = (LogSums.logSumExp(powers) - Math.log(baseWeights.length)) / c;
            double squares = 0;
            for (double share : LogSums.softmax(powers)) {
                double deviation = share - 1.0 / baseWeights.length;
                squares += deviation * deviation;
            }
            double error = Math.sqrt(squares * baseWeights.length / (baseWeights.length - 1.0)) / Math.abs(c);
            double index = ParetoSmoothing.of(powers).tailIndex();
            return new EvidenceEstimate(name, side, value, Double.isInfinite(value) ? Double.NaN : error, index);
        }

        /** Logarithms of the weights' powers w^c, corrected for base weights: c log w_s + log(S base_s). */
        double[] logPowers(double c) {
            double[] powers = new double[baseWeights.length];
            for (int s = 0; s < powers.length; s++) {
                double own = Math.log(baseWeights[s] * baseWeights.length);
                powers[s] = own == Double.NEGATIVE_INFINITY ? own : c * logWeights[s] + own;
            }
            return powers;
        }
    }
}
