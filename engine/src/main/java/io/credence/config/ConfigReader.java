package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueType;
import io.credence.config.DataConfig.OnMissing;
import io.credence.config.FitConfig.Backend;
import io.credence.config.FitConfig.Backend.Persist;
import io.credence.config.FitConfig.Check;
import io.credence.config.FitConfig.Check.LeftOutRows;
import io.credence.config.FitConfig.Checkpoint;
import io.credence.config.FitConfig.InverseGammaPrior;
import io.credence.config.FitConfig.Model;
import io.credence.config.FitConfig.Output;
import io.credence.config.FitConfig.Posterior;
import io.credence.config.FitConfig.Score;
import io.credence.config.FitConfig.Shown;
import io.credence.config.FitConfig.SitesRequest;
import io.credence.config.FitConfig.Stop;
import io.credence.data.Precision;
import io.credence.fit.MonteCarloSettings;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.fit.MonteCarloSettings.Minibatch;
import io.credence.formula.Formula;
import io.credence.formula.FormulaException;
import io.credence.likelihood.LikelihoodPart;
import io.credence.part.Choice;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration in HOCON over the defaults. Refuses unknown keys with the nearest known one, misspelt values with
 * the allowed ones, wrong types, and what belongs to a later version; nothing is ignored silently.
 */
public final class ConfigReader {

    private static final List<String> FORMATS = List.of("csv", "parquet", "json", "libsvm");
    private static final List<String> SCORE_FORMATS = List.of("parquet", "csv");
    private static final List<String> KERNELS = List.of("auto", "java", "native", "mixed");
    /** Partitions of a minibatch fit that names none: enough for small steps, few enough to be run at once. */
    private static final int MINIBATCH_PARTITIONS = 64;

    /** As many as an ensemble has networks, which are at one each. */
    private static final int NETWORK_PARTITIONS = 8;

    /** Each is a task of its own, of which Spark's driver keeps track. */
    private static final int MOST_PARTITIONS = 1_000_000;

    /** Sections that an inference without rows and results has not. */
    private static final List<String> ELSEWHERE =
            List.of("data", "checkpoint", "output", "score", "report", "log", "backend");

    private final Config resolved;
    private final Secrets secrets;
    private final Settings settings;
    private final Notes notes;
    private final Parts parts;
    private final Config groupPriors;

    /** A section prior.groups is of mixed models; a list of that name, of sizes of groups, is an option of other priors. */
    private ConfigReader(Config given, Config resolved, Config base, Parts parts, Secrets secrets) {
        boolean section = resolved.getValue(GroupReader.PRIORS).valueType() == ConfigValueType.OBJECT;
        this.resolved = resolved;
        this.secrets = secrets;
        this.parts = parts;
        this.groupPriors = section ? given.getConfig(GroupReader.PRIORS) : ConfigFactory.empty();
        this.settings = new Settings(
                section ? resolved.withValue(GroupReader.PRIORS, base.getValue(GroupReader.PRIORS)) : resolved);
        this.notes = new Notes(settings, base);
    }

    /**
     * Reads a configuration of parts that come with Credence.
     *
     * @param name name of the file, for messages
     * @param text its content
     * @param overrides {@code key=value} each, later ones win
     * @throws ConfigurationException if it cannot be used, in one sentence
     */
    public static FitConfig read(String name, String text, List<String> overrides) {
        return read(name, text, overrides, Parts.STANDARD);
    }

    /** Reads a configuration of those parts. */
    public static FitConfig read(String name, String text, List<String> overrides, Parts parts) {
        return ConfigText.bounded(name, () -> {
            Config written = Overrides.parse(overrides).withFallback(ConfigText.ofFile(name, text));
            Config given = ConfigText.resolve(name, written);
            Secrets secrets = Secrets.of(written, given);
            try {
                return reader(given, parts, secrets).read();
            } catch (ConfigurationException refused) {
                throw secrets.hide(refused);
            }
        });
    }

    /**
     * Reads the configuration that a result shows.
     *
     * @param name what it is of, for messages
     * @param shown its JSON
     * @param redacted keys whose values it does not show
     * @param today has these values again
     * @param parts that it may name
     * @throws ConfigurationException if it has not, or the configuration cannot be used
     */
    public static FitConfig readShown(String name, String shown, List<String> redacted, FitConfig today, Parts parts) {
        Config given = ConfigText.ofFile(name, shown);
        Config values = ConfigText.ofFile(name, today.resolved());
        for (String key : redacted) {
            if (!values.hasPath(key)) {
                throw new ConfigurationException(
                        key + " came from the environment and is not shown in the result: required"
                                + " that key in today's configuration, found nothing (" + name + ")");
            }
            given = given.withValue(key, values.getValue(key));
        }
        return reader(ConfigText.resolve(name, given), parts, Secrets.NONE).read();
    }

