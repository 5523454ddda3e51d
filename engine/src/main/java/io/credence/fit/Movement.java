package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.update.Memory;
import java.io.Serializable;

/** How the posteriors of one kind are drawn from, moved and averaged. */
interface Movement<Q extends Posterior> {

    /** Standard normal numbers of a draw. */
    int noise(Q q);

    /** Number of strata of the draws. */
    int strata(Q q);

    /** Probability of a stratum. */
    double weight(Q q, int stratum);

    /** θ(ε). */
    double[] draw(Q q, int stratum, double[] standard);

    /** The step of size β against the gradient. */
    Landed<Q> step(Q q, Memory memory, DrawnGradient gradient, double stepSize);

    /** The numbers whose average over iterates is the answer. */
    double[] coordinates(Q q);

    /** The posterior with those coordinates; {@code like} where there is none. */
    Q at(Q like, double[] coordinates);

    /**
     * Where a step ended.
     *
     * @param norm length of the gradient in the coordinates of the step
     */
    record Landed<Q extends Posterior>(Q posterior, Memory memory, double norm) implements Serializable {}
}
