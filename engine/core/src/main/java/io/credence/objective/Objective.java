package io.credence.objective;

import io.credence.divergence.Divergence;
import io.credence.family.Posterior;
import io.credence.prior.Prior;
import io.credence.risk.RowReduction;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What is minimised, in two halves. The executors' is a reduction of each row's losses over the draws, where it is not their
 * sum; the driver's makes of the totals at the draws a value and one weight per draw.
 */
public interface Objective extends Serializable {

    /** Name in configuration and results. */
    String name();

    /** Whether sums over a minibatch, scaled to all rows, leave its gradient unbiased: whether it is linear in the total loss. */
    boolean isLinear();

    /** Whether the gradients by values alone are offered, for losses without gradients. */
    boolean hasScoreForm();

    /** The divergence from the prior that is added to an expected loss or a risk; null for objectives of another kind. */
    default @Nullable Divergence divergence() {
        return null;
    }

    /** The executors' half: the risk of a row over its draws; null for the losses themselves. */
    default @Nullable RowReduction reduction() {
        return null;
    }

    /**
     * Whether the gradient by values matches moments to those of the weighted draws, so that it stays among them and may be
     * taken instead of the one by paths where it has less noise.
     */
    default boolean matchesMoments() {
        return false;
    }

    /**
     * The power c of importance weights w^c that steps average over: where the weights of the answer have too heavy a tail for that, it
     * is not the optimum. 0 where steps average no such power.
     */
    default double averagedPower() {
        return 0;
    }

    /**
     * Whether draws are weighed by their importance, so that few may count and one of infinite loss counts nothing; such draws
     * have to be independent.
     */
    default boolean isWeighted() {
        return true;
    }

    /**
     * Whether it aims at a posterior whose density is known up to a constant, that of the losses and the prior, so that draws
     * can be weighed by it.
     */
    default boolean isBayesian() {
        return true;
    }

    /** The part of it that is known in closed form for that posterior and that prior; null where all of it is estimated by draws. */
    default @Nullable Divergence closed(Posterior q, Prior prior) {
        return null;
    }

    /**
     * The value and the weights of its gradient.
     *
     * @param densities of draws of q; without what {@link #closed} knows of the prior where there is such a part
     * @param closed whether there is, so that it is left out of value and weights
     */
    DrawWeights weigh(Densities densities, boolean closed);

    /** The same of an objective which is estimated by draws alone. */
    default DrawWeights weigh(Densities densities) {
        return weigh(densities, false);
    }

    /**
     * Shares by which the draws count where a number of the model, such as a noise, is fitted beside q: its slope is that of the loss so
     * averaged. Of a lower bound that is the bound's own slope; an upper one has that of its weighted likelihood, since to lower the bound
     * would lower the evidence.
     */
    default double[] shares(Densities densities) {
        return densities.base();
    }

    /**
     * Why this cannot be minimised over that posterior, with what is required and found; null where it can.
     *
     * @param natural whether steps are natural gradients
     */
    default @Nullable String refusal(Posterior q, Prior prior, boolean natural) {
        return null;
    }
}