    /**
     * Reads keys that were not written in a file.
     *
     * @param keys key and value each, as in a configuration
     * @throws ConfigurationException if a key is unknown, or a value cannot be used
     */
    public static FitConfig read(Map<String, ?> keys, Parts parts) {
        return reader(given(keys), parts, Secrets.NONE).read();
    }

    private static Config given(Map<String, ?> keys) {
        return ConfigText.resolve("", ConfigFactory.parseMap(keys, "the keys given"));
    }

    /**
     * What is inferred and how, of keys alone: those of rows and results are neither needed nor known.
     *
     * @param keys key and value each, as in a configuration
     * @throws ConfigurationException if a key is unknown, or a value cannot be used
     */
    public static InferenceConfig inference(Map<String, ?> keys, Parts parts) {
        Config given = given(keys);
        for (String key : given.root().keySet()) {
            if (ELSEWHERE.contains(key)) {
                throw new ConfigurationException("the key " + key + " is one of rows and results: required keys of"
                        + " the inference, found " + key);
            }
        }
        return reader(given, parts, Secrets.NONE).inference();
    }

    private static ConfigReader reader(Config given, Parts parts, Secrets secrets) {
        KnownKeys known = new KnownKeys(parts);
        known.check(given.root());
        Config resolved = Methods.under(given).withFallback(known.defaults());
        Config base = Methods.fragment(given).withFallback(known.defaults());
        return new ConfigReader(given, resolved, base, parts, secrets);
    }

    private InferenceConfig inference() {
        ModelReader models = new ModelReader(settings, notes, parts);
        Model model = models.model();
        Posterior posterior = models.posterior();
        ObjectiveConfig objective = new ObjectiveReader(settings, notes, parts).read();
        FitConfig.Prior prior = models.prior();
        settings.choice("prior.dispersion.kind", List.of("inverse-gamma"));
        MonteCarloSettings requested = new MonteCarloReader(settings, notes, parts.updates()).read();
        MixedConfig mixed = new GroupReader(settings, notes, groupPriors).read(formula());
        MonteCarloSettings chosen = mixed == null
                ? new Combinations(settings, notes, model, posterior, objective, prior, requested, parts).check()
                : new GroupCombinations(settings, notes).check(model, requested, parts);
        new GroupCombinations(settings, notes).checkSd(model, mixed);
        return new InferenceConfig(
                model,
                mixed,
                prior,
                new InverseGammaPrior(
                        settings.positive("prior.dispersion.shape"), settings.positive("prior.dispersion.scale")),
                posterior,
                objective,
                settings.optionalText("method"),
                chosen,
                sites(chosen.estimator().kind() == EstimatorKind.PARTITIONED, prior),
                new Stop(
                        settings.count("stop.maxIterations", 1),
                        settings.limit("stop.maxPasses"),
                        settings.limit("stop.maxSeconds"),
                        settings.share("stop.tolerance"),
                        settings.flag("stop.acceptUnconverged")),
                check(objective),
                settings.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                settings.choice("kernel", KERNELS),
                notes.all());
    }

    private FitConfig read() {
        InferenceConfig inference = inference();
        if (inference.prior().isEarlier() && inference.prior().path() == null) {
            throw settings.refuse("prior.path", "is missing", "the folder of an earlier fit");
        }
        DataConfig data = data(inference);
        Output output = new Output(settings.text("output.path"), settings.flag("output.overwrite"));
        return new FitConfig(
                data,
                inference,
                backend(data),
                new Checkpoint(settings.optionalText("checkpoint.path"), settings.count("checkpoint.every", 1)),
                output,
                score(data, output),
                settings.map("report.contrasts", "a combination in quotes, such as \"b - a\""),
                settings.flag("log.stackTrace"),
                Secrets.NONE.hide(resolved),
                new Shown(secrets.hide(resolved), secrets.keys(), secrets.redaction()));
    }

