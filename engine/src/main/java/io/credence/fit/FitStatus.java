package io.credence.fit;

/** How a fit stands. */
public enum FitStatus {
    /** Not finished. */
    RUNNING,
    /** What is left to gain is below the tolerance. */
    CONVERGED,
    /** The budget of iterations was spent first. */
    BUDGET,
    /** No step improves the objective, or a number was not finite; the last good state is kept. */
    DIVERGED
}
