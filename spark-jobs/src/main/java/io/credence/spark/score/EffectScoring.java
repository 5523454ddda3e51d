package io.credence.spark.score;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectDraws;
import io.credence.effect.LevelDraws;
import io.credence.model.Model;
import io.credence.report.PosteriorSummary;
import io.credence.result.MixedFeatures;
import io.credence.result.SavedPosterior;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Draws of a saved posterior, by which expected responses are averaged over rows.
 *
 * @param draws independent draws, including those of the effects of levels
 * @param features names of the features of a row
 * @param effects effects of the levels of grouping factors; none without such factors
 * @param allowsNewLevels whether a level may be one that was not in the fit
 * @param kernel name of the kernel by which tasks compute
 */
public record EffectScoring(
        EffectDraws draws, List<String> features, LevelTable effects, boolean allowsNewLevels, String kernel) {

    /**
     * Creates the scoring by independent draws of a posterior.
     *
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     * @param table reads a covariance that {@code posterior.json} does not hold
     * @param scoring scoring by the posterior
     * @param count number of draws
     */
    public static EffectScoring of(
            SavedPosterior posterior,
            @Nullable Model userModel,
            Supplier<double[]> table,
            LevelTable effects,
            PosteriorScoring scoring,
            int count) {
        if (posterior.isOfNetworks()) {
            throw new ConfigurationException(
                    "effects are of models with coefficients: required a posterior of these, found networks");
        }
        PosteriorSummary summary = new PosteriorSummary(posterior, table);
        double[][] numbers = summary.draws(count, posterior.seed());
        List<String> columns = effects.isEmpty() ? scoring.featureNames() : posterior.names();
        EffectDraws draws = EffectDraws.of(posterior, userModel, columns, numbers);
        EffectDraws whole = effects.isEmpty()
                ? draws
                : draws.withLevelDraws(LevelDraws.of(
                        MixedFeatures.levelEffects(posterior, effects.effects()),
                        numbers,
                        posterior.mean(),
                        summary.coefficients().covariance(),
                        posterior.seed()));
        return new EffectScoring(whole, scoring.featureNames(), effects, false, "auto");
    }

    /** Copy that allows, or refuses, rows with levels that were not in the fit. */
    public EffectScoring withNewLevelsAllowed(boolean allows) {
        return new EffectScoring(draws, features, effects, allows, kernel);
    }

    /**
     * Copy on the scale of the linear predictor.
     *
     * @throws ConfigurationException if there is not one linear predictor
     */
    public EffectScoring onLinkScale() {
        if (!draws.responseDistributions().hasPredictor()) {
            throw new ConfigurationException("scale = link cannot be used: required a model of one linear predictor");
        }
        return new EffectScoring(draws.onLinkScale(), features, effects, allowsNewLevels, kernel);
    }

    /** Copy with another kernel. */
    public EffectScoring withKernel(String other) {
        return new EffectScoring(draws, features, effects, allowsNewLevels, other);
    }
}
