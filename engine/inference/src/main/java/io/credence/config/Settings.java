package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.credence.part.Catalogue;
import io.credence.part.Domain;
import io.credence.part.Option;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Typed reader of a configuration with all defaults, which checks values against the table of keys. A refusal states the
 * key, the values that it takes, the one found and where it was set.
 */
final class Settings {

    /**
     * Largest absolute value of a number, and inverse of the smallest. Its square times some hundreds does not
     * overflow, nor the inverse of that underflow.
     */
    private static final double LARGEST = 1e100;

    private final Config config;
    private final @Nullable KnownKeys known;

    /** Settings whose keys no table describes, such as those of a section of the user's names. */
    Settings(Config config) {
        this(config, null);
    }

    Settings(Config config, @Nullable KnownKeys known) {
        this.config = config;
        this.known = known;
    }

    /**
     * Checks that every key of the table has a value of its own.
     *
     * @throws ConfigurationException if one has another, with the key, the values that it takes and the one found
     */
    void check() {
        Objects.requireNonNull(known).rows().stream()
                .filter(key -> !key.isSection())
                .forEach(key -> read(key.name()));
    }

    private @Nullable Object read(String key) {
        return read(key, domain(key));
    }

    private Domain domain(String key) {
        return Objects.requireNonNull(known, key).named(key).valueDomain();
    }

    /** The values that a key takes, in words. */
    String requirement(String key) {
        return domain(key).requirement();
    }

    /**
     * Reads a value in the type of a domain.
     *
     * @throws ConfigurationException if the domain has not the value
     */
    private @Nullable Object read(String key, Domain domain) {
        Object value = domain.fromText(value(key).unwrapped());
        String fault = domain.fault(value);
        if (fault != null) {
            throw refusal(key, domain, value, fault);
        }
        Object typed = domain.typed(value);
        requireOrdinarySizes(key, typed instanceof List<?> list ? list : typed == null ? List.of() : List.of(typed));
        return typed;
    }

    /**
     * Refusal of a value that a domain has not, with the word that was probably meant. The name of a part that only
     * earlier versions had is refused with what to use instead.
     */
    private ConfigurationException refusal(String key, Domain domain, @Nullable Object value, String fault) {
        if (!(value instanceof String text)) {
            return refusal(key, fault, domain.requirement());
        }
        Optional<Catalogue.RetiredPart> retired = known == null ? Optional.empty() : known.retiredPart(key, text);
        if (retired.isPresent()) {
            return refusal(
                    key, key + " cannot be used: required " + retired.get().requirement());
        }
        String found = domain.type() == Domain.ValueType.WORD ? text : show(value(key));
        return refusal(
                key,
                key + " " + fault + ": required " + domain.requirement() + ", found " + found
                        + Spelling.didYouMean(text, domain.words()));
    }

    private void requireOrdinarySizes(String key, List<?> values) {
        for (Object value : values) {
            if (value instanceof Double number) {
                requireOrdinarySize(key, number);
            }
        }
    }

    private <T> T required(String key, Domain domain, Class<T> type) {
        return type.cast(Objects.requireNonNull(read(key, domain), key));
    }

    String text(String key) {
        String value = optionalText(key);
        if (value == null || value.isBlank()) {
            throw refusal(key, "is missing", "a value");
        }
        return value;
    }

    @Nullable
    String optionalText(String key) {
        ConfigValue value = value(key);
        return switch (value.valueType()) {
            case NULL -> null;
            case STRING, NUMBER, BOOLEAN -> String.valueOf(value.unwrapped());
            default -> throw refusal(key, "has the wrong type", "a text");
        };
    }

    boolean flag(String key) {
        return required(key, domain(key), Boolean.class);
    }

    double number(String key) {
        return number(key, domain(key));
    }

    /** Reads a number of a domain, where no table describes the key. */
    double number(String key, Domain domain) {
        return required(key, domain, Double.class);
    }

    /** Reads a number; empty for null or a word. */
    OptionalDouble optionalNumber(String key) {
        return read(key) instanceof Double number ? OptionalDouble.of(number) : OptionalDouble.empty();
    }

    /** Reads a limit; infinity for null. */
    double limit(String key) {
        return optionalNumber(key).orElse(Double.POSITIVE_INFINITY);
    }

    long wholeNumber(String key) {
        return required(key, domain(key), Long.class);
    }

    int count(String key) {
        return count(key, domain(key));
    }

    /** Reads a whole number of a domain, where no table describes the key. */
    int count(String key, Domain domain) {
        return Math.toIntExact(required(key, domain, Long.class));
    }

    /** Reads a list of whole numbers. */
    List<Integer> counts(String key) {
        return read(key) instanceof List<?> list
                ? list.stream().map(each -> ((Number) each).intValue()).toList()
                : List.of();
    }

