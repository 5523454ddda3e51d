package io.credence.summary;

import io.credence.diagnostic.AveragedWeights;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.Moves;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.diagnostic.Reliability;
import io.credence.diagnostic.WeightMoments;
import io.credence.diagnostic.WeightTail;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.OtherMode;
import io.credence.fit.TriedFamily;
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
 * What the importance weights of a posterior's own draws show of it.
 *
 * @param tail of the weights of the posterior's own draws
 * @param widened that of the same draws together with those of what is wider; null where none were drawn
 * @param averaged their powers that the objective's steps averaged over; null where they averaged none
 * @param share of the rows whose losses were summed at the draws
 * @param error standard error that this leaves in a log weight, nats
 * @param byNumber k̂ of the weights times the distance of each coefficient from its mean, for the mean of that one
 * @param bounds of the evidence; null where the loss is no likelihood
 * @param corrected the numbers that are reported, corrected by the weights, to be used where these are usable; null where the
 *     posterior is not proper
 * @param drawn coefficients at the draws that correct, with their weights
 * @param modes of the exact posterior that no draw reaches, those of most mass first
 */
public record ImportanceCheck(
        WeightTail tail,
        @Nullable WeightTail widened,
        @Nullable AveragedWeights averaged,
        double share,
        double error,
        double[] byNumber,
        @Nullable EvidenceBounds bounds,
        @Nullable Corrected corrected,
        WeighedCoefficients drawn,
        List<Mode> modes) {

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
        ImportanceWeights widest = weights.widest();
        ParetoSmoothing smoothing = ParetoSmoothing.of(widest.logWeights());
        double[][] own = new double[widest.theta().length][];
        for (int s = 0; s < own.length; s++) {
            own[s] = numbers.coefficients().at(widest.theta()[s]);
        }
        WeighedCoefficients drawn = new WeighedCoefficients(own, widest.base(), smoothing.shares());
        WeightTail all = WeightTail.of(smoothing);
        boolean wider = weights.wider() != null;
        return new ImportanceCheck(
                wider ? WeightTail.of(ParetoSmoothing.of(weights.logWeights())) : all,
                wider ? all : null,
                averaged,
                weights.share(),
                weights.error(),
                byNumber(
                        weights.logWeights(),
                        Arrays.copyOf(own, weights.theta().length),
                        numbers.coefficients().mean()),
                bounds,
                numbers.coefficients().isProper() ? corrected(widest, drawn, all, numbers) : null,
                drawn,
                weights.modes().stream().map(mode -> Mode.of(mode, numbers)).toList());
    }

    /**
     * A mode that no draw reaches.
     *
     * @param share of the posterior's mass that is there, about
     * @param names of the numbers that are reported
     * @param values of them there
     */
    public record Mode(double share, List<String> names, double[] values) {

        static Mode of(OtherMode found, NumberSummary numbers) {
            List<String> names = numbers.rows().stream().map(SummaryRow::name).toList();
            double[][] own = {numbers.coefficients().at(found.theta())};
            double[][] there = numbers.at(new double[][] {found.theta()}, own, names.size());
            return new Mode(
                    found.share(),
                    names,
                    Arrays.stream(there).mapToDouble(each -> each[0]).toArray());
        }

        /** Where it is, by its first few numbers. */
        String place() {
            return IntStream.range(0, Math.min(SHOWN, values.length))
                    .mapToObj(k -> String.format(Locale.ROOT, "%s %.3g", names.get(k), values[k]))
                    .collect(Collectors.joining(", ", "", values.length > SHOWN ? ", …" : ""));
        }

        private static final int SHOWN = 4;
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
        return Corrected.of(
                        rows,
                        values,
                        check.drawn.base(),
                        check.drawn.shares(),
                        check.used().errorFactor())
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

    /** Whether the weights can be averaged over: those of draws that go beyond the posterior's tails. */
    public boolean isUsable() {
        return widened != null && widened.isLight() && modes.isEmpty();
    }

    /** That of the draws that correct. */
    WeightTail used() {
        return widened == null ? tail : widened;
    }

    /** Whether they can be averaged over and leave what the posterior shows as it is. */
    public Reliability reliability() {
        if (!modes.isEmpty()) {
            return Reliability.byModes(tail, modes.get(0).share(), modes.get(0).place());
        }
        Reliability found =
                Reliability.byWeights(tail, widened, averaged, corrected == null ? null : corrected.moves());
        boolean usable =
                Reliability.byWeights(tail, widened, averaged, Moves.NONE).isReliable();
        return corrected != null && usable
                ? found.of(doubtful(corrected), corrected.rows().size())
                : found;
    }

    /** Numbers that weighing moves, or whose own weights have tails too heavy to see whether it does: those of their distance from the mean. */
    private List<String> doubtful(Corrected found) {
        Set<String> moving = Set.copyOf(found.moving());
        return IntStream.range(0, found.rows().size())
                .filter(k -> moving.contains(found.rows().get(k).name())
                        || k < byNumber.length && byNumber[k] > tail.threshold())
                .mapToObj(k -> found.rows().get(k).name())
                .toList();
    }

    /** The numbers to be trusted instead of the posterior's own; null where these may stay, or there are no better ones. */
    public @Nullable Corrected trusted() {
        return corrected != null && isUsable() && corrected.moves().matters() ? corrected : null;
    }

    /** The same for a search among families. */
    public TriedFamily.Judgement judgement() {
        return new TriedFamily.Judgement(
                reliability().isReliable(), tail.isLight() || isUsable(), tail.tailIndex(), tail.spread());
    }
}
