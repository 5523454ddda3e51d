package io.credence.spark.score;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectDraws;
import io.credence.effect.LevelDraws;
import io.credence.model.Model;
import io.credence.report.PosteriorSummary;
import io.credence.result.GroupColumns;
import io.credence.result.SavedPosterior;
import io.credence.summary.LevelEffects;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A saved posterior as draws, by which responses are averaged.
 *
 * @param draws independent draws, with those of the effects of groups
 * @param features names of the features of a row
 * @param effects of the levels of groups; none where rows are in no groups
 * @param allowsNew whether a level may be one that was not in the fit
 * @param kernel name of the kernel by which tasks compute
 */
public record EffectScoring(
        EffectDraws draws, List<String> features, List<LevelEffects> effects, boolean allowsNew, String kernel) {

    /**
     * Of a posterior.
     *
     * @param userModel the class that was fitted; null where the posterior is of a likelihood
     * @param table reads the covariance that does not stand in the file
     * @param scoring the same posterior as it is scored with
     * @param count number of draws
     */
    public static EffectScoring of(
            SavedPosterior posterior,
            @Nullable Model userModel,
            Supplier<double[]> table,
            List<LevelEffects> effects,
            PosteriorScoring scoring,
            int count) {
        if (posterior.isNetworks()) {
            throw new ConfigurationException(
                    "effects are of models with coefficients: required a posterior of these, found networks");
        }
        PosteriorSummary summary = new PosteriorSummary(posterior, table);
        double[][] numbers = summary.draws(count, posterior.seed());
        List<String> columns = effects.isEmpty() ? scoring.featureNames() : posterior.names();
        EffectDraws draws = EffectDraws.of(posterior, userModel, columns, numbers);
        EffectDraws whole = effects.isEmpty()
                ? draws
                : draws.with(LevelDraws.of(
                        GroupColumns.groups(posterior, effects),
                        numbers,
                        posterior.mean(),
                        summary.coefficients().covariance(),
                        posterior.seed()));
        return new EffectScoring(whole, scoring.featureNames(), effects, false, "auto");
    }

    /** The same of rows with levels that were not in the fit. */
    public EffectScoring allowingNew(boolean allows) {
        return new EffectScoring(draws, features, effects, allows, kernel);
    }

    /**
     * The same on the scale of the linear predictor.
     *
     * @throws ConfigurationException if there is not one linear predictor
     */
    public EffectScoring onLink() {
        if (!draws.laws().hasPredictor()) {
            throw new ConfigurationException("scale = link cannot be used: required a model of one linear predictor");
        }
        return new EffectScoring(draws.onLink(), features, effects, allowsNew, kernel);
    }

    /** The same by that kernel. */
    public EffectScoring by(String other) {
        return new EffectScoring(draws, features, effects, allowsNew, other);
    }
}
