package io.credence.summary;

import io.credence.diagnostic.AveragedWeights;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.WeightMoments;
import io.credence.diagnostic.WeightTail;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.TriedFamily;
import io.credence.prior.GaussianPrior;
import java.util.List;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * What the importance weights of a posterior's own draws show of it.
 *
 * @param tail of the weights
 * @param averaged their powers that the objective's steps averaged over; null where they averaged none
 * @param share of the rows whose losses were summed at the draws
 * @param error standard error that this leaves in a log weight, nats
 * @param byNumber k̂ of the weights times the distance of each coefficient from its mean, for the mean of that one
 * @param bounds of the evidence; null where the loss is no likelihood
 * @param corrected the numbers that are reported, corrected by the weights, to be used where these are usable; null where the
 *     posterior is not proper
 * @param drawn coefficients at the draws, with their weights
 */
public record ImportanceCheck(
        WeightTail tail,
        @Nullable AveragedWeights averaged,
        double share,
        double error,
        double[] byNumber,
        @Nullable EvidenceBounds bounds,
        @Nullable Corrected corrected,
        WeighedCoefficients drawn) {

    /** Orders of the Rényi bounds that are reported. */
    public static final List<Double> ORDERS = List.of(0.5, -2.0);

    /**
     * Bounds of the evidence.
     *
     * @param prior normal prior in the coordinates of the fit; precision 0 where there is another
     * @param linearTails whether losses grow at most linearly, so that the tails of the weights are those of prior and posterior
     */
    public static EvidenceBounds bounds(
            double[] logWeights, Posterior posterior, GaussianPrior prior, boolean linearTails) {
        boolean theory = linearTails && prior.flat() == 0;
        GaussianPosterior q = posterior.gaussian();
        DoublePredicate infinite = power -> theory && q != null && WeightMoments.mayBeInfinite(q, prior, power);
        return EvidenceBounds.of(logWeights, ORDERS, infinite);
    }

    /**
     * The check.
     *
     * @param weights with draws on the scale on which numbers are reported
     * @param averaged their powers that the objective's steps averaged over; null where they averaged none
     */
    public static ImportanceCheck of(
            ImportanceWeights weights,
            @Nullable AveragedWeights averaged,
            @Nullable EvidenceBounds bounds,
            NumberSummary numbers) {
        ParetoSmoothing smoothing = ParetoSmoothing.of(weights.logWeights());
        double[][] own = new double[weights.theta().length][];
        for (int s = 0; s < own.length; s++) {
            own[s] = numbers.coefficients().at(weights.theta()[s]);
        }
        WeighedCoefficients drawn = new WeighedCoefficients(own, weights.base(), smoothing.shares());
        WeightTail tail = WeightTail.of(smoothing);
        return new ImportanceCheck(
                tail,
                averaged,
                weights.share(),
                weights.error(),
                byNumber(weights.logWeights(), own, numbers.coefficients().mean()),
                bounds,
                numbers.coefficients().isProper() ? corrected(weights, drawn, tail, numbers) : null,
                drawn);
    }

    /**
     * The coefficients at draws of the posterior.
     *
     * @param values S arrays
     * @param base weights of the draws under the posterior, which sum to 1
     * @param shares their smoothed importance weights, which sum to 1
     */
    record WeighedCoefficients(double[][] values, double[] base, double[] shares) {}

    private static Corrected corrected(
            ImportanceWeights weights, WeighedCoefficients drawn, WeightTail tail, NumberSummary numbers) {
        List<SummaryRow> rows = numbers.rows();
        double[][] values = numbers.at(weights.theta(), drawn.values(), rows.size());
        return Corrected.of(rows, values, drawn.base(), drawn.shares(), tail.errorFactor());
    }

    /**
     * What is reported of a linear combination of coefficients, corrected where that can be.
     *
     * @param check null where the posterior was not checked
     */
    public static SummaryRow contrast(@Nullable ImportanceCheck check, NumberSummary numbers, String text) {
        return derived(
                        check,
                        numbers,
                        LinearCombination.parse(text, numbers.coefficients().names()))
                .get(0);
    }

    /** What is reported of numbers that follow from the coefficients, corrected where that can be. */
    static List<SummaryRow> derived(@Nullable ImportanceCheck check, NumberSummary numbers, DerivedNumbers derived) {
        List<SummaryRow> rows = derived.rows(numbers.coefficients(), SummaryRow.LEVEL, numbers.seed());
        if (check == null || !check.isUsable()) {
            return rows;
        }
        double[][] drawn = check.drawn.values();
        double[][] values = new double[rows.size()][drawn.length];
        for (int s = 0; s < drawn.length; s++) {
            double[] at = derived.at(drawn[s]);
            for (int k = 0; k < at.length; k++) {
                values[k][s] = at[k];
            }
        }
        return Corrected.of(rows, values, check.drawn.base(), check.drawn.shares(), check.tail.errorFactor())
                .rows();
    }

    private static double[] byNumber(double[] logWeights, double[][] own, double[] mean) {
        double[] indices = new double[mean.length];
        double[] logs = new double[own.length];
        for (int j = 0; j < indices.length; j++) {
            for (int s = 0; s < logs.length; s++) {
                logs[s] = logWeights[s] + Math.log(Math.abs(own[s][j] - mean[j]));
            }
            indices[j] = ParetoSmoothing.of(logs).tailIndex();
        }
        return indices;
    }

    /** Whether the weights can be averaged over. */
    public boolean isUsable() {
        return tail.isUsable();
    }

    /** Whether they can be averaged over and leave what the posterior shows as it is. */
    public Reliability reliability() {
        return Reliability.byWeights(tail, averaged, corrected == null ? null : corrected.moves());
    }

    /** The numbers to be trusted instead of the posterior's own; null where these may stay, or there are no better ones. */
    public @Nullable Corrected trusted() {
        return corrected != null && isUsable() && corrected.moves().matters() ? corrected : null;
    }

    /** The same for a search among families. */
    public TriedFamily.Judgement judgement() {
        return new TriedFamily.Judgement(reliability().isReliable(), isUsable(), tail.tailIndex(), tail.spread());
    }
}
