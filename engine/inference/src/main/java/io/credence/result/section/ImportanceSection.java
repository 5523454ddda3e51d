package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.diagnostic.AveragedWeights;
import io.credence.diagnostic.WeightTail;
import io.credence.summary.ImportanceCheck;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Diagnostics of importance weights.
 *
 * @param khat tail index k̂; NaN where weights are equal
 * @param khatThreshold largest k̂ at which as many draws can be trusted
 * @param khatByParameter k̂ for the mean of each coefficient; null where it was not computed
 * @param effectiveDraws effective sample size
 * @param weightSpread relative standard deviation of the weights
 * @param widened tail of the weights when draws from wider copies of the posterior are added; null where none were drawn
 * @param otherModes modes of the exact posterior that no draw reaches
 * @param averagedWeights powers of the weights that the objective's steps averaged over; null where they averaged none
 */
public record ImportanceSection(
        double khat,
        double khatThreshold,
        double @Nullable [] khatByParameter,
        double effectiveDraws,
        double weightSpread,
        @Nullable TailSection widened,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ModeSection> otherModes,
        @Nullable AveragedSection averagedWeights) {

    static final ImportanceSection NONE =
            new ImportanceSection(Double.NaN, Double.NaN, null, Double.NaN, Double.NaN, null, List.of(), null);

    /**
     * Tail of weights.
     *
     * @param draws number of draws
     * @param khat tail index k̂
     * @param khatThreshold largest k̂ at which as many draws can be trusted
     * @param effectiveDraws effective sample size
     */
    public record TailSection(int draws, double khat, double khatThreshold, double effectiveDraws) {}

    /**
     * Mode that no draw reaches.
     *
     * @param share share of the mass around it
     * @param at values at the mode that differ most, by name
     */
    public record ModeSection(double share, Map<String, Double> at) {

        private static ModeSection of(ImportanceCheck.MissedMode mode) {
            Map<String, Double> at = new LinkedHashMap<>();
            for (int k = 0; k < mode.values().length; k++) {
                if (Double.isFinite(mode.values()[k])) {
                    at.put(mode.names().get(k), mode.values()[k]);
                }
            }
            return new ModeSection(mode.massShare(), at);
        }
    }

    /**
     * Tail of powers of weights that steps averaged over.
     *
     * @param power the power
     * @param draws number of draws
     * @param khat tail index k̂
     * @param khatThreshold largest k̂ at which as many draws can be trusted
     */
    public record AveragedSection(double power, int draws, double khat, double khatThreshold) {

        private static AveragedSection of(AveragedWeights weights) {
            return new AveragedSection(
                    weights.power(),
                    weights.draws(),
                    weights.tail().tailIndex(),
                    weights.tail().threshold());
        }
    }

    static ImportanceSection of(ImportanceCheck check) {
        WeightTail tail = check.tail();
        WeightTail widened = check.tails().widened();
        AveragedWeights averaged = check.tails().averaged();
        return new ImportanceSection(
                tail.tailIndex(),
                tail.threshold(),
                check.tailIndices(),
                tail.effectiveSize(),
                tail.weightSpread(),
                widened == null
                        ? null
                        : new TailSection(
                                widened.draws(), widened.tailIndex(), widened.threshold(), widened.effectiveSize()),
                check.missedModes().stream().map(ModeSection::of).toList(),
                averaged == null ? null : AveragedSection.of(averaged));
    }

    /** Diagnostics of the weights of a quadrature's points. */
    static ImportanceSection ofPoints(WeightTail tail) {
        return new ImportanceSection(
                tail.tailIndex(), tail.threshold(), null, tail.effectiveSize(), Double.NaN, null, List.of(), null);
    }

    /** Tail of the weights; null where draws were not weighted. */
    @Nullable
    WeightTail tail(@Nullable Integer draws) {
        return Double.isNaN(effectiveDraws)
                ? null
                : tail(draws == null ? (int) effectiveDraws : draws, khat, khatThreshold, effectiveDraws);
    }

    private static WeightTail tail(int draws, double khat, double threshold, double effective) {
        double otherwise = effective >= draws ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        return new WeightTail(Double.isNaN(khat) ? otherwise : khat, threshold, draws, effective);
    }

    boolean areUsable(@Nullable Integer draws) {
        WeightTail own = tail(draws);
        if (own == null || widened == null) {
            return own != null && own.isUsable();
        }
        return own.isLight()
                || tail(widened.draws, widened.khat, widened.khatThreshold, widened.effectiveDraws)
                        .isLight();
    }
}