    private SitesRequest sites(boolean partitioned, FitConfig.Prior prior) {
        notes.unless(
                partitioned, "sites", List.of("column", "name", "remove", "keep"), "only a partitioned fit has sites");
        List<String> remove = settings.texts("sites.remove");
        String column = settings.optionalText("sites.column");
        String name = settings.optionalText("sites.name");
        if (column != null && name != null) {
            throw settings.refuse("sites.name", "has no place beside sites.column", "one of them");
        }
        if (partitioned && !remove.isEmpty() && !prior.isEarlier()) {
            throw settings.refuse(
                    "sites.remove", "names sites of an earlier fit", "prior.kind = posterior with its prior.path");
        }
        int keep = settings.optionalText("sites.keep") == null ? Integer.MAX_VALUE : settings.count("sites.keep", 1);
        String path = settings.optionalText("data.path");
        String last = path == null ? null : path.replaceFirst("/+$", "").replaceFirst(".*/", "");
        return new SitesRequest(column, name == null ? last : name, remove, keep);
    }

    private Check check(ObjectiveConfig objective) {
        boolean khat = settings.flag("check.khat");
        LeftOutRows rows = switch (settings.choice("check.loo", List.of("auto", "true", "false"))) {
            case "true" -> LeftOutRows.ALL;
            case "false" -> LeftOutRows.NONE;
            default -> LeftOutRows.AUTO;
        };
        if (rows == LeftOutRows.ALL && !khat) {
            throw settings.refuse(
                    "check.loo", "takes weighed draws", "check.khat = true, or check.loo = auto or false");
        } else if (rows == LeftOutRows.ALL && !objective.isLikelihood()) {
            throw settings.refuse(
                    "check.loo",
                    "is of log likelihoods",
                    "objective.loss.kind = log-likelihood, or check.loo = auto or false");
        }
        boolean predictive =
                settings.choice("check.predictive", List.of("auto", "false")).equals("auto");
        return new Check(khat, rows, predictive);
    }

    private Backend backend(DataConfig data) {
        String kind = settings.choice("backend.kind", List.of("auto", "rdd", "dataframe"));
        String folder = settings.optionalText("backend.folder");
        if (folder != null && kind.equals("rdd")) {
            throw settings.refuse("backend.folder", "is of data frames", "backend.kind = dataframe, or no folder");
        }
        Persist persist = Persist.valueOf(upper(settings.choice("backend.persist", List.of("auto", "none"))));
        if (persist == Persist.NONE && folder != null) {
            throw settings.refuse("backend.persist", "keeps no rows", "no backend.folder, or backend.persist = auto");
        } else if (persist == Persist.NONE && data.isDealtOut()) {
            throw settings.refuse(
                    "backend.persist",
                    "reads rows where they lie, and these are dealt out over local disks",
                    "data.partitions = auto, minibatch.partitions = all, no data.order and no sites.column, or"
                            + " backend.persist = auto");
        }
        return new Backend(Backend.Kind.valueOf(upper(kind)), folder, persist);
    }

    private DataConfig data(InferenceConfig inference) {
        Model model = inference.model();
        MixedConfig mixed = inference.mixed();
        Minibatch minibatch = inference.monteCarlo().minibatch();
        checkSeries(model, minibatch);
        checkTrials(model);
        notes.unless(!model.hasCutpoints(), "data.intercept", "cutpoints take the place of an intercept");
        String path = settings.text("data.path");
        Formula formula = formula();
        return new DataConfig(
                path,
                format("data.format", path, FORMATS, "csv"),
                formula == null || mixed == null ? formula : formula.withGroups(mixed.terms()),
                mixed == null ? List.of() : mixed.terms(),
                formula == null ? settings.text("data.label") : formula.responseText(),
                settings.texts("data.features"),
                settings.texts("data.categorical"),
                settings.texts("data.exclude"),
                settings.map("data.reference", "a level in quotes"),
                OrderOfUse.of(settings.map("data.derive", "an SQL expression in quotes")),
                settings.optionalText("data.trials"),
                settings.optionalText("data.weight"),
                settings.optionalText("data.sd"),
                settings.optionalText("data.offset"),
                settings.optionalText("data.series"),
                settings.optionalText("data.order"),
                settings.optionalText("sites.column"),
                settings.optionalText("data.key"),
                settings.flag("data.standardize"),
                settings.flag("data.intercept") && !model.hasCutpoints(),
                partitions(model, minibatch),
                OnMissing.valueOf(upper(settings.choice("data.onMissing", List.of("fail", "skip")))),
                Precision.valueOf(upper(settings.choice("data.precision", List.of("auto", "float64", "float32")))));
    }

    /** Successes and trials are for labels 0 and 1, and are said once. */
    private void checkTrials(Model model) {
        Formula formula = formula();
        boolean bound = formula != null && formula.countsTrials();
        if (settings.optionalText("data.trials") == null && !bound) {
            return;
        }
        String key = bound ? "formula" : "data.trials";
        Choice<LikelihoodPart> family = model.choice();
        boolean twoOutcomes = family != null
                && !family.part().hasClasses()
                && family.part().likelihood(family.values(), 0).outcomes() == 2;
        if (!twoOutcomes) {
            throw settings.refuse(
                    key, "counts trials", "a family of labels 0 and 1, such as model.family = bernoulli, or no trials");
        } else if (bound && settings.optionalText("data.trials") != null) {
            throw settings.refuse("data.trials", "has no place beside cbind(successes, failures)", "one of them");
        }
    }

