package io.credence.diagnostic;

import java.util.Arrays;
import java.util.Locale;

/**
 * Tail of the powers of importance weights that an objective averages in each step, such as w² for the χ² bound (Dhaka
 * et al. 2021, appendix D and figure B.1). The average of the S draws of a step can be trusted up to a k̂ of min(1 −
 * 1/log₁₀ S, 0.7). Above it, steps settle where few draws outweigh the others, short of the objective's optimum.
 *
 * @param power exponent c
 * @param draws number of draws S of a step
 * @param tail tail of w^c at the draws of the check, with the threshold of S draws
 */
public record AveragedWeights(double power, int draws, WeightTail tail) {

    /** Computes the tail from log weights of draws of the posterior. */
    public static AveragedWeights of(double[] logWeights, double power, int draws) {
        ParetoSmoothing smoothing = ParetoSmoothing.of(
                Arrays.stream(logWeights).map(log -> power * log).toArray());
        return new AveragedWeights(power, draws, WeightTail.of(smoothing, ParetoSmoothing.threshold(draws)));
    }

    /** Text with k̂ and its threshold. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "k-hat %.2f of the weights to the power %s that steps of %d draws average over, %s",
                tail.tailIndex(),
                power == Math.rint(power) ? String.valueOf(Math.round(power)) : String.valueOf(power),
                draws,
                tail.ruleText());
    }
}
