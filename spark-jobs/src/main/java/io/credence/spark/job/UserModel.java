package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import io.credence.model.PredictorModel;
import io.credence.model.SeriesModel;
import org.jspecify.annotations.Nullable;

/** Makes the model of a user's class, and checks that the data section suits it. */
final class UserModel {

    private UserModel() {}

    /** The model that {@code model.class} names; null where the configuration names a family. */
    static @Nullable Model of(FitConfig config) {
        String className = config.model().className();
        if (className == null) {
            return null;
        }
        try {
            Model model = ModelClasses.load(className, config.model().options());
            check(model, className, config.data());
            return model;
        } catch (IllegalArgumentException refused) {
            if (refused.getCause() instanceof ClassNotFoundException) {
                throw new ConfigurationException(
                        "model.class cannot be found: required a class on the class path, its jar given with --jars (one"
                                + " inside another is Outer$Inner), found no " + className,
                        refused);
            }
            throw new ConfigurationException(
                    "model.class cannot be used: " + Failure.oneLine(refused) + " (" + className + ")", refused);
        }
    }

    private static void check(Model model, String className, DataConfig data) {
        boolean series = model instanceof SeriesModel;
        if (series && data.order() == null) {
            throw new ConfigurationException("data.order is missing: required the column that orders the rows, since "
                    + className + " is a model of series, found nothing");
        }
        if (!series && (data.order() != null || data.series() != null)) {
            throw new ConfigurationException((data.order() != null ? "data.order" : "data.series")
                    + " is for models of series: required a SeriesModel, found " + className);
        }
        boolean scalable = model instanceof PredictorModel && !model.hasPrior();
        if (data.standardize() && !scalable) {
            throw new ConfigurationException("data.standardize cannot be undone for every class: required a"
                    + " PredictorModel without a prior of its own, or data.standardize = false, found " + className);
        }
    }
}
