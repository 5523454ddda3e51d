package io.credence.config;

import io.credence.config.InferenceConfig.Stop;
import io.credence.config.secret.Redaction;
import io.credence.likelihood.EstimatedOption;
import io.credence.prior.EarlierFit;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * All settings of a fit, by section of the configuration file. Keys are named as there.
 *
 * @param inference model, prior, posterior and method
 * @param run way in which the job runs
 * @param effects averages over rows that are requested of the result
 * @param contrasts linear combinations of coefficients that are reported besides, by name
 * @param resolved the configuration itself
 */
public record FitConfig(
        DataConfig data,
        InferenceConfig inference,
        RunSettings run,
        Output output,
        Score score,
        EffectsRequest effects,
        Map<String, String> contrasts,
        ResolvedConfig resolved) {

    /**
     * Way in which a job runs. It changes no number of the fit.
     *
     * @param backend way in which Spark runs passes over the rows
     * @param checkpoint folder and frequency of checkpoints
     * @param stackTrace whether errors show where in the code they arose
     */
    public record RunSettings(Backend backend, Checkpoint checkpoint, boolean stackTrace) {}

    /**
     * Complete configuration with every default.
     *
     * @param json configuration as JSON, as the engine reads it
     * @param redacted configuration without its secrets, for results and messages
     */
    public record ResolvedConfig(String json, RedactedConfig redacted) {}

    /**
     * Configuration without its secrets.
     *
     * @param json complete configuration, as JSON
     * @param redactedKeys keys whose values the JSON replaces by their substitution, or by the address without its
     *     password
     * @param redaction secrets that are left out of messages
     */
    public record RedactedConfig(String json, List<String> redactedKeys, Redaction redaction) {}

    /** Settings of the likelihood. */
    public ModelConfig model() {
        return inference.model();
    }

    /** Prior of every coefficient. */
    public PriorConfig prior() {
        return inference.prior();
    }

    /** Copy with the earlier fit whose posterior is the prior. */
    public FitConfig with(EarlierFit fit) {
        return with(inference.with(fit));
    }

    /** Copy with the value that was estimated from the rows for an option of the likelihood. */
    public FitConfig with(EstimatedOption chosen) {
        return with(inference.with(chosen));
    }

    /** Copy for the fit of one segment. Its result does not repeat the configuration. */
    public FitConfig forSegment(long seed) {
        RedactedConfig empty = new RedactedConfig("{}", List.of(), redacted().redaction());
        return new FitConfig(
                data,
                inference.forSegment(seed),
                run,
                output,
                score,
                effects,
                contrasts,
                new ResolvedConfig(resolved.json, empty));
    }

    private FitConfig with(InferenceConfig other) {
        return new FitConfig(data, other, run, output, score, effects, contrasts, resolved);
    }

    /** Way in which Spark runs passes over the rows. */
    public Backend backend() {
        return run.backend;
    }

    /** Folder and frequency of checkpoints. */
    public Checkpoint checkpoint() {
        return run.checkpoint;
    }

    /** Configuration without its secrets, for results and messages. */
    public RedactedConfig redacted() {
        return resolved.redacted;
    }

    /** Settings of the variational family. */
    public PosteriorConfig posterior() {
        return inference.posterior();
    }

    /** Settings of the objective that is minimised. */
    public ObjectiveConfig objective() {
        return inference.objective();
    }

    /** Settings that decide when the fit stops. */
    public Stop stop() {
        return inference.stop();
    }

    /** Seed of all random numbers. */
    public long seed() {
        return inference.seed();
    }

    /** Name of the method in {@link Methods}; null for none. */
    public @Nullable String method() {
        return inference.method();
    }

    /** Name of the kernel: auto, java, native or mixed. */
    public String kernel() {
        return inference.kernel();
    }

    /** Sentences on keys that were set but have no effect on this fit. */
    public List<String> notes() {
        return inference.notes();
    }

    /**
     * Way in which Spark runs passes over the rows. It changes no number of the fit.
     *
     * @param folder Hadoop path for files of packed rows, of data frames; null for Spark's memory
     * @param persist storage of the packed rows between passes
     */
    public record Backend(Kind kind, @Nullable String folder, Persist persist) {

        /** Backend that uses RDDs where the session allows. */
        public static final Backend AUTO = new Backend(Kind.AUTO, null);

        /** Creates a backend that keeps packed rows between passes. */
        public Backend(Kind kind, @Nullable String folder) {
            this(kind, folder, Persist.AUTO);
        }

        /** Storage of the packed rows between passes. */
        public enum Persist {
            /** Keeps all packed rows, in memory and on disk, or in the folder. */
            AUTO,
            /** Keeps nothing: every pass reads and packs the rows anew, a block at a time. */
            NONE
        }

        /** Spark interface that the jobs of a pass use. */
        public enum Kind {
            /** RDDs where the session gives access to its SparkContext, else data frames. */
            AUTO,
            /** RDDs. */
            RDD,
            /** Data frames only. */
            DATAFRAME
        }
    }

    /**
     * Folder and frequency of checkpoints of a fit's state.
     *
     * @param path Hadoop path of a folder; null for none
     * @param interval number of iterations between two checkpoints
     */
    public record Checkpoint(@Nullable String path, int interval) {}

    /**
     * Location of the results.
     *
     * @param path Hadoop path of a folder
     * @param overwrite whether an existing result may be replaced
     * @param topLevels number m of levels, for the probability that a level is among the first m of its factor; empty
     *     for ten, where levels are few
     */
    public record Output(String path, boolean overwrite, OptionalInt topLevels) {

        /** Creates an output with the default number of first levels. */
        public Output(String path, boolean overwrite) {
            this(path, overwrite, OptionalInt.empty());
        }
    }

    /**
     * Settings of averages of expected responses.
     *
     * @param rows rows that are averaged over
     * @param draws number of draws from the posterior
     * @param requests requested averages, by name
     */
    public record EffectsRequest(DataSource rows, int draws, Map<String, Map<String, Object>> requests) {}

    /**
     * Rows to score, and location of their predictions.
     *
     * @param rows rows to score
     * @param predictions location of the predictions
     * @param intervalProbability probability that an interval covers, between 0 and 1
     * @param onMissing treatment of a row with a missing or unusable cell
     * @param allowNewLevels whether a level of a grouping factor may be one that was not in the fit
     * @param flagUnseen whether a row with a level that was not in the fit is flagged instead of refused
     */
    public record Score(
            DataSource rows,
            Predictions predictions,
            double intervalProbability,
            DataConfig.OnMissing onMissing,
            boolean allowNewLevels,
            boolean flagUnseen) {}

    /**
     * Location of predictions.
     *
     * @param path Hadoop path of a file or folder
     * @param format parquet or csv
     * @param overwrite whether existing predictions may be replaced
     */
    public record Predictions(String path, String format, boolean overwrite) {}
}
