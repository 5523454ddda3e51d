package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import io.credence.config.DataConfig.OnMissing;
import io.credence.config.FitConfig.Backend;
import io.credence.config.FitConfig.Backend.Persist;
import io.credence.config.FitConfig.Checkpoint;
import io.credence.config.FitConfig.Output;
import io.credence.config.FitConfig.Predictions;
import io.credence.config.FitConfig.RedactedConfig;
import io.credence.config.FitConfig.ResolvedConfig;
import io.credence.config.FitConfig.RunSettings;
import io.credence.config.FitConfig.Score;
import io.credence.config.InferenceConfig.Execution;
import io.credence.config.InferenceConfig.Numerics;
import io.credence.config.InferenceConfig.PartitionFactorRequest;
import io.credence.config.InferenceConfig.Stop;
import io.credence.config.key.FitKind;
import io.credence.config.key.KeyTable;
import io.credence.config.secret.AddressPasswordFinder;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.kind.MultiParameterRequest;
import io.credence.mixed.model.MixedRequest;
import io.credence.network.train.TrainingRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration in HOCON and completes it by the defaults. Refuses unknown keys with the nearest known one,
 * misspelt values with the allowed ones, wrong types, and what belongs to a later version; nothing is ignored silently.
 */
public final class ConfigReader {

    private final Config resolved;
    private final Secrets secrets;
    private final Settings settings;
    private final IdleKeyNotes notes;
    private final DataReader rows;
    private final Parts parts;
    private final Config groupPriors;

    /**
     * Separates the two meanings of prior.groups: a section of mixed models, or a list of sizes as an option of other
     * priors.
     */
    private ConfigReader(Config given, Config resolved, Config base, KnownKeys known, Secrets secrets) {
        boolean section = resolved.hasPath(MixedReader.PRIORS)
                && resolved.getValue(MixedReader.PRIORS).valueType() == ConfigValueType.OBJECT;
        this.resolved = resolved;
        this.secrets = secrets;
        this.parts = known.parts();
        this.groupPriors = section ? given.getConfig(MixedReader.PRIORS) : ConfigFactory.empty();
        this.settings = new Settings(
                section ? resolved.withValue(MixedReader.PRIORS, base.getValue(MixedReader.PRIORS)) : resolved, known);
        this.notes = new IdleKeyNotes(settings, base);
        this.rows = new DataReader(settings, notes);
        settings.check();
    }

    /**
     * Reads a configuration that names only parts that come with Credence.
     *
     * @param name name of the file, for messages
     * @param text content of the file
     * @param overrides {@code key=value} each, later ones win
     * @throws ConfigurationException if it cannot be used, in one sentence
     */
    public static FitConfig read(String name, String text, List<String> overrides) {
        return read(name, text, overrides, Parts.STANDARD);
    }

    /** Reads a configuration that may name user-defined parts besides those that come with Credence. */
    public static FitConfig read(String name, String text, List<String> overrides, Parts parts) {
        return ConfigText.withNestingLimit(name, () -> {
            Config written = Overrides.parse(overrides).withFallback(ConfigText.parseFile(name, text));
            Config given = ConfigText.resolve(name, written);
            return read(given, parts, Secrets.of(written, given));
        });
    }

    private static FitConfig read(Config given, Parts parts, Secrets secrets) {
        try {
            return newReader(given, parts, secrets).read();
        } catch (ConfigurationException refused) {
            throw secrets.redact(refused);
        }
    }

    /**
     * Reads the configuration that a saved result shows.
     *
     * @param name name of the result, for messages
     * @param shown JSON of the configuration
     * @param redacted keys whose values the result does not show
     * @param today today's configuration, which supplies the values of these keys
     * @param parts parts that the configuration may name
     * @throws ConfigurationException if it lacks one of them, or the configuration cannot be used
     */
    public static FitConfig readRedacted(
            String name, String shown, List<String> redacted, FitConfig today, Parts parts) {
        Config given = RetiredKeys.withoutDefaults(ConfigText.parseFile(name, shown));
        Config values = ConfigText.parseFile(name, today.resolved().json());
        for (String key : redacted) {
            if (!values.hasPath(key)) {
                throw new ConfigurationException(
                        key + " is not shown in the result, since it came from the environment or holds a password:"
                                + " required that key in today's configuration, found nothing (" + name + ")");
            }
            given = given.withValue(key, values.getValue(key));
        }
        return newReader(ConfigText.resolve(name, given), parts, Secrets.NONE).read();
    }

    /**
     * Reads a configuration given as a map of keys, instead of a file.
     *
     * @param keys key and value each, as in a configuration
     * @throws ConfigurationException if a key is unknown, or a value cannot be used
     */
    public static FitConfig read(Map<String, ?> keys, Parts parts) {
        Config given = resolveKeys(keys);
        return read(given, parts, Secrets.ofKeys(given));
    }

