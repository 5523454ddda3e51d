package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.EffectsRequest;
import io.credence.config.Parts;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.effect.EffectText;
import io.credence.model.Model;
import io.credence.result.SavedPosterior;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.OutputFile;
import io.credence.spark.read.TableReader;
import io.credence.spark.score.Announcements;
import io.credence.spark.score.EffectRows;
import io.credence.spark.score.EffectScoring;
import io.credence.spark.score.LevelTable;
import io.credence.spark.score.PosteriorScoring;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Job of the command {@code effects}, which averages expected responses under a saved posterior over rows. */
record EffectsJob(FitConfig config, Parts parts, Progress progress, PrintStream out, PrintStream err)
        implements RowsCommand.Job {

    private StoredFit storedFit() {
        return new StoredFit(config, parts, "effects");
    }

    @Override
    public int run(@Nullable String master, Jars jars) {
        Map<String, EffectRequest> requests = requests(config.effects());
        try (LateSession session = LateSession.of(
                master, config, "credence effects " + config.effects().rows().path())) {
            SavedPosterior posterior = storedFit().readPosterior(session.hadoop());
            OutputFile target =
                    OutputFile.replacing(config.output().path() + "/" + ResultFolder.AVERAGES, session.hadoop());
            progress.beginPhase("starting Spark");
            SparkSession spark = session.get();
            jars.addTo(spark);
            progress.beginPhase("reading " + config.effects().rows().path());
            EffectRows rows = rows(spark, posterior);
            progress.beginPhase("averaging over " + config.effects().rows().path());
            EffectText text = new EffectText(config.score().intervalProbability());
            requests.forEach((name, request) ->
                    text.add(name, Announcements.runWatched(progress::announce, () -> rows.effectTable(request))));
            target.write(text.csv());
            progress.finish();
            text.lines().forEach(out::println);
            if (!posterior.isReliable()) {
                err.println("note: the posterior is " + posterior.reliability().text());
            }
            out.println("effects in " + target.displayPath());
            return ExitStatus.SUCCESS;
        }
    }

    /** Effects that the configuration requests; by default the changes of the response with each column. */
    private static Map<String, EffectRequest> requests(EffectsRequest effects) {
        if (effects.requests().isEmpty()) {
            return Map.of("comparisons", EffectRequest.of(Kind.COMPARISONS));
        }
        Map<String, EffectRequest> requests = new LinkedHashMap<>();
        effects.requests().forEach((name, keys) -> {
            try {
                requests.put(name, EffectRequest.of(keys));
            } catch (ConfigurationException refused) {
                throw new ConfigurationException("effects.requests." + name + ": " + refused.getMessage(), refused);
            }
        });
        return requests;
    }

    private EffectRows rows(SparkSession spark, SavedPosterior posterior) {
        FitConfig fitted = storedFit().fittedConfig(posterior);
        Model userModel = UserModelFactory.fittedModelOrNull(fitted, posterior);
        LevelTable effects = storedFit().readLevelEffects(spark, posterior);
        PosteriorScoring scoring = storedFit().scoring(spark, posterior, userModel, effects);
        EffectsRequest over = config.effects();
        DataConfig data = fitted.data().forNewRows(over.rows(), config.score().onMissing());
        EffectScoring draws = EffectScoring.of(
                        posterior,
                        userModel,
                        storedFit().covarianceReader(spark, posterior),
                        effects,
                        scoring,
                        over.draws())
                .withNewLevelsAllowed(config.score().allowNewLevels())
                .withKernel(config.kernel());
        return new EffectRows(
                new TableReader(spark).read(data).withBackend(config.backend()),
                data,
                fitted.data().roles(),
                posterior,
                draws);
    }
}
