package io.credence.mixed;

/** How the posterior of ψ is found or checked once its mode is known: by evaluations of the density around it. */
interface Surroundings {

    /** Number of evaluations. */
    int evaluations();

    /** Share of the groups that each reads. */
    double share();

    /** The point that is evaluated after those that the state has; the mode is the first. */
    double[] point(GroupState at);

    /** In words, how the posterior was found. */
    String words();

    /** The posterior. */
    PsiPosterior posterior(GroupState at);
}
