package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.config.ModelConfig;
import io.credence.fit.ExecutionBackend;
import io.credence.kind.Section;
import io.credence.linalg.DenseKernel;
import io.credence.model.Model;
import io.credence.predict.PredictiveModel;
import io.credence.result.SavedPosterior;
import io.credence.summary.LevelEffects;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Kind of model in one place: how a fit of it is prepared, and how a saved fit of it predicts. Kinds that come with
 * Credence are listed in {@link ModelKinds}. A user's class joins them by implementing this interface beside
 * {@link Model}, and is asked for as {@code model.class}.
 */
public interface ModelKind {

    /** Whether a configuration that names no kind of a user's asks for this kind. */
    default boolean isRequested(ModelConfig model) {
        return false;
    }

    /** Whether a saved fit that is of no kind of a user's is one of this kind. */
    default boolean hasFitted(SavedPosterior saved) {
        return false;
    }

    /**
     * Prepares a fit with a posterior of named numbers.
     *
     * @throws IllegalArgumentException if the request cannot be fitted to the rows
     */
    PreparedFit prepare(FitRequest request);

    /**
     * Prepares a fit in the form that its posterior has.
     *
     * @param forms what is made of the fit
     * @throws io.credence.config.ConfigurationException if the request cannot be fitted to the rows
     */
    default <F> F prepare(FitRequest request, FitForms<F> forms) {
        return forms.ofNumbers(FitAssembly.prepare(request));
    }

    /**
     * Refuses a saved fit that predicts no response.
     *
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     * @param where path of the posterior, for messages
     * @throws IllegalArgumentException with the reason
     */
    default void requirePredictive(SavedPosterior posterior, @Nullable Model userModel, String where) {}

    /**
     * Predictions by a saved fit.
     *
     * @throws io.credence.config.ConfigurationException if it predicts no response
     */
    SavedPrediction prediction(SavedFit saved);

    /**
     * Sections that this kind adds to the report of a saved fit. By default they are those that its findings had.
     *
     * @param file reads a binary file beside {@code posterior.json}, by its name
     */
    default List<Section> sections(SavedPosterior saved, Function<String, byte[]> file) {
        return saved.findings().kindSections();
    }

    /**
     * Request for a fit of rows.
     *
     * @param config configuration of the inference
     * @param userModel class of {@code model.class}; null for a likelihood
     * @param rows rows that are fitted
     * @param backend backend that runs passes over them
     * @param kernel dense algebra of the driver
     */
    record FitRequest(
            InferenceConfig config,
            @Nullable Model userModel,
            Rows rows,
            ExecutionBackend backend,
            DenseKernel kernel) {

        /** Copy with another configuration. */
        FitRequest with(InferenceConfig other) {
            return new FitRequest(other, userModel, rows, backend, kernel);
        }
    }

    /**
     * Forms of prepared fits, and what is made of each.
     *
     * @param <F> type of what is made
     */
    interface FitForms<F> {

        /** Makes the result of a fit whose parameters have names. */
        F ofNumbers(PreparedFit fit);

        /** Makes the result of a fit of networks, whose weights have no names. */
        F ofNetworks(PreparedNetwork<?> fit);
    }

    /**
     * Saved fit with all that its predictions need.
     *
     * @param posterior content of {@code posterior.json}
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     * @param table reads a covariance that {@code posterior.json} does not hold
     * @param effects effects of the levels of grouping factors; none without such factors
     * @param file reads a binary file beside {@code posterior.json}, by its name
     * @param level probability that an interval covers
     * @param seed seed of the draws that represent a posterior that is no mixture of normals
     * @param where path of the posterior, for messages
     */
    record SavedFit(
            SavedPosterior posterior,
            @Nullable Model userModel,
            Supplier<double[]> table,
            List<LevelEffects> effects,
            Function<String, byte[]> file,
            double level,
            long seed,
            String where) {}

    /**
     * Predictions of new rows by a saved fit.
     *
     * @param model posterior in the form that scoring needs
     * @param features names of the features of a row
     * @param notes notes for users, one sentence each
     */
    record SavedPrediction(PredictiveModel model, List<String> features, List<String> notes) {}
}
