package io.credence.fit;

/** The stages of a fit. */
public enum Phase {
    /** Newton steps to the mode on a sample of the rows. */
    SAMPLE,
    /** Steps to the mode on all rows. */
    MODE,
    /** Natural-gradient steps on the ELBO, then L-BFGS steps where those are slow. */
    VARIATIONAL,
    /** Steps along estimated gradients, on the way. */
    APPROACH,
    /** The same once the iterates are stationary and are averaged. */
    AVERAGE,
    /** Steps of an optimiser over draws that stay the same. */
    FIXED_DRAWS
}
