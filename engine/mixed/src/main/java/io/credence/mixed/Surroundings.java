package io.credence.mixed;

import java.util.List;

/** How the posterior of ψ is found or checked once its mode is known: by evaluations of the density around it. */
interface Surroundings {

    /** Points to evaluate after those of the state, all of which were evaluated; the mode is the first; none where no more are needed. */
    List<double[]> more(GroupState at);

    /** Share of the groups that each reads. */
    double share();

    /** In words, how the posterior was found. */
    String words();

    /** The posterior. */
    PsiPosterior posterior(GroupState at);
}