    private @Nullable Formula formula() {
        String text = settings.optionalText("formula");
        if (text == null) {
            return null;
        }
        for (String key : List.of("data.label", "data.features", "data.categorical", "data.intercept", "data.series")) {
            if (notes.isSet(key)) {
                throw settings.refuse(key, "has no place beside a formula", "formula alone, or no formula");
            }
        }
        try {
            Formula formula = Formula.parse(text);
            if (formula.responseText().isEmpty()) {
                throw settings.refuse("formula", "has no response", "response ~ terms");
            }
            return formula;
        } catch (FormulaException unreadable) {
            throw settings.refuse("formula", "cannot be used: " + unreadable.getMessage(), "R's notation");
        }
    }

    private void checkSeries(Model model, Minibatch minibatch) {
        for (String key : List.of("data.series", "data.order")) {
            if (settings.optionalText(key) != null && model.className() == null) {
                throw settings.refuse(key, "is for models of series", "model.class, or no " + key);
            }
        }
        if (settings.optionalText("data.key") != null && settings.optionalText("data.order") != null) {
            throw settings.refuse(
                    "data.key", "is for single rows", "none: series are told by their cell of data.series");
        }
        boolean one = settings.optionalText("data.order") != null && settings.optionalText("data.series") == null;
        if (one && minibatch.partitions() > 0) {
            throw settings.refuse(
                    "minibatch.partitions", "cannot divide one series", "all, or data.series with several of them");
        }
    }

    /** Minibatches and networks need partitions that are random parts of the rows, which those that Spark reads are not. */
    private OptionalInt partitions(Model model, Minibatch minibatch) {
        if (!"auto".equals(settings.optionalText("data.partitions"))) {
            if (!settings.isNumber("data.partitions")) {
                throw settings.refuse(
                        "data.partitions", "is not known", "auto or a whole number from 1 to " + MOST_PARTITIONS);
            }
            int partitions = (int) settings.whole("data.partitions", 1, MOST_PARTITIONS);
            if (minibatch.partitions() > partitions) {
                throw settings.refuse(
                        "minibatch.partitions", "is out of range", "at most data.partitions = " + partitions);
            }
            return OptionalInt.of(partitions);
        }
        if (model.network() != null) {
            return OptionalInt.of(NETWORK_PARTITIONS);
        }
        return minibatch.partitions() == 0
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(MINIBATCH_PARTITIONS, 2 * minibatch.partitions()));
    }

    private String format(String key, String path, List<String> allowed, String otherwise) {
        if (settings.optionalText(key) != null) {
            return settings.choice(key, allowed);
        }
        String ending = path.toLowerCase(Locale.ROOT).replaceAll("(\\.gz|\\.bz2|/)$", "");
        return allowed.stream()
                .filter(format -> ending.endsWith("." + format))
                .findFirst()
                .orElse(otherwise);
    }

    private Score score(DataConfig data, Output output) {
        String path = settings.optionalText("score.path");
        @Nullable String target = settings.optionalText("score.output");
        String format = format("score.format", target == null ? "" : target, SCORE_FORMATS, "parquet");
        return new Score(
                path == null ? data.path() : path,
                path == null ? data.format() : format("data.format", path, FORMATS, "csv"),
                target == null ? output.path() + "/predictions." + format : target,
                format,
                settings.share("score.level"),
                ofNewRows(
                        settings.choice("score.onMissing", List.of("auto", "fail", "flag", "skip")), data.onMissing()),
                settings.flag("score.allowNewLevels"),
                settings.choice("score.onUnseen", List.of("fail", "flag")).equals("flag"),
                settings.flag("score.overwrite"));
    }

    /**
     * What becomes of a row that cannot be scored.
     *
     * @param word auto, fail, flag or skip
     * @param fitted what became of such rows in the fit; auto never leaves any out
     */
    public static OnMissing ofNewRows(String word, OnMissing fitted) {
        return word.equals("auto")
                ? fitted == OnMissing.FAIL ? OnMissing.FAIL : OnMissing.FLAG
                : OnMissing.valueOf(upper(word));
    }

    private static String upper(String value) {
        return value.toUpperCase(Locale.ROOT);
    }
}
