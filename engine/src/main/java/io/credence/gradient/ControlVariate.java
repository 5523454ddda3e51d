package io.credence.gradient;

/** What is subtracted from the values at the draws, with known expectation, to lower the noise of an estimate. */
public enum ControlVariate {
    /** Nothing. */
    NONE,
    /** One constant per element of the gradient (QBVI equation 15), from the previous draws. */
    CONSTANT,
    /** A quadratic of the parameters that was known before the draws: exact for a quadratic log density. */
    QUADRATIC
}
