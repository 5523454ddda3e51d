package io.credence.config;

import io.credence.config.InferenceConfig.Stop;
import io.credence.likelihood.EstimatedOption;
import io.credence.prior.EarlierFit;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user can request of a fit; one component per section of the configuration file, keys named as there.
 *
 * @param inference what is inferred and how
 * @param backend how Spark runs passes over the rows
 * @param effects averages over rows that are requested of the result
 * @param contrasts linear combinations of coefficients that are reported besides, by name
 * @param stackTrace whether errors show where in the code they arose
 * @param resolved the whole configuration with every default filled in, as JSON
 * @param shown what results and messages show of it
 */
public record FitConfig(
        DataConfig data,
        InferenceConfig inference,
        Backend backend,
        Checkpoint checkpoint,
        Output output,
        Score score,
        Effects effects,
        Map<String, String> contrasts,
        boolean stackTrace,
        String resolved,
        Shown shown) {

    /**
     * A configuration without its secrets.
     *
     * @param json the whole of it, as JSON
     * @param redacted keys of which that has the substitution, or the address without its password, instead of the value
     * @param redaction what is left out of messages
     */
    public record Shown(String json, List<String> redacted, Redaction redaction) {}

    /** The likelihood. */
    public ModelConfig model() {
        return inference.model();
    }

    /** Prior of every coefficient. */
    public PriorConfig prior() {
        return inference.prior();
    }

    /** The same with the earlier fit whose posterior is the prior. */
    public FitConfig with(EarlierFit fit) {
        return with(inference.with(fit), shown);
    }

    /** The same with a number that rows chose for an option of the likelihood. */
    public FitConfig with(EstimatedOption chosen) {
        return with(inference.with(chosen), shown);
    }

    /** The same of one group of many, whose result does not repeat what was requested of all. */
    public FitConfig ofGroup(long seed) {
        return with(inference.ofGroup(seed), new Shown("{}", List.of(), shown.redaction()));
    }

    private FitConfig with(InferenceConfig other, Shown seen) {
        return new FitConfig(
                data, other, backend, checkpoint, output, score, effects, contrasts, stackTrace, resolved, seen);
    }

    /** The set of distributions that is searched. */
    public PosteriorConfig posterior() {
        return inference.posterior();
    }

    /** What is minimised. */
    public ObjectiveConfig objective() {
        return inference.objective();
    }

    /** When to stop. */
    public Stop stop() {
        return inference.stop();
    }

    /** Seed of everything random. */
    public long seed() {
        return inference.seed();
    }

    /** Name in the {@link Methods}; null for none. */
    public @Nullable String method() {
        return inference.method();
    }

    /** Name of the kernel: auto, java or native. */
    public String kernel() {
        return inference.kernel();
    }

    /** Keys that were set and have no effect on this fit, one sentence each. */
    public List<String> notes() {
        return inference.notes();
    }

    /**
     * How Spark runs passes over the rows; no number depends on it.
     *
     * @param folder Hadoop path for files of packed rows, of data frames; null for Spark's memory
     * @param persist what is kept of the packed rows between passes
     */
    public record Backend(Kind kind, @Nullable String folder, Persist persist) {

        /** Whatever the session allows. */
        public static final Backend AUTO = new Backend(Kind.AUTO, null);

        /** One that keeps packed rows. */
        public Backend(Kind kind, @Nullable String folder) {
            this(kind, folder, Persist.AUTO);
        }

        /** What is kept of the packed rows between passes. */
        public enum Persist {
            /** All of them, in memory and on disk, or in the folder. */
            AUTO,
            /** Nothing: every pass reads and packs the rows anew, a block at a time. */
            NONE
        }

        /** What a pass is a job over. */
        public enum Kind {
            /** RDDs where the session gives out its SparkContext, else data frames. */
            AUTO,
            /** RDDs. */
            RDD,
            /** Data frames alone. */
            DATAFRAME
        }
    }

    /**
     * Where the state of a fit is written.
     *
     * @param path Hadoop path of a folder; null for none
     * @param every iterations between two checkpoints
     */
    public record Checkpoint(@Nullable String path, int every) {}

    /**
     * Where results go.
     *
     * @param path Hadoop path of a folder
     * @param overwrite whether an existing result may be replaced
     * @param top how many levels of a factor are the first ones, of which a level may be with some probability; empty for ten, where
     *     levels are few
     */
    public record Output(String path, boolean overwrite, OptionalInt top) {

        /** Where ranks of many levels are not requested. */
        public Output(String path, boolean overwrite) {
            this(path, overwrite, OptionalInt.empty());
        }
    }

    /**
     * Averages of expected responses.
     *
     * @param path Hadoop path of the rows that are averaged over
     * @param format format of the rows: csv, parquet, json or libsvm
     * @param draws of the posterior
     * @param requests what is averaged, by name
     */
    public record Effects(String path, String format, int draws, Map<String, Map<String, Object>> requests) {}

    /**
     * Which rows to score, and where their predictions go.
     *
     * @param path Hadoop path of the rows
     * @param rowFormat format of the rows: csv, parquet, json or libsvm
     * @param output Hadoop path of the predictions
     * @param format format of the predictions: parquet or csv
     * @param level probability that an interval covers
     * @param onMissing what becomes of a row with a missing or unusable cell
     * @param allowNewLevels whether a level of a grouping factor may be one that was not in the fit
     * @param flagUnseen whether a row with a level that was not in the fit is flagged instead of refused
     * @param overwrite whether existing predictions may be replaced
     */
    public record Score(
            String path,
            String rowFormat,
            String output,
            String format,
            double level,
            DataConfig.OnMissing onMissing,
            boolean allowNewLevels,
            boolean flagUnseen,
            boolean overwrite) {}
}
