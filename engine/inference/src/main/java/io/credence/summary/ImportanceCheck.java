package io.credence.summary;

import io.credence.diagnostic.AveragedWeights;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.MomentExistence;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.WeightTail;
import io.credence.diagnostic.WeightingChanges;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.CandidateFamily;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.OtherMode;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Check of a posterior by importance weights of its draws under the exact posterior.
 *
 * @param tails tails of the weights
 * @param rowShare share of the rows that the log weights were computed from
 * @param logWeightError standard error of a log weight due to the rows left out, nats
 * @param tailIndices k̂ for the mean of each coefficient, from the weights times the distances from its mean
 * @param bounds bounds of the log evidence; null where the loss is no likelihood
 * @param weightCorrection summaries corrected by the weights, to be used where these are usable; null where the
 *     posterior is not proper
 * @param weighedCoefficients coefficients at the draws behind the corrections, with their weights
 * @param missedModes modes of the exact posterior that no draw reaches, in descending order of mass
 */
public record ImportanceCheck(
        WeightTails tails,
        double rowShare,
        double logWeightError,
        double[] tailIndices,
        @Nullable EvidenceBounds bounds,
        @Nullable WeightCorrection weightCorrection,
        WeighedCoefficients weighedCoefficients,
        List<MissedMode> missedModes) {

    /** Orders of the Rényi bounds that are reported. */
    public static final List<Double> ORDERS = List.of(0.5, -2.0);

    /**
     * Bounds of the log evidence.
     *
     * @param prior normal prior in the coordinates of the fit; precision 0 where there is another
     * @param linearTails whether losses grow at most linearly, so that prior and posterior determine the tails of the
     *     weights
     */
    public static EvidenceBounds bounds(
            double[] logWeights, Posterior posterior, GaussianPrior prior, boolean linearTails) {
        boolean theory = linearTails && prior.flatCount() == 0;
        GaussianPosterior q = posterior.gaussian();
        DoublePredicate infinite = power -> theory && q != null && MomentExistence.mayBeInfinite(q, prior, power);
        return EvidenceBounds.of(logWeights, ORDERS, infinite);
    }

    /**
     * Checks a posterior by importance weights.
     *
     * @param weights importance weights, with draws on the scale on which numbers are reported
     * @param averaged powers of the weights that the steps of the fit averaged; null where they averaged none
     */
    public static ImportanceCheck of(
            ImportanceWeights weights,
            @Nullable AveragedWeights averaged,
            @Nullable EvidenceBounds bounds,
            NumberSummary numbers) {
        ImportanceWeights widest = weights.widest();
        ParetoSmoothing smoothing = ParetoSmoothing.of(widest.logWeights());
        double[][] own = new double[widest.theta().length][];
        for (int s = 0; s < own.length; s++) {
            own[s] = numbers.coefficients().coefficientsAt(widest.theta()[s]);
        }
        WeighedCoefficients drawn = new WeighedCoefficients(own, widest.baseWeights(), smoothing.normalisedWeights());
        WeightTail all = WeightTail.of(smoothing);
        boolean wider = weights.widenedMixture() != null;
        return new ImportanceCheck(
                new WeightTails(
                        wider ? WeightTail.of(ParetoSmoothing.of(weights.logWeights())) : all,
                        wider ? all : null,
                        averaged),
                weights.rowShare(),
                weights.logWeightError(),
                meanTailIndices(
                        weights.logWeights(),
                        Arrays.copyOf(own, weights.theta().length),
                        numbers.coefficients().mean()),
                bounds,
                numbers.coefficients().isProper() ? correctSummaries(widest, drawn, all, numbers) : null,
                drawn,
                weights.modes().stream()
                        .map(mode -> MissedMode.of(mode, numbers))
                        .toList());
    }

    /**
     * Tails of the importance weights of a posterior's draws.
     *
     * @param own tail of the weights of the posterior's own draws
     * @param widened tail of the weights when draws from wider copies of the posterior are added; null where none were
     *     drawn
     * @param averaged powers of the weights that the steps of the fit averaged; null where they averaged none
     */
    public record WeightTails(
            WeightTail own,
            @Nullable WeightTail widened,
            @Nullable AveragedWeights averaged) {

        private Reliability reliability(@Nullable WeightingChanges changes) {
            return Reliability.byWeights(own, widened, averaged, changes);
        }
    }

    /** Tail of the weights of the posterior's own draws. */
    public WeightTail tail() {
        return tails.own();
    }

    /**
     * Mode of the exact posterior that no draw reaches.
     *
     * @param massShare approximate share of the posterior's mass at the mode
     * @param names names of the numbers that are reported
     * @param values values of these numbers at the mode
     */
    public record MissedMode(double massShare, List<String> names, double[] values) {

        static MissedMode of(OtherMode found, NumberSummary numbers) {
            List<String> names =
                    numbers.summaryRows().stream().map(SummaryRow::name).toList();
            double[][] own = {numbers.coefficients().coefficientsAt(found.theta())};
            double[][] there = numbers.valuesAtDraws(new double[][] {found.theta()}, own, names.size());
            return new MissedMode(
                    found.massShare(),
                    names,
                    Arrays.stream(there).mapToDouble(each -> each[0]).toArray());
        }

        /** Text on the place of the mode: its first four numbers. */
        String placeText() {
            return IntStream.range(0, Math.min(SHOWN, values.length))
                    .mapToObj(k -> String.format(Locale.ROOT, "%s %.3g", names.get(k), values[k]))
                    .collect(Collectors.joining(", ", "", values.length > SHOWN ? ", …" : ""));
        }

        private static final int SHOWN = 4;
    }

    /**
     * Coefficients at draws of the posterior, with two sets of weights.
     *
     * @param values coefficients at each of S draws
     * @param baseWeights weights of the draws under the posterior, which sum to 1
     * @param normalisedWeights smoothed importance weights of the draws, which sum to 1
     */
    record WeighedCoefficients(double[][] values, double[] baseWeights, double[] normalisedWeights) {}

    private static WeightCorrection correctSummaries(
            ImportanceWeights weights, WeighedCoefficients drawn, WeightTail tail, NumberSummary numbers) {
        List<SummaryRow> rows = numbers.summaryRows();
        double[][] values = numbers.valuesAtDraws(weights.theta(), drawn.values(), rows.size());
        return WeightCorrection.of(rows, values, drawn.baseWeights(), drawn.normalisedWeights(), tail.errorFactor());
    }

    /**
     * Summary of a linear combination of coefficients, corrected by importance weights where possible.
     *
     * @param check check of the posterior; null where it was not checked
     */
    public static SummaryRow contrast(@Nullable ImportanceCheck check, NumberSummary numbers, String text) {
        return derivedSummaries(
                        check,
                        numbers,
                        LinearCombination.parse(text, numbers.coefficients().names()))
                .get(0);
    }

    /** Summaries of functions of the coefficients, corrected by importance weights where possible. */
    static List<SummaryRow> derivedSummaries(
            @Nullable ImportanceCheck check, NumberSummary numbers, DerivedNumbers derived) {
        List<SummaryRow> rows = derived.summaryRows(numbers.coefficients(), SummaryRow.LEVEL, numbers.seed());
        if (check == null || !check.isUsable()) {
            return rows;
        }
        double[][] drawn = check.weighedCoefficients.values();
        double[][] values = new double[rows.size()][drawn.length];
        for (int s = 0; s < drawn.length; s++) {
            double[] at = derived.valuesAt(drawn[s]);
            for (int k = 0; k < at.length; k++) {
                values[k][s] = at[k];
            }
        }
        return WeightCorrection.of(
                        rows,
                        values,
                        check.weighedCoefficients.baseWeights(),
                        check.weighedCoefficients.normalisedWeights(),
                        check.correctingTail().errorFactor())
                .summaryRows();
    }

    private static double[] meanTailIndices(double[] logWeights, double[][] own, double[] mean) {
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

    /**
     * Whether weighted averages are usable. The weights must have light tails, no mode may be missed, and draws must
     * reach beyond the posterior's tails.
     */
    public boolean isUsable() {
        return tails.widened() != null && tails.widened().isLight() && missedModes.isEmpty();
    }

    /** Tail of the weights that the corrections use. */
    WeightTail correctingTail() {
        return tails.widened() == null ? tail() : tails.widened();
    }

    /** Reliability of the posterior, judged by whether the weights are usable and confirm its numbers. */
    public Reliability reliability() {
        if (!missedModes.isEmpty()) {
            return Reliability.byModes(
                    tail(), missedModes.get(0).massShare(), missedModes.get(0).placeText());
        }
        Reliability found = tails.reliability(weightCorrection == null ? null : weightCorrection.changes());
        boolean usable = tails.reliability(WeightingChanges.NONE).isReliable();
        return weightCorrection != null && usable
                ? found.limitedTo(
                        doubtfulNames(weightCorrection),
                        weightCorrection.summaryRows().size())
                : found;
    }

    /**
     * Names of the numbers that weighting changes, or for which it is inconclusive. The latter have too large a k̂ of
     * the weights times the distance from the mean.
     */
    private List<String> doubtfulNames(WeightCorrection found) {
        Set<String> moving = Set.copyOf(found.changedNames());
        return IntStream.range(0, found.summaryRows().size())
                .filter(k -> moving.contains(found.summaryRows().get(k).name())
                        || k < tailIndices.length && tailIndices[k] > tail().threshold())
                .mapToObj(k -> found.summaryRows().get(k).name())
                .toList();
    }

    /**
     * Corrected summaries that replace the posterior's own; null where its own are usable, or no better ones exist.
     */
    public @Nullable WeightCorrection recommendedCorrection() {
        return weightCorrection != null
                        && isUsable()
                        && weightCorrection.changes().isMaterial()
                ? weightCorrection
                : null;
    }

    /** Judgement of the posterior for a search among families. */
    public CandidateFamily.Judgement judgement() {
        return new CandidateFamily.Judgement(
                reliability().isReliable(), tail().isLight() || isUsable(), tail().tailIndex(), tail().weightSpread());
    }
}
