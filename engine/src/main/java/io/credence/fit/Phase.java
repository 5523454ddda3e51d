package io.credence.fit;

/** The stages of a fit by exact expectation. */
public enum Phase {
    /** Newton steps to the mode on a sample of the rows. */
    SAMPLE,
    /** Steps to the mode on all rows. */
    MODE,
    /** Natural-gradient steps on the ELBO. */
    VARIATIONAL
}
