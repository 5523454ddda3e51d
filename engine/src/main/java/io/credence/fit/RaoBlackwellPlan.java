package io.credence.fit;

import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.MonteCarloSettings.RaoBlackwell;
import io.credence.loss.PredictorLoss;
import org.jspecify.annotations.Nullable;

/** Whether a fit by values tells its posterior's factors apart: Rao–Blackwellisation (GVI section 5.2.4). */
final class RaoBlackwellPlan {

    /** Numbers of blankets at the draws above which they would burden the wire. */
    private static final long MOST = 4_000_000;

    private final Problem problem;
    private final FitSettings settings;
    private final MonteCarloSettings how;
    private final boolean sparse;

    RaoBlackwellPlan(Problem problem, FitSettings settings, MonteCarloSettings how, boolean sparse) {
        this.problem = problem;
        this.settings = settings;
        this.how = how;
        this.sparse = sparse;
    }

    /**
     * Whether they are told apart.
     *
     * @param kind estimator
     * @param anchored whether minibatches are corrected by sums over all rows
     * @throws IllegalArgumentException if that was asked for and cannot be, with the reason
     */
    boolean isTaken(EstimatorKind kind, boolean anchored) {
        RaoBlackwell asked = how.estimator().raoBlackwell();
        if (asked == RaoBlackwell.FALSE) {
            return false;
        }
        String refusal = refusal(kind, anchored);
        if (asked == RaoBlackwell.TRUE && refusal != null) {
            throw new IllegalArgumentException("Rao-Blackwellisation is not possible: " + refusal);
        }
        return refusal == null && (asked == RaoBlackwell.TRUE || pays());
    }

    private @Nullable String refusal(EstimatorKind kind, boolean anchored) {
        if (kind != EstimatorKind.SCORE) {
            return "required the score estimator, found gradients at draws";
        }
        if (count() == 1) {
            return "required a posterior of several factors, found one that joins all parameters";
        }
        if (!problem.loss().isDecomposed()) {
            return "required a loss that is a sum of terms which each involve some parameters, found one that is not";
        }
        if (problem.scale().coordinates().length > 0) {
            return "required all parameters in Gaussian factors, found an inverse-gamma factor of the dispersion";
        }
        return anchored
                ? "required minibatches without a control variate, or all partitions in every step, found minibatches that are"
                        + " corrected by sums over all rows"
                : null;
    }

    /** Number of factors. */
    int count() {
        return switch (settings.posterior()) {
            case GAUSSIAN_FULL -> 1;
            case GAUSSIAN_DIAGONAL -> problem.prior().dimension();
            case GAUSSIAN_BLOCK ->
                settings.blocks() == null ? 1 : settings.blocks().count();
        };
    }

    /** Dense rows involve every coefficient, so that each factor's blanket is the whole loss. */
    private boolean pays() {
        boolean separate = sparse || !(problem.loss() instanceof PredictorLoss);
        return separate && (long) how.estimator().draws() * count() <= MOST;
    }
}
