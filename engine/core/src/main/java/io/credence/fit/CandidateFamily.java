package io.credence.fit;

import io.credence.fit.FitState.FitStatus;
import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Posterior family that a search fitted, with the outcome.
 *
 * @param family name of the family
 * @param status status in which its fit ended
 * @param elbo evidence lower bound of its fit, nats; null where that is not known
 * @param judgement reliability by its importance weights
 */
public record CandidateFamily(
        String family, FitStatus status, @Nullable Double elbo, Judgement judgement) implements Serializable {

    /**
     * Reliability of a posterior as its importance weights show it.
     *
     * @param reliable whether nothing speaks against the posterior
     * @param usable whether the weights can be averaged over
     * @param tailIndex k̂; +∞ where there are no weights
     * @param weightSpread relative standard deviation of the weights
     */
    public record Judgement(boolean reliable, boolean usable, double tailIndex, double weightSpread)
            implements Serializable {

        /** Judgement of a posterior that could not be weighed. */
        public static final Judgement NONE =
                new Judgement(false, false, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

        private int rank() {
            return reliable ? 2 : usable ? 1 : 0;
        }
    }

    /**
     * Whether this family is preferred to another: it converged and is more reliable. Of two equally reliable families
     * it has a lower k̂ and no lower bound, so that nothing is paid for it.
     */
    public boolean isBetterThan(CandidateFamily other) {
        if (status != FitStatus.CONVERGED) {
            return false;
        }
        int higher = judgement.rank() - other.judgement.rank();
        boolean bounded = elbo != null && other.elbo != null && elbo >= other.elbo - FinalAssessment.SLACK;
        return higher > 0 || (higher == 0 && bounded && judgement.tailIndex < other.judgement.tailIndex);
    }

    /** Description in one line. */
    public String text() {
        String ended = status == FitStatus.CONVERGED ? "" : " has not converged,";
        String bound = elbo == null ? "" : String.format(Locale.ROOT, ", ELBO %.3f", elbo);
        return String.format(
                Locale.ROOT,
                "%s%s k-hat %.2f, spread of the weights %.2g%s: %s",
                family,
                ended,
                judgement.tailIndex,
                judgement.weightSpread,
                bound,
                judgement.reliable ? "reliable" : "not reliable");
    }
}