    private static Config resolveKeys(Map<String, ?> keys) {
        return ConfigText.resolve("", ConfigFactory.parseMap(keys, "the keys given"));
    }

    /**
     * Reads the settings of an inference from a map of keys. Keys about rows and results are refused.
     *
     * @param keys key and value each, as in a configuration
     * @throws ConfigurationException if a key is unknown, or a value cannot be used
     */
    public static InferenceConfig inference(Map<String, ?> keys, Parts parts) {
        Config given = resolveKeys(keys);
        for (String key : given.root().keySet()) {
            if (KeyTable.sectionsOfRows().contains(key)) {
                throw new ConfigurationException("the key " + key + " is one of rows and results: required keys of"
                        + " the inference, found " + key);
            }
        }
        return newReader(given, parts, Secrets.NONE).inference();
    }

    private static ConfigReader newReader(Config given, Parts parts, Secrets secrets) {
        KnownKeys known = KnownKeys.of(parts);
        known.check(given.root());
        Config resolved = Methods.overlay(given).withFallback(known.defaults());
        Config base = Methods.methodKeys(given).withFallback(known.defaults());
        return new ConfigReader(given, resolved, base, known, secrets);
    }

    private InferenceConfig inference() {
        ModelSectionReader models = new ModelSectionReader(settings, notes, parts);
        ModelConfig likelihood = models.model(rows::responseName);
        PosteriorConfig posterior = models.posterior();
        ObjectiveConfig objective = new ObjectiveReader(settings, notes, parts).read();
        PriorConfig prior = models.prior();
        SamplingSettings requested = new SamplingReader(settings, notes, parts.updates()).read();
        MixedRequest mixed = new MixedReader(settings, notes, groupPriors).read(rows.formula());
        String otherKind = keyOfOtherKind(likelihood);
        if (mixed != null && otherKind != null) {
            throw settings.refusal(
                    otherKind,
                    "cannot be used where effects vary between levels, or beside smooths",
                    "no grouping factors, and ns(x, df = 5) instead of s(x)");
        }
        ModelConfig model = mixed == null ? likelihood : likelihood.with(mixed);
        SamplingSettings chosen = model.request(TrainingRequest.class) != null
                ? new NetworkReader(settings, notes).checkedSettings(objective, model, requested)
                : mixed == null
                        ? new SettingCombinations(new UncheckedChoices(
                                        settings, notes, model, posterior, objective, prior, requested, parts))
                                .checkedSettings()
                        : new MixedSettingCombinations(settings, notes).checkedSettings(model, requested, parts);
        new MixedSettingCombinations(settings, notes).checkSd(model, mixed);
        boolean hasLevels = mixed != null && !mixed.terms().isEmpty();
        KeyTable.onlyOf(FitKind.LEVELS).stream()
                .filter(key -> !key.isOnlyOf(FitKind.SMOOTHS))
                .forEach(key -> notes.noteUnless(hasLevels, key.name(), "no effects vary between levels"));
        notes.noteUnless(
                settings.optionalText("checkpoint.path") != null, "checkpoint.every", "there is no checkpoint.path");
        return new InferenceConfig(
                model,
                prior,
                posterior,
                objective,
                chosen,
                sites(chosen.estimator().kind() == EstimatorKind.PARTITIONED, prior),
                new CheckReader(settings, notes).read(objective, kindOfChecks(mixed)),
                new Execution(
                        settings.optionalText("method"),
                        new Stop(
                                settings.count("stop.maxIterations"),
                                settings.limit("stop.maxPasses"),
                                settings.limit("stop.maxSeconds"),
                                settings.number("stop.tolerance"),
                                settings.flag("stop.acceptUnconverged")),
                        new Numerics(settings.wholeNumber("seed"), settings.word("kernel")),
                        notes.notes()));
    }

    private @Nullable FitKind kindOfChecks(@Nullable MixedRequest mixed) {
        return mixed != null ? FitKind.LEVELS : settings.texts("data.by").isEmpty() ? null : FitKind.SEGMENTS;
    }

    /** Key of a model with parameters or of a network, which a mixed model is not; null where there is neither. */
    private @Nullable String keyOfOtherKind(ModelConfig model) {
        MultiParameterRequest parameters = model.request(MultiParameterRequest.class);
        if (parameters != null) {
            return parameters.key();
        }
        return NetworkReader.CHOICES.stream().filter(notes::isSet).findFirst().orElse(null);
    }

