package credence.ml;

import com.typesafe.config.ConfigObject;
import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.config.KeyDescription;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectTable;
import io.credence.effect.Relativities;
import io.credence.spark.EffectsTable;
import io.credence.spark.job.UserModelFactory;
import io.credence.spark.score.EffectRows;
import io.credence.spark.score.EffectScoring;
import io.credence.spark.score.PosteriorScoring;
import io.credence.spark.score.ScoredDraws;
import io.credence.spark.score.ScoringTable;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Averages of expected responses, and of their changes, under a fitted model, as tables. */
final class ModelEffects {

    private ModelEffects() {}

    /** Reads the request of the Param {@code outputEffects}. */
    static EffectRequest requestedEffects(VariationalModel model) {
        Param<?> text = model.getParam(StageParamNames.OUTPUT_EFFECTS);
        if (!model.isSet(text)) {
            throw new ConfigurationException("output = effects cannot be used: required outputEffects, found none");
        }
        String given = String.valueOf(model.getOrDefault(text));
        if (!(KeyDescription.parseValue(given) instanceof ConfigObject keys)) {
            throw new ConfigurationException(
                    "outputEffects is no effect: required a map such as {\"kind\": \"predictions\"}, found " + given);
        }
        return EffectRequest.of(keys.unwrapped());
    }

    private static EffectScoring scoring(VariationalModel model, PosteriorScoring scoring, int count) {
        boolean allows = (Boolean) model.getOrDefault(model.getParam(StageParamNames.ALLOW_NEW_LEVELS));
        return EffectScoring.of(
                        model.savedPosterior(),
                        UserModelFactory.fittedModelOrNull(model.fittedConfig(), model.savedPosterior()),
                        model::table,
                        model.levelTable(),
                        scoring,
                        count)
                .withNewLevelsAllowed(allows)
                .withKernel(model.fittedConfig().kernel());
    }

    private static int draws(VariationalModel model) {
        return ((Number) model.getOrDefault(model.getParam(StageParamNames.OUTPUT_DRAWS))).intValue();
    }

    static Dataset<Row> averageEffectsTable(VariationalModel model, Dataset<Row> rows, EffectRequest request) {
        FitConfig fit = model.fittedConfig();
        EffectRows over = new EffectRows(
                FittedStage.newRowsTable(rows, fit),
                model.newRowsConfig(fit),
                fit.data().roles(),
                model.savedPosterior(),
                scoring(model, model.scoring(), draws(model)));
        EffectTable found = over.effectTable(request);
        return EffectsTable.of(found, model.intervalLevel(), rows.sparkSession());
    }

    static Dataset<Row> relativities(VariationalModel model, SparkSession spark) {
        return EffectsTable.of(
                Relativities.of(
                        model.savedPosterior(),
                        model.scoring().featureNames(),
                        model.posteriorSummary().coefficients(),
                        model.intervalLevel()),
                spark);
    }

    static Dataset<Row> draws(VariationalModel model, Dataset<Row> dataset, int count) {
        FitConfig fit = model.fittedConfig();
        DataConfig data = model.newRowsConfig(fit);
        PosteriorScoring scoring = model.scoring();
        EffectScoring draws = scoring(model, scoring, count);
        boolean link =
                model.getOrDefault(model.getParam(StageParamNames.OUTPUT_SCALE)).equals("link");
        ScoringTable plain = ScoringTable.of(
                FittedStage.newRowsTable(dataset, fit),
                data,
                scoring.featureNames(),
                model.savedPosterior().fittedColumns());
        ScoringTable rows =
                StagePredictions.of(model, fit.data()).withReasonColumns(model.withFactorLevels(plain, data));
        return ScoredDraws.of(rows, link ? draws.onLinkScale() : draws, FittedStage.isKept(dataset));
    }
}
