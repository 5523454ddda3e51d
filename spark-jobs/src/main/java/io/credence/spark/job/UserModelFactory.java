package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.config.ObjectiveConfig;
import io.credence.config.PriorConfig;
import io.credence.kind.ExpressionRequest;
import io.credence.model.LatentModel;
import io.credence.model.Model;
import io.credence.model.ModelClasses;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import io.credence.model.SeriesModel;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.output.Failure;
import io.credence.summary.ModelQuantities;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Factory of models from users' classes, which checks that the data section of the configuration suits them. */
public final class UserModelFactory {

    private UserModelFactory() {}

    /**
     * Creates the model that {@code model.class} names or {@code model.density} writes; null where the configuration
     * names a family.
     */
    public static @Nullable Model of(FitConfig config) {
        ExpressionRequest expression = config.model().request(ExpressionRequest.class);
        if (expression != null) {
            Model model = expression.model();
            check(model, "the expression of model.density", config.data());
            return model;
        }
        String className = config.model().className();
        if (className == null) {
            return null;
        }
        try {
            Model model = ModelClasses.load(className, config.model().options());
            check(model, className, config.data());
            checkLatent(model, className, config);
            checkPrior(model, className, config.prior());
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

    /**
     * Quantities that the fitted class derives from its parameters; null where there are none.
     *
     * @throws ConfigurationException if the class cannot be found, or is not the one that was fitted
     * @throws IllegalArgumentException if it cannot compute its quantities
     */
    static @Nullable ModelQuantities quantities(FitConfig config, SavedPosterior saved) {
        Model model = fittedModel(config, saved);
        return ModelQuantities.of(
                model,
                new Parameters(model.parameters(saved.model().featureNames())),
                saved.model().featureNames());
    }

    /** Creates the model of the fitted class, as {@link #fittedModel}; null where the posterior is of a likelihood. */
    public static @Nullable Model fittedModelOrNull(FitConfig config, SavedPosterior saved) {
        Optional<PredictorModel> expression = saved.model().parametersModel();
        if (expression.isPresent()) {
            return expression.get();
        }
        return saved.model().className().isPresent() ? fittedModel(config, saved) : null;
    }

    /**
     * Creates the model of the fitted class.
     *
     * @throws ConfigurationException if the class cannot be found, or is not the one that was fitted
     */
    static Model fittedModel(FitConfig config, SavedPosterior saved) {
        Model model = of(config);
        String fitted = saved.model().className().orElse("none");
        Parameters parameters = model == null
                ? null
                : new Parameters(model.parameters(saved.model().featureNames()));
        if (model == null
                || parameters == null
                || !fitted.equals(config.model().className())
                || !parameters.unconstrainedNames().equals(saved.names())) {
            throw new ConfigurationException("model.class is not the one that was fitted: required " + fitted + " of "
                    + saved.names() + ", found "
                    + (parameters == null
                            ? "none"
                            : config.model().className() + " of " + parameters.unconstrainedNames()));
        }
        return model;
    }

    /** Refuses a prior in the configuration if the class has a prior itself. */
    private static void checkPrior(Model model, String className, PriorConfig prior) {
        if (model.hasPrior() && !prior.setKeys().isEmpty()) {
            throw new ConfigurationException(String.join(", ", prior.setKeys())
                    + " would have no effect: required no prior in the configuration beside a class that has one of its own,"
                    + " found " + className);
        }
    }

    /**
     * Refuses objectives and posteriors that a class with latent numbers does not allow. Bounds by draws of these
     * numbers are right only in expectation, so nothing but sums of them may be used.
     */
    private static void checkLatent(Model model, String className, FitConfig config) {
        if (!(model instanceof LatentModel)) {
            if (config.model().latent().isSet()) {
                throw new ConfigurationException(
                        "model.latent is for classes whose rows have latent numbers: required a LatentModel, found "
                                + className);
            }
            return;
        }
        ObjectiveConfig objective = config.objective();
        if (objective.isImportanceWeighted() || objective.isRisk()) {
            throw new ConfigurationException("objective.kind = " + objective.kind()
                    + " does not go with model.class: importance weights and risks of rows take exact losses, and those of"
                    + " latent numbers are bounds by draws; required elbo or gvi, found the LatentModel " + className);
        }
        if (!config.posterior().isGaussian()) {
            throw new ConfigurationException(
                    "posterior.family = " + config.posterior().name()
                            + " does not go with model.class: it is judged by importance weights of exact losses, and those of latent"
                            + " numbers are bounds by draws; required gaussian-full, gaussian-diagonal or gaussian-block, found the"
                            + " LatentModel " + className);
        }
    }

    private static void check(Model model, String className, DataConfig data) {
        boolean series = model instanceof SeriesModel;
        if (series && data.roles().series().order() == null) {
            throw new ConfigurationException("data.order is missing: required the column that orders the rows, since "
                    + className + " is a model of series, found nothing");
        }
        if (!series
                && (data.roles().series().order() != null
                        || data.roles().series().name() != null)) {
            throw new ConfigurationException((data.roles().series().order() != null ? "data.order" : "data.series")
                    + " is for models of series: required a SeriesModel, found " + className);
        }
        boolean scalable = model instanceof PredictorModel predictors
                && !model.hasPrior()
                && predictors.rowColumns().isEmpty();
        if (data.standardize() && !scalable) {
            throw new ConfigurationException("data.standardize cannot be undone for every class: required a"
                    + " PredictorModel without a prior of its own that reads no columns of the row, or data.standardize = false, found "
                    + className);
        }
    }
}
