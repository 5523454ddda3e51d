package io.credence.config.key;

/** Kinds of fit that do not read all keys. A fit may be of several. */
public enum FitKind {
    /** Exact expectations of all rows, or of each of some partition factors. */
    EXACT,
    /** A fit of each of some partition factors. */
    PARTITIONED,
    /** Regressions of gradients, or of gradients and curvatures, on draws. */
    REGRESSION,
    /** Draws that stay the same. */
    FIXED_DRAWS,
    /** Fresh draws in each step. */
    DRAWS,
    /** Effects that vary between the levels of grouping factors. */
    LEVELS,
    /** Smooths. */
    SMOOTHS,
    /** Columns of the rows that a formula names. */
    FORMULA,
    /** One fit per segment. */
    SEGMENTS,
    /** A model class of the user's. */
    CLASS,
    /** A neural network, deep process or autoencoder. */
    NETWORK,
    /** An autoencoder, whose rows have no response. */
    AUTOENCODER,
    /** A bandit of networks, which plays rounds. */
    BANDIT
}
