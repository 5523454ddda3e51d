package io.credence.likelihood;

import java.util.Locale;

/** How an expected response follows from linear predictors, as files have it. */
public enum InverseLink {
    /** The predictor itself. */
    IDENTITY,
    /** Its exponential. */
    EXP,
    /** 1 / (1 + exp(−η)), the probability of label 1. */
    LOGISTIC,
    /** The standard normal distribution function of it, the probability of label 1. */
    NORMAL,
    /** Probabilities in proportion to the exponentials of 0 and the predictors, of the first class and the others. */
    SOFTMAX;

    /** As files have it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