    private FitConfig read() {
        InferenceConfig inference = inference();
        if (inference.prior().isEarlierPosterior() && inference.prior().path() == null) {
            throw settings.refusal("prior.path", "is missing", "the folder of an earlier fit");
        }
        DataConfig data = rows.read(inference);
        noteIdleColumns(data.predictors(), inference.model().request(MultiParameterRequest.class));
        Output output = new Output(
                settings.text("output.path"), settings.flag("output.overwrite"), settings.optionalCount("output.top"));
        return new FitConfig(
                data,
                inference.withNotes(notes.notes()),
                new RunSettings(
                        backend(data),
                        new Checkpoint(settings.optionalText("checkpoint.path"), settings.count("checkpoint.every")),
                        settings.flag("log.stackTrace")),
                output,
                score(data, output),
                new EffectsReader(settings, rows).read(data),
                settings.textMap("report.contrasts", "a combination in quotes, such as \"b - a\""),
                new ResolvedConfig(
                        Secrets.NONE.redact(resolved),
                        new RedactedConfig(secrets.redact(resolved), secrets.secretKeys(), secrets.redaction())));
    }

    private void noteIdleColumns(PredictorColumns columns, @Nullable MultiParameterRequest parameters) {
        boolean allOwn = parameters != null && parameters.predicted().get(0).formula() != null;
        notes.noteUnless(
                !allOwn,
                "data",
                List.of("features", "categorical", "intercept"),
                "each parameter of " + ExpressionReader.DENSITY + " has a formula of its own");
        notes.noteUnless(columns.includesOthers(), "data.exclude", "no \"*\" or . stands for all other columns");
    }

    private PartitionFactorRequest sites(boolean partitioned, PriorConfig prior) {
        KeyTable.onlyOf(FitKind.PARTITIONED).stream()
                .flatMap(key -> notes.changedKeys(key).stream())
                .forEach(name -> notes.noteUnless(partitioned, name, "only a partitioned fit has partition factors"));
        List<String> remove = settings.texts("sites.remove");
        String column = settings.optionalText("sites.column");
        String name = settings.optionalText("sites.name");
        if (column != null && name != null) {
            throw settings.refusal("sites.name", "cannot be used with sites.column", "one of them");
        }
        if (partitioned && !remove.isEmpty() && !prior.isEarlierPosterior()) {
            throw settings.refusal(
                    "sites.remove",
                    "names partition factors of an earlier fit",
                    "prior.kind = posterior with its prior.path");
        }
        int keep = settings.optionalCount("sites.keep").orElse(Integer.MAX_VALUE);
        String path = settings.optionalText("data.path");
        String last = path == null
                ? null
                : AddressPasswordFinder.mask(path)
                        .replaceFirst("^.*/(?=[^/])", "")
                        .replaceFirst("/+$", "");
        return new PartitionFactorRequest(name == null ? last : name, remove, keep);
    }

    private Backend backend(DataConfig data) {
        Backend.Kind kind = settings.choice("backend.kind", Backend.Kind.class);
        String folder = settings.optionalText("backend.folder");
        if (folder != null && kind == Backend.Kind.RDD) {
            throw settings.refusal("backend.folder", "is of data frames", "backend.kind = dataframe, or no folder");
        }
        Persist persist = settings.choice("backend.persist", Persist.class);
        if (persist == Persist.NONE && folder != null) {
            throw settings.refusal("backend.persist", "keeps no rows", "no backend.folder, or backend.persist = auto");
        } else if (persist == Persist.NONE && data.isRepartitioned()) {
            throw settings.refusal(
                    "backend.persist",
                    "reads rows where they are stored, and these are dealt out over local disks",
                    "data.partitions = auto, minibatch.partitions = all, no data.order and no sites.column, or"
                            + " backend.persist = auto");
        }
        return new Backend(kind, folder, persist);
    }

    private Score score(DataConfig data, Output output) {
        @Nullable String target = settings.optionalText("score.output");
        String format = rows.format("score.format", target == null ? "" : target, "parquet");
        return new Score(
                rows.otherRows("score.path", data.source()),
                new Predictions(
                        target == null ? output.path() + "/predictions." + format : target,
                        format,
                        settings.flag("score.overwrite")),
                settings.number("score.level"),
                newRowsTreatment(settings.word("score.onMissing"), data.onMissing()),
                settings.flag("score.allowNewLevels"),
                settings.word("score.onUnseen").equals("flag"));
    }

    /**
     * Treatment of rows with a missing or unusable cell in scoring.
     *
     * @param word auto, fail, flag or skip
     * @param fitted treatment of such rows in the fit; auto flags instead of leaving rows out
     */
    public static OnMissing newRowsTreatment(String word, OnMissing fitted) {
        return word.equals("auto")
                ? fitted == OnMissing.FAIL ? OnMissing.FAIL : OnMissing.FLAG
                : OnMissing.valueOf(word.toUpperCase(Locale.ROOT));
    }
}
