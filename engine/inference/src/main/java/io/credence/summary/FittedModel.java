package io.credence.summary;

import io.credence.config.ModelConfig;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.part.OptionValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fitted model, as results name it.
 *
 * @param name name of the family, or of the user's class
 * @param options of the family, as they were fitted; none of a class
 * @param estimated the one of them that rows chose; null where all were given
 * @param link name of the link function; null for a class
 * @param dispersionName name of the dispersion; null where there is none
 * @param jointDispersion whether the logarithm of the dispersion is the last Gaussian parameter
 * @param linearTails whether the losses of a family grow at most linearly
 * @param columns names of the features from which a class made its parameters; empty of a family
 */
public record FittedModel(
        String name,
        OptionValues options,
        @Nullable EstimatedOption estimated,
        @Nullable String link,
        @Nullable String dispersionName,
        boolean jointDispersion,
        boolean linearTails,
        List<String> columns) {

    /**
     * A loss of linear predictors.
     *
     * @param fitted what was fitted, with all options
     * @param family of the labels
     * @param loss what a row's loss is: the family's own, a generalised one around it, or one without a likelihood
     */
    public static FittedModel of(ModelConfig fitted, Likelihood family, Likelihood loss, boolean jointDispersion) {
        return new FittedModel(
                family.name(),
                fitted.familyOptions(),
                fitted.estimated(),
                family.link(),
                loss.dispersionName(),
                jointDispersion,
                family.hasLinearTails(),
                List.of());
    }

    /** A class of the user's, for those features. */
    public static FittedModel ofClass(String className, List<String> columns) {
        return new FittedModel(className, OptionValues.NONE, null, null, null, false, false, List.copyOf(columns));
    }
}