    /** Reads a whole number; empty for null or a word. */
    OptionalInt optionalCount(String key) {
        return read(key) instanceof Long whole ? OptionalInt.of(Math.toIntExact(whole)) : OptionalInt.empty();
    }

    /** Reads one of a key's words. */
    String word(String key) {
        return required(key, domain(key), String.class);
    }

    /** Reads one of several words, where no table describes the key. */
    String word(String key, List<String> words) {
        return required(key, Domain.wordOf(words), String.class);
    }

    /** Reads one of a key's words, which are the values of an enumeration. */
    <E extends Enum<E>> E choice(String key, Class<E> type) {
        return Enum.valueOf(type, word(key).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The words that a key takes. */
    List<String> words(String key) {
        return domain(key).words();
    }

    /** Returns the number if it is 0 or has an absolute value from 1e-100 to 1e100, and refuses it otherwise. */
    double requireOrdinarySize(String key, double number) {
        double size = Math.abs(number);
        if (size > LARGEST || size > 0 && size < 1 / LARGEST) {
            throw refusal(
                    key,
                    "is too " + (size > 1 ? "large" : "small") + " to be computed with",
                    "0, or a number from 1e-100 to 1e100 in size");
        }
        return number;
    }

    List<String> texts(String key) {
        return read(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Reads a list of numbers; a single number is a list of length 1, null an empty one. */
    double[] optionalNumbers(String key) {
        return read(key) instanceof List<?> list
                ? list.stream()
                        .mapToDouble(each -> ((Number) each).doubleValue())
                        .toArray()
                : new double[0];
    }

    /** Reads a list of objects, each with the values of its keys. */
    List<Map<String, Object>> objects(String key) {
        read(key);
        List<Map<String, Object>> objects = new ArrayList<>();
        for (ConfigValue item : (ConfigList) value(key)) {
            objects.add(((ConfigObject) item).unwrapped());
        }
        return objects;
    }

    /** Reads the value of a part's option. */
    Object option(String key, Option option) {
        return Objects.requireNonNull(option.toOptionType(read(key, option.domain())), key);
    }

    /** Names of the keys of a section, in alphabetical order. */
    List<String> names(String section) {
        if (!(value(section) instanceof ConfigObject object)) {
            throw refusal(section, "has the wrong type", "a section { … }");
        }
        return object.keySet().stream().sorted().toList();
    }

    /** Reads a section with user-defined keys, in the order of the file. */
    Map<String, String> textMap(String section, String required) {
        Map<String, String> map = new LinkedHashMap<>();
        for (Map.Entry<String, ConfigValue> entry : entriesInOrder(section)) {
            ConfigValue value = entry.getValue();
            if (value instanceof ConfigObject || value instanceof ConfigList || value.unwrapped() == null) {
                throw new ConfigurationException(section + "." + entry.getKey() + " has the wrong type: required "
                        + required + ", found " + show(value) + originText(value));
            }
            map.put(entry.getKey(), String.valueOf(value.unwrapped()));
        }
        return map;
    }

    /** Keys of a section in the order of its lines. */
    List<String> keysInOrder(String section) {
        return entriesInOrder(section).stream().map(Map.Entry::getKey).toList();
    }

    private List<Map.Entry<String, ConfigValue>> entriesInOrder(String section) {
        List<Map.Entry<String, ConfigValue>> entries =
                new ArrayList<>(config.getObject(section).entrySet());
        entries.sort((a, b) -> Integer.compare(lineNumber(a.getValue()), lineNumber(b.getValue())));
        return entries;
    }

    private static int lineNumber(ConfigValue value) {
        return value.origin().lineNumber() < 0
                ? Integer.MAX_VALUE
                : value.origin().lineNumber();
    }

    ConfigurationException refusal(String key, String wrong, String required) {
        return refusal(key, key + " " + wrong + ": required " + required + ", found " + show(value(key)));
    }

    /** Creates a refusal with a given message and where the key was set. */
    ConfigurationException refusal(String key, String message) {
        return new ConfigurationException(message + originText(value(key)));
    }

    ConfigValue value(String key) {
        ConfigValue value = config.root();
        for (String part : ConfigUtil.splitPath(key)) {
            ConfigValue inner = ((ConfigObject) value).get(part);
            if (inner == null) {
                throw new IllegalStateException("the key " + key + " has no default");
            }
            value = inner;
        }
        return value;
    }

    static String show(ConfigValue value) {
        return value.valueType() == ConfigValueType.NULL ? "nothing" : value.render(ConfigRenderOptions.concise());
    }

    static String originText(ConfigValue value) {
        String origin = value.origin().description().replaceFirst("^(--set .*): 1$", "$1");
        return origin.contains(KnownKeys.ORIGIN) ? "" : " (" + origin + ")";
    }
}
