package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigSyntax;
import io.credence.config.DataConfig.OnMissing;
import io.credence.config.FitConfig.Checkpoint;
import io.credence.config.FitConfig.InverseGammaPrior;
import io.credence.config.FitConfig.Model;
import io.credence.config.FitConfig.NormalPrior;
import io.credence.config.FitConfig.Output;
import io.credence.config.FitConfig.Score;
import io.credence.config.FitConfig.Stop;
import io.credence.data.Precision;
import io.credence.fit.PosteriorFamily;
import io.credence.loss.Likelihoods;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads a configuration in HOCON over the defaults. Refuses unknown keys with the nearest known one, misspelt values with
 * the allowed ones, wrong types, and what belongs to a later version; nothing is ignored silently.
 */
public final class ConfigReader {

    private static final List<String> FORMATS = List.of("csv", "parquet", "json", "libsvm");
    private static final List<String> SCORE_FORMATS = List.of("parquet", "csv");
    private static final List<String> KERNELS = List.of("auto", "java", "native");

    private final Settings settings;
    private final Config defaults;
    private final List<String> notes = new ArrayList<>();

    private ConfigReader(Config resolved, Config defaults) {
        this.settings = new Settings(resolved);
        this.defaults = defaults;
    }

    /**
     * Reads a configuration.
     *
     * @param name name of the file, for messages
     * @param text its content
     * @param overrides {@code key=value} each, later ones win
     * @throws ConfigurationException if it cannot be used, in one sentence
     */
    public static FitConfig read(String name, String text, List<String> overrides) {
        KnownKeys known = new KnownKeys();
        Config given = resolve(name, Overrides.parse(overrides).withFallback(parse(name, text)));
        LaterVersions.check(given);
        known.check(given.root());
        Config resolved = given.withFallback(known.defaults());
        return new ConfigReader(resolved, known.defaults()).read(resolved.root().render(ConfigRenderOptions.concise()));
    }

    private static Config parse(String name, String text) {
        ConfigIncluder none = new ConfigIncluder() {
            @Override
            public com.typesafe.config.ConfigObject include(
                    com.typesafe.config.ConfigIncludeContext context, String what) {
                throw new ConfigurationException(
                        "include is not supported: required one self-contained file, found include \"" + what + "\" ("
                                + name + ")");
            }

            @Override
            public ConfigIncluder withFallback(ConfigIncluder fallback) {
                return this;
            }
        };
        try {
            return ConfigFactory.parseString(
                    text,
                    ConfigParseOptions.defaults()
                            .setSyntax(ConfigSyntax.CONF)
                            .setIncluder(none)
                            .setOriginDescription(name));
        } catch (ConfigException malformed) {
            throw new ConfigurationException("the configuration cannot be read: " + firstLine(malformed), malformed);
        }
    }

    private static Config resolve(String name, Config config) {
        try {
            return config.resolve();
        } catch (ConfigException unresolved) {
            throw new ConfigurationException(
                    "the configuration " + name + " cannot be resolved: " + firstLine(unresolved), unresolved);
        }
    }

    private static String firstLine(Exception exception) {
        return String.valueOf(exception.getMessage()).lines().findFirst().orElse("");
    }

    private FitConfig read(String resolved) {
        DataConfig data = data();
        Output output = new Output(settings.text("output.path"), settings.flag("output.overwrite"));
        Model model = model();
        Score score = score(data, output);
        estimator();
        return new FitConfig(
                data,
                model,
                new NormalPrior(settings.number("prior.mean"), settings.positive("prior.sd")),
                new InverseGammaPrior(
                        settings.positive("prior.dispersion.shape"), settings.positive("prior.dispersion.scale")),
                PosteriorFamily.named(settings.text("posterior.family")).orElseThrow(),
                new Stop(
                        settings.count("stop.maxIterations", 1),
                        settings.share("stop.tolerance"),
                        settings.flag("stop.acceptUnconverged")),
                settings.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                new Checkpoint(settings.optionalText("checkpoint.path"), settings.count("checkpoint.every", 1)),
                output,
                score,
                settings.choice("kernel", KERNELS),
                settings.flag("log.stackTrace"),
                resolved,
                List.copyOf(notes));
    }

    private DataConfig data() {
        String path = settings.text("data.path");
        return new DataConfig(
                path,
                format("data.format", path, FORMATS, "csv"),
                settings.text("data.label"),
                settings.texts("data.features"),
                settings.texts("data.categorical"),
                settings.map("data.derive"),
                settings.optionalText("data.weight"),
                settings.optionalText("data.offset"),
                settings.flag("data.standardize"),
                settings.flag("data.intercept"),
                "auto".equals(settings.optionalText("data.partitions"))
                        ? OptionalInt.empty()
                        : OptionalInt.of(partitions()),
                OnMissing.valueOf(upper(settings.choice("data.onMissing", List.of("fail", "skip")))),
                Precision.valueOf(upper(settings.choice("data.precision", List.of("auto", "float64", "float32")))));
    }

    private int partitions() {
        if (settings.isNumber("data.partitions")) {
            return settings.count("data.partitions", 1);
        }
        throw settings.refuse("data.partitions", "is not known", "auto or a whole number from 1");
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

    private Model model() {
        String family = settings.choice("model.family", Likelihoods.NAMES);
        OptionalDouble dispersion = OptionalDouble.empty();
        if (settings.isNumber("model.dispersion")) {
            dispersion = OptionalDouble.of(settings.positive("model.dispersion"));
        } else if (!"estimate".equals(settings.optionalText("model.dispersion"))) {
            throw settings.refuse("model.dispersion", "is not known", "estimate or a number above 0");
        }
        noteUnused(
                "model.degreesOfFreedom",
                family.equals("student-t"),
                "only the family student-t has degrees of freedom");
        noteUnused("model.classes", family.equals("softmax"), "only the family softmax counts classes");
        boolean dispersed =
                !List.of("bernoulli", "bernoulli-probit", "poisson", "softmax").contains(family);
        noteUnused(
                "model.dispersion", dispersed || dispersion.isEmpty(), "the family " + family + " has no dispersion");
        noteUnused(
                "prior.dispersion",
                dispersed && dispersion.isEmpty(),
                dispersed ? "the dispersion is given" : "the family " + family + " has no dispersion");
        int classes = settings.count("model.classes", 0);
        if (classes == 1) {
            throw settings.refuse("model.classes", "is out of range", "at least 2, or 0 to count them in the data");
        }
        return new Model(family, dispersion, settings.positive("model.degreesOfFreedom"), classes);
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
                settings.flag("score.overwrite"));
    }

    private void estimator() {
        settings.count("estimator.draws", 1);
        settings.choice("estimator.controlVariate", List.of("none", "constant", "quadratic"));
        settings.flag("estimator.antithetic");
        for (String key : List.of("estimator.draws", "estimator.controlVariate", "estimator.antithetic")) {
            noteUnused(key, false, "the exact estimator takes no draws");
        }
    }

    /** Notes a key that was set to something else than its default and does nothing here. */
    private void noteUnused(String key, boolean used, String why) {
        if (!used && !settings.value(key).equals(defaults.getValue(key))) {
            notes.add(key + " has no effect: " + why);
        }
    }

    private static String upper(String value) {
        return value.toUpperCase(Locale.ROOT);
    }

    /** Every known key, for help and completion. */
    public static List<String> keys() {
        return new KnownKeys().all();
    }

    /** Name of that posterior family, for messages. */
    static List<String> posteriorFamilies() {
        return Arrays.stream(PosteriorFamily.values()).map(PosteriorFamily::id).toList();
    }
}
