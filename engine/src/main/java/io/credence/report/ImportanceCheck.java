package io.credence.report;

import io.credence.diagnostic.EvidenceBounds;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.diagnostic.WeightMoments;
import io.credence.family.GaussianPosterior;
import io.credence.fit.FitResult;
import io.credence.prior.GaussianPrior;
import java.util.List;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * What the importance weights of a posterior's own draws say of it.
 *
 * @param tailIndex k̂ of the weights
 * @param threshold k̂ up to which so many draws can be trusted
 * @param draws number of draws
 * @param bounds of the evidence; null where the loss is no likelihood
 */
public record ImportanceCheck(
        double tailIndex,
        double threshold,
        int draws,
        @Nullable EvidenceBounds bounds) {

    /** Orders of the Rényi bounds that are reported. */
    static final List<Double> ORDERS = List.of(0.5, -2.0);
    /** Families whose losses grow at most linearly, so that the tails of the weights are those of prior and posterior. */
    private static final List<String> LINEAR = List.of("bernoulli", "softmax", "ordinal", "student-t");

    /**
     * The check of a fit that was weighed by draws.
     *
     * @param prior normal prior in the coordinates of the fit; precision 0 where there is another
     * @param family name of the likelihood; null where the loss is none
     * @return null for other fits
     */
    public static @Nullable ImportanceCheck of(FitResult result, GaussianPrior prior, @Nullable String family) {
        FitResult.Weighed weighed = result.weighed();
        if (weighed == null || weighed.logWeights().length < 2) {
            return null;
        }
        ParetoSmoothing smoothing = ParetoSmoothing.of(weighed.logWeights());
        boolean theory = family != null && LINEAR.contains(family) && prior.flat() == 0;
        DoublePredicate infinite = power -> theory
                && result.posterior() instanceof GaussianPosterior q
                && WeightMoments.mayBeInfinite(q, prior, power);
        return new ImportanceCheck(
                smoothing.isConstant() ? Double.NEGATIVE_INFINITY : smoothing.tailIndex(),
                smoothing.threshold(),
                weighed.logWeights().length,
                family == null ? null : EvidenceBounds.of(weighed.logWeights(), ORDERS, infinite));
    }

    /** Whether k̂ is at most its threshold. */
    public boolean isReliable() {
        return tailIndex <= threshold;
    }
}
