package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.credence.config.key.FitKind;
import io.credence.config.key.KeyTable;
import io.credence.formula.Formula;
import io.credence.formula.FormulaException;
import io.credence.formula.GroupingTerm;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedRequest;
import io.credence.mixed.model.MixedRequest.Covariance;
import io.credence.mixed.model.SdPriors;
import io.credence.part.Domain;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads effects that vary between levels, from the formula or model.groups, smooths of the formula, and the priors of
 * both, prior.groups and prior.sigma.
 */
final class MixedReader {

    static final String GROUPS = "model.groups";
    static final String PRIORS = "prior.groups";
    static final String SIGMA = "prior.sigma";

    private static final List<String> KEYS = List.of("by", "columns", "correlated");
    private static final Config INITIAL =
            ConfigFactory.parseString("sd { kind = half-student-t, df = 3.0, scale = auto }"
                    + ", correlation { kind = lkj, eta = " + EffectsPrior.DEFAULT_CONCENTRATION + " }");

    private final Settings settings;
    private final IdleKeyNotes notes;
    private final Config priors;

    /**
     * Creates a reader.
     *
     * @param priors the section prior.groups; empty where there is none
     */
    MixedReader(Settings settings, IdleKeyNotes notes, Config priors) {
        this.settings = settings;
        this.notes = notes;
        this.priors = priors;
    }

    /** Reads the settings of a mixed model; null where no effects vary between levels and the formula has no smooths. */
    @Nullable
    MixedRequest read(@Nullable Formula formula) {
        List<GroupingTerm> terms = terms(formula);
        List<String> smooths = formula == null ? List.of() : formula.smoothTerms();
        if (terms.isEmpty() && smooths.isEmpty()) {
            KeyTable.onlyOf(FitKind.SMOOTHS).stream()
                    .flatMap(key -> notes.changedKeys(key).stream())
                    .forEach(name -> notes.noteUnless(false, name, "only a mixed model has it"));
            if (!priors.isEmpty()) {
                throw refusal(
                        PRIORS,
                        "is of a mixed model",
                        GROUPS + ", or a formula with (1 | factor) or s(x)",
                        priors.root());
            }
            return null;
        }
        return new MixedRequest(
                terms,
                new PartReader(settings, notes).read(SIGMA + ".kind", SdPriors.ALL, "a %s prior does not have it"),
                covariance(PRIORS, priors.withFallback(INITIAL)),
                factorCovariances(terms, smooths));
    }

    private List<GroupingTerm> terms(@Nullable Formula formula) {
        List<GroupingTerm> keyed = new ArrayList<>();
        for (Map<String, Object> given : settings.objects(GROUPS)) {
            keyed.add(term(given));
        }
        if (formula == null || formula.groupingTerms().isEmpty()) {
            return keyed;
        } else if (!keyed.isEmpty()) {
            throw settings.refusal(
                    GROUPS, "cannot be used with a formula with a term of a grouping factor", "one of them");
        }
        return formula.groupingTerms();
    }

    private GroupingTerm term(Map<String, Object> given) {
        for (String key : given.keySet()) {
            if (!KEYS.contains(key)) {
                throw settings.refusal(GROUPS, "has no key " + key, "one of " + Spelling.suggest(key, KEYS));
            }
        }
        Object correlated = given.getOrDefault("correlated", true);
        if (!(correlated instanceof Boolean)) {
            throw settings.refusal(GROUPS, "has another value for correlated", "true or false");
        }
        try {
            return GroupingTerm.of(
                    texts(given.getOrDefault("columns", List.of("(Intercept)"))),
                    texts(given.getOrDefault("by", List.of())),
                    (Boolean) correlated);
        } catch (FormulaException unusable) {
            throw settings.refusal(GROUPS, "cannot be used: " + unusable.getMessage(), settings.requirement(GROUPS));
        }
    }

    private List<String> texts(Object value) {
        List<?> all = value instanceof List<?> list ? list : List.of(value);
        if (all.stream().anyMatch(each -> each == null || each instanceof List || each instanceof Map)) {
            throw settings.refusal(GROUPS, "has no names of columns where they must be", settings.requirement(GROUPS));
        }
        return all.stream().map(String::valueOf).toList();
    }

    /** Priors of single grouping factors and smooths by name, completed by those for all factors. */
    private Map<String, Covariance> factorCovariances(List<GroupingTerm> terms, List<String> smooths) {
        List<String> factors = Stream.concat(terms.stream().map(GroupingTerm::factorName), smooths.stream())
                .distinct()
                .toList();
        Map<String, Covariance> own = new LinkedHashMap<>();
        for (Map.Entry<String, ConfigValue> entry : priors.root().entrySet()) {
            String name = entry.getKey();
            if (INITIAL.root().containsKey(name)) {
                continue;
            }
            String key = ConfigUtil.joinPath("prior", "groups", name);
            if (!factors.contains(name)) {
                throw refusal(
                        key,
                        "is of no grouping factor or smooth",
                        "sd, correlation or one of " + Spelling.suggest(name, factors),
                        entry.getValue());
            }
            own.put(name, covariance(key, completedSection(key, entry.getValue())));
        }
        return own;
    }

    private Config completedSection(String key, ConfigValue value) {
        if (!(value instanceof ConfigObject object)) {
            throw refusal(key, "is a section", key + " { sd { … } }", value);
        }
        requireKnown(key, object, INITIAL.root());
        Config all = priors.withFallback(INITIAL);
        return object.toConfig().withFallback(all.withOnlyPath("sd")).withFallback(all.withOnlyPath("correlation"));
    }

    /** Prior of a covariance, from the keys sd and correlation of a section. */
    private Covariance covariance(String key, Config section) {
        INITIAL.root().forEach((part, known) -> {
            ConfigValue given = section.root().getOrDefault(part, known);
            if (!(given instanceof ConfigObject object)) {
                throw refusal(key + "." + part, "is a section", part + " { kind = … }", given);
            }
            requireKnown(key + "." + part, object, (ConfigObject) known);
        });
        Config initial = ConfigFactory.empty().withValue(key, INITIAL.root());
        Settings own = new Settings(ConfigFactory.empty().withValue(key, section.root()));
        own.word(key + ".correlation.kind", List.of("lkj"));
        IdleKeyNotes idle = new IdleKeyNotes(own, initial);
        Covariance read = new Covariance(
                new PartReader(own, idle).read(key + ".sd.kind", SdPriors.ALL, "a %s prior does not have it"),
                own.number(key + ".correlation.eta", Domain.above(0)));
        notes.addAll(idle);
        return read;
    }

    private static void requireKnown(String section, ConfigObject given, ConfigObject known) {
        List<String> keys = known.keySet().stream().sorted().toList();
        given.forEach((name, value) -> {
            if (!keys.contains(name)) {
                throw refusal(section + "." + name, "is unknown", "one of " + Spelling.suggest(name, keys), value);
            }
        });
    }

    private static ConfigurationException refusal(String key, String wrong, String required, ConfigValue value) {
        return new ConfigurationException(key + " " + wrong + ": required " + required + ", found "
                + Settings.show(value) + Settings.originText(value));
    }
}
