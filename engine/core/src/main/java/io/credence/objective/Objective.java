package io.credence.objective;

import io.credence.divergence.Divergence;
import io.credence.family.Posterior;
import io.credence.prior.Prior;
import io.credence.risk.RowReduction;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Function of a posterior that a fit minimises, in two parts. Executors reduce each row's losses over the draws, where
 * that is not their sum; the driver turns the totals at the draws into a value and one weight per draw.
 */
public interface Objective extends Serializable {

    /**
     * Objective of generalised variational inference.
     *
     * @param risk risk of a row over its draws; null for its mean loss
     */
    static Objective ofDivergence(Divergence divergence, @Nullable RowReduction risk) {
        return new DivergenceObjective(divergence, risk);
    }

    /** Name in configuration and results. */
    String name();

    /**
     * Whether the objective is linear in the total loss. Sums over a minibatch, scaled to all rows, then leave its
     * gradient unbiased.
     */
    boolean isLinear();

    /** Whether gradients from values alone are offered, for losses without gradients. */
    boolean hasScoreForm();

    /** The divergence from the prior that is added to an expected loss or a risk; null for objectives of another kind. */
    default @Nullable Divergence divergence() {
        return null;
    }

    /** Risk of a row over its draws, which executors compute; null for the losses themselves. */
    default @Nullable RowReduction rowReduction() {
        return null;
    }

    /**
     * Whether the gradient by values matches the moments of the posterior to those of the weighted draws. It then stays
     * among the draws and may be used instead of the reparameterised one where it has less noise.
     */
    default boolean matchesMoments() {
        return false;
    }

    /**
     * Power c of importance weights w^c over which steps average; 0 where they average no such power. An answer whose
     * weights have too heavy a tail for that power is not the optimum.
     */
    default double averagedWeightPower() {
        return 0;
    }

    /**
     * Whether draws are weighted by their importance. Few of them may then count, one of infinite loss counts nothing,
     * and draws have to be independent.
     */
    default boolean isWeighted() {
        return true;
    }

    /**
     * Whether the objective aims at the exact posterior of losses and prior. Its density is known up to a constant, so
     * that draws can be weighted by it.
     */
    default boolean isBayesian() {
        return true;
    }

    /**
     * The divergence in closed form for the given posterior and prior; null where the whole objective is estimated by
     * draws.
     */
    default @Nullable Divergence closedDivergence(Posterior q, Prior prior) {
        return null;
    }

    /**
     * The value of the objective, with the weights of its gradient.
     *
     * @param densities densities of draws of q; without the prior's part that {@link #closedDivergence} covers, where there
     *     is such a part
     * @param closed whether there is such a part, which value and weights then leave out
     */
    DrawWeights weighDraws(DrawDensities densities, boolean closed);

    /** The value of an objective that is estimated by draws alone, with the weights of its gradient. */
    default DrawWeights weighDraws(DrawDensities densities) {
        return weighDraws(densities, false);
    }

    /**
     * Shares by which draws count where a parameter of the model, such as a noise, is fitted together with q. Its slope
     * is the average of that of the loss by these shares. For a lower bound that is the bound's own slope; for an upper
     * one that of its weighted likelihood, since lowering the bound would lower the evidence.
     */
    default double[] drawShares(DrawDensities densities) {
        return densities.baseWeights();
    }

    /**
     * Reason why the objective cannot be minimised over the given posterior, with what is required and found; null
     * where it can.
     *
     * @param natural whether steps are natural gradients
     */
    default @Nullable String refusal(Posterior q, Prior prior, boolean natural) {
        return null;
    }
}
