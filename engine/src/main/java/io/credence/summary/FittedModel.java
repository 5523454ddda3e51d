package io.credence.summary;

import io.credence.likelihood.Likelihood;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fitted model, as results name it.
 *
 * @param name name of the family, or of the user's class
 * @param link name of the link function; null for a class
 * @param dispersionName name of the dispersion; null where there is none
 * @param jointDispersion whether the logarithm of the dispersion is the last Gaussian parameter
 * @param linearTails whether the losses of a family grow at most linearly
 * @param columns names of the features from which a class made its parameters; empty of a family
 */
public record FittedModel(
        String name,
        @Nullable String link,
        @Nullable String dispersionName,
        boolean jointDispersion,
        boolean linearTails,
        List<String> columns) {

    /**
     * A loss of linear predictors.
     *
     * @param family of the labels
     * @param loss what a row's loss is: the family's own, a generalised one around it, or one without a likelihood
     */
    public static FittedModel of(Likelihood family, Likelihood loss, boolean jointDispersion) {
        return new FittedModel(
                family.name(),
                family.link(),
                loss.dispersionName(),
                jointDispersion,
                family.hasLinearTails(),
                List.of());
    }

    /** A class of the user's, for those features. */
    public static FittedModel ofClass(String className, List<String> columns) {
        return new FittedModel(className, null, null, false, false, List.copyOf(columns));
    }
}
