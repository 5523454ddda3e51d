package io.credence.summary;

import io.credence.config.ModelConfig;
import io.credence.kind.MultiParameterRequest;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.Likelihood;
import io.credence.part.OptionValues;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Description of the fitted model, as results show it.
 *
 * @param name name of the family, or of the user's class
 * @param options options of the family, as they were fitted; none for a class
 * @param estimatedOption option whose value was estimated from the rows; null where all were given
 * @param link name of the link function; null for a class
 * @param dispersionName name of the dispersion; null where there is none
 * @param hasJointDispersion whether the logarithm of the dispersion is the last Gaussian parameter
 * @param hasLinearTails whether the losses of a family grow at most linearly
 * @param features features from which a class, or a model of several parameters, made its coefficients; none for a family
 */
public record FittedModel(
        String name,
        OptionValues options,
        @Nullable EstimatedOption estimatedOption,
        @Nullable String link,
        @Nullable String dispersionName,
        boolean hasJointDispersion,
        boolean hasLinearTails,
        Features features) {

    /**
     * Features of a model.
     *
     * @param names names of all, the intercept's included
     * @param columns names of the columns of each linear predictor, by the name of its parameter; empty for a class,
     *     whose coefficients are its own
     */
    public record Features(List<String> names, Map<String, List<String>> columns) {

        /** No features. */
        static final Features NONE = ofClass(List.of());

        public Features {
            names = List.copyOf(names);
            columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        }

        static Features ofClass(List<String> names) {
            return new Features(names, Map.of());
        }

        /**
         * Features of a model of several parameters.
         *
         * @param columns names of the columns of each predicted parameter, in their order
         */
        public static Features of(MultiParameterRequest request, List<String> names, List<List<String>> columns) {
            Map<String, List<String>> byParameter = new LinkedHashMap<>();
            for (int k = 0; k < columns.size(); k++) {
                byParameter.put(request.predicted().get(k).name(), List.copyOf(columns.get(k)));
            }
            return new Features(names, byParameter);
        }
    }

    /**
     * Description of a model with linear predictors.
     *
     * @param fitted configuration of the model, with all options
     * @param family likelihood of the labels
     * @param loss loss of a row: the family's negative log likelihood, a generalisation of it, or one without a
     *     likelihood
     */
    public static FittedModel of(ModelConfig fitted, Likelihood family, Likelihood loss, boolean jointDispersion) {
        return new FittedModel(
                family.name(),
                fitted.familyOptions(),
                fitted.estimatedOption(),
                family.link(),
                loss.dispersionName(),
                jointDispersion,
                family.hasLinearTails(),
                Features.NONE);
    }

    /** Description of a model of several parameters. */
    public static FittedModel of(ModelConfig fitted, MultiParameterRequest request, Features features) {
        return new FittedModel(
                request.identity(),
                fitted.familyOptions(),
                fitted.estimatedOption(),
                request.link(),
                null,
                false,
                false,
                features);
    }

    /** Description of a user's class, with the names of its features. */
    public static FittedModel ofClass(String className, List<String> columns) {
        return new FittedModel(className, OptionValues.NONE, null, null, null, false, false, Features.ofClass(columns));
    }
}
