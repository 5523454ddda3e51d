package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Typed reader of a configuration with all defaults. A refusal states the key, its allowed values and where it was set.
 */
final class Settings {

    /**
     * Largest absolute value of a number, and inverse of the smallest. Its square times some hundreds does not
     * overflow, nor the inverse of that underflow.
     */
    private static final double LARGEST = 1e100;

    private final Config config;

    Settings(Config config) {
        this.config = config;
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
        String text = String.valueOf(value(key).unwrapped());
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw refusal(key, "has the wrong type", "true or false");
    }

    double number(String key) {
        Number number = numberOrNull(key);
        if (number != null && Double.isFinite(number.doubleValue())) {
            return requireOrdinarySize(key, number.doubleValue());
        }
        throw refusal(key, "has the wrong type", "a number");
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

    /** Reads a number, or the text of one, since environment variables are texts. Null where there is none. */
    private @Nullable Number numberOrNull(String key) {
        Object value = value(key).unwrapped();
        if (value instanceof Number number) {
            return number;
        }
        try {
            return value instanceof String text ? (Number) new BigDecimal(text.strip()) : null;
        } catch (NumberFormatException word) {
            return null;
        }
    }

    double positiveNumber(String key) {
        double number = number(key);
        if (number > 0) {
            return number;
        }
        throw refusal(key, "is out of range", "a number above 0");
    }

    /** Reads a whole number of at least 1; returns empty for null. */
    OptionalInt optionalCount(String key) {
        return optionalText(key) == null ? OptionalInt.empty() : OptionalInt.of(count(key, 1));
    }

    /** Reads a number above 0, or infinity for null. */
    double positiveOrInfinity(String key) {
        return value(key).valueType() == ConfigValueType.NULL ? Double.POSITIVE_INFINITY : positiveNumber(key);
    }

    /** Reads a number strictly between 0 and 1. */
    double fraction(String key) {
        double number = number(key);
        if (number > 0 && number < 1) {
            return number;
        }
        throw refusal(key, "is out of range", "a number between 0 and 1");
    }

    long wholeNumber(String key, long least, long most) {
        String required = "a whole number" + (least == Long.MIN_VALUE ? "" : " from " + least)
                + (most >= Integer.MAX_VALUE ? "" : " to " + most);
        Number number = numberOrNull(key);
        if (number == null || number.doubleValue() != Math.rint(number.doubleValue())) {
            throw refusal(key, "has the wrong type", required);
        }
        if (number.longValue() < least || number.longValue() > most || Math.abs(number.doubleValue()) > 0x1p63) {
            throw refusal(key, "is out of range", required);
        }
        return number.longValue();
    }

    int count(String key, int least) {
        return (int) wholeNumber(key, least, Integer.MAX_VALUE);
    }

    /** Reads one of the {@code allowed} words; a misspelt one is refused with the list. */
    String choice(String key, List<String> allowed) {
        String value = optionalText(key);
        if (value != null && allowed.contains(value)) {
            return value;
        }
        String required = "one of " + String.join(", ", allowed);
        if (value == null) {
            throw refusal(key, "is missing", required);
        }
        throw new ConfigurationException(key + " is not known: required " + required + ", found " + value
                + Spelling.didYouMean(value, allowed) + originText(value(key)));
    }

    /** Reads the name of a part; that of a retired one is refused with what to use instead. */
    String choice(String key, Catalogue<?> parts) {
        parts.retiredPart(String.valueOf(optionalText(key))).ifPresent(retired -> {
            throw refusal(key, key + " cannot be used: required " + retired.requirement());
        });
        return choice(key, parts.names());
    }

    List<String> texts(String key) {
        ConfigValue value = value(key);
        List<String> texts = new ArrayList<>();
        if (value instanceof ConfigList list) {
            for (ConfigValue item : list) {
                if (item instanceof ConfigObject || item instanceof ConfigList || item.unwrapped() == null) {
                    throw refusal(key, "has the wrong type", "a list of texts such as [a, b]");
                }
                texts.add(String.valueOf(item.unwrapped()));
            }
            return List.copyOf(texts);
        }
        if (value.valueType() == ConfigValueType.STRING) {
            return List.of(String.valueOf(value.unwrapped()));
        }
        throw refusal(key, "has the wrong type", "a list of texts such as [a, b]");
    }

    /** Reads a list of numbers; a single number is a list of length 1, null an empty one. */
    double[] optionalNumbers(String key) {
        ConfigValue value = value(key);
        if (value.valueType() == ConfigValueType.NULL) {
            return new double[0];
        }
        String required = "a number, or a list of numbers such as [0.5, -1]";
        List<ConfigValue> items = value instanceof ConfigList list ? List.copyOf(list) : List.of(value);
        if (items.isEmpty()) {
            throw refusal(key, "is empty", required);
        }
        double[] numbers = new double[items.size()];
        for (int i = 0; i < numbers.length; i++) {
            if (!(items.get(i).unwrapped() instanceof Number number) || !Double.isFinite(number.doubleValue())) {
                throw refusal(key, "has the wrong type", required);
            }
            numbers[i] = requireOrdinarySize(key, number.doubleValue());
        }
        return numbers;
    }

    /** Reads a list of objects, each with the values of its keys. */
    List<Map<String, Object>> objects(String key, String required) {
        if (!(value(key) instanceof ConfigList list)) {
            throw refusal(key, "has the wrong type", required);
        }
        List<Map<String, Object>> objects = new ArrayList<>();
        for (ConfigValue item : list) {
            if (!(item instanceof ConfigObject object)) {
                throw refusal(key, "has the wrong type", required);
            }
            objects.add(object.unwrapped());
        }
        return objects;
    }

    /** Reads the value of a part's option. */
    Object option(String key, Option option) {
        if (option.type() == Option.ValueType.WORD) {
            return choice(key, option.words());
        }
        Number number = numberOrNull(key);
        Object typed = option.toOptionType(number == null ? value(key).unwrapped() : number);
        if (typed == null) {
            throw refusal(key, "has the wrong type", option.requirement());
        } else if (!option.allows(typed)) {
            throw refusal(key, "is out of range", option.requirement());
        }
        return typed instanceof Double real && Double.isFinite(real) ? (Double) requireOrdinarySize(key, real) : typed;
    }

    /** Whether the value of a key is allowed for an option. */
    boolean isAllowed(String key, Option option) {
        Object typed = option.toOptionType(value(key).unwrapped());
        return typed != null && option.allows(typed);
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

    boolean isNumber(String key) {
        return numberOrNull(key) != null;
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
