package io.credence.objective;

import java.io.Serializable;

/** The driver's half of an objective by draws: from the draws' densities to a value and one weight per draw. */
public interface DrawObjective extends Serializable {

    /** Name in configuration and results. */
    String name();

    /** Whether sums over a minibatch, scaled to all rows, leave its gradient unbiased: whether it is linear in the total loss. */
    boolean isLinear();

    /** Whether the gradients by values alone are offered, for losses without gradients. */
    boolean hasScoreForm();

    /**
     * Whether the gradient by values matches moments to those of the weighted draws, so that it stays among them and may be
     * taken in place of the one by paths where it has less noise.
     */
    default boolean matchesMoments() {
        return false;
    }

    /**
     * The value and the weights of its gradient.
     *
     * @param densities of independent draws of q
     */
    Judgement judge(Densities densities);
}
