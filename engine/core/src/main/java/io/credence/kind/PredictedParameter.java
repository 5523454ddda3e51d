package io.credence.kind;

import io.credence.expression.Link;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Parameter of a model that is a function of a linear predictor.
 *
 * @param name name of the parameter and its predictor
 * @param link link between them
 * @param formula terms of the predictor, {@code ~ terms}; null for those of the rows' own formula or features
 * @param prior normal prior of each of its coefficients; null for the default
 */
public record PredictedParameter(
        String name,
        Link link,
        @Nullable String formula,
        @Nullable NormalCoefficients prior) implements Serializable {

    /**
     * Normal prior that all coefficients of a predictor have.
     *
     * @param mean mean
     * @param sd standard deviation, above 0
     */
    public record NormalCoefficients(double mean, double sd) implements Serializable {}
}
