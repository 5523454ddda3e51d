package io.credence.diagnostic;

import java.util.Locale;

/**
 * Tail index and effective sample size of the importance weights of a posterior's draws. Averages over the weights are
 * usable if k̂ is at most its threshold, or if the weights hardly differ, whatever their tail.
 *
 * @param tailIndex k̂; −∞ where all weights are equal
 * @param threshold largest k̂ at which as many draws can be trusted
 * @param draws number of draws
 * @param effectiveSize number of equally weighted draws with the same information
 */
public record WeightTail(double tailIndex, double threshold, int draws, double effectiveSize) {

    /** Tail of smoothed weights, with the threshold for their number of draws. */
    public static WeightTail of(ParetoSmoothing smoothing) {
        return of(smoothing, smoothing.threshold());
    }

    /** Tail of smoothed weights, with a given threshold. */
    static WeightTail of(ParetoSmoothing smoothing, double threshold) {
        return new WeightTail(
                smoothing.areWeightsEqual() ? Double.NEGATIVE_INFINITY : smoothing.tailIndex(),
                threshold,
                smoothing.logWeights().length,
                smoothing.effectiveSize());
    }

    /**
     * Relative standard deviation of the weights. By the Cauchy–Schwarz inequality, it bounds the error of each
     * posterior mean in posterior standard deviations.
     */
    public double weightSpread() {
        return Math.sqrt(Math.max(0, draws / effectiveSize - 1));
    }

    /**
     * Factor by which errors of weighted means exceed their estimates from the draws. It is S^(k̂ − ½) for S draws.
     * Beyond k̂ = ½ weights have no variance, and errors fall with S^(k̂ − 1) in place of S^(−½) (the generalised
     * central limit theorem, stability 1/k̂). Where weights hardly differ the shape of their tail does not matter.
     */
    public double errorFactor() {
        return weightSpread() <= ParetoSmoothing.AGREEING ? 1 : Math.pow(draws, Math.max(0, tailIndex - 0.5));
    }

    /** Whether k̂ is at most its threshold. */
    public boolean isLight() {
        return tailIndex <= threshold;
    }

    /** Whether averages over the weights are usable. */
    public boolean isUsable() {
        return isLight() || weightSpread() <= ParetoSmoothing.AGREEING;
    }

    /** Text with k̂ and its threshold. */
    public String text() {
        return tailIndex == Double.NEGATIVE_INFINITY
                ? "the weights of " + draws + " draws are equal"
                : String.format(
                        Locale.ROOT, "k-hat %.2f of %d draws, at most %.2f allowed", tailIndex, draws, threshold);
    }

    /** Text with k̂ and its threshold, or, where weights hardly differ, with the rule that allows a larger k̂. */
    public String textWithRule() {
        return isLight()
                ? text()
                : String.format(Locale.ROOT, "k-hat %.2f of %d draws, %s", tailIndex, draws, ruleText());
    }

    /** Text with the threshold of k̂, or the reason why it may be larger. */
    public String ruleText() {
        return isUsable() && !isLight()
                ? String.format(
                        Locale.ROOT,
                        "above %.2f but allowed, as the weights hardly differ: relative sd %.2g, at most %.1f",
                        threshold,
                        weightSpread(),
                        ParetoSmoothing.AGREEING)
                : String.format(Locale.ROOT, "at most %.2f allowed", threshold);
    }
}
