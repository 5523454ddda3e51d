package io.credence.likelihood;

import java.util.Locale;

/** Function from linear predictors to the expected response, named in exported models. */
public enum InverseLink {
    /** The predictor itself. */
    IDENTITY,
    /** Exponential of the predictor. */
    EXP,
    /** Logistic function 1 / (1 + exp(−η)), the probability of label 1. */
    LOGISTIC,
    /** Standard normal distribution function of the predictor, the probability of label 1. */
    NORMAL,
    /**
     * Softmax: probabilities of the first class and the others, proportional to the exponentials of 0 and of the
     * predictors.
     */
    SOFTMAX;

    /** Name in exported models. */
    public String exportName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
