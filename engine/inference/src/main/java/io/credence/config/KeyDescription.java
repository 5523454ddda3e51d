package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.credence.config.key.FitKind;
import io.credence.config.key.KeyTable;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.part.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Description of a configuration key, for interfaces other than the configuration file: name, type, default and
 * meaning.
 *
 * @param key full name, such as {@code prior.sd}
 * @param type type of its values
 * @param defaultValue default, of that type; null where there is none
 * @param meaning meaning, in one line
 * @param choices parts that its value names; null where it names none
 * @param options descriptions by the parts that have the key as an option; empty for a key that belongs to no part
 */
public record KeyDescription(
        String key,
        Type type,
        @Nullable Object defaultValue,
        String meaning,
        @Nullable Catalogue<? extends Part> choices,
        List<Option> options) {

    /** Types of values. */
    public enum Type {
        /** A {@link String}. Keys that take words and numbers have this type too, written as in a configuration. */
        TEXT,
        /** A {@link Long}. */
        WHOLE,
        /** A {@link Double}. */
        NUMBER,
        /** A {@link Boolean}. */
        FLAG,
        /** A list of strings. */
        TEXTS,
        /** A list of whole numbers. */
        WHOLES,
        /** A map with user-defined names as keys, as JSON text. */
        MAP
    }

    public KeyDescription {
        options = List.copyOf(options);
    }

    /**
     * Descriptions of all keys of the given parts and of the file of defaults. A section with user-defined keys counts
     * as one key.
     */
    public static List<KeyDescription> all(Parts parts) {
        KnownKeys known = new KnownKeys(parts);
        Settings defaults = new Settings(known.defaults());
        KeyHelp help = new KeyHelp(parts);
        List<KeyDescription> all = new ArrayList<>();
        TreeSet<String> keys = new TreeSet<>(known.keys());
        keys.addAll(KnownKeys.FREE);
        for (String key : keys) {
            List<Option> options = options(key, parts);
            ConfigValue value = defaults.value(key);
            Type type = key.equals(NetworkReader.LAYERS)
                    ? Type.WHOLES
                    : options.isEmpty() ? type(value) : type(options.get(0).type());
            all.add(new KeyDescription(
                    key,
                    type,
                    defaultOf(type, value),
                    help.keyMeaning(key),
                    parts.cataloguesByKey().get(key),
                    options));
        }
        return all;
    }

    /** Sentences on what to use instead of keys that earlier versions had, by key. */
    public static Map<String, String> retiredKeys() {
        return RetiredKeys.replacements();
    }

    /** Whether a key may be set for a model with a network, which has no options of a family. */
    public static boolean actsOnNetworks(String key) {
        return KeyTable.isRead(key, FitKind.NETWORK)
                && !(Parts.section(key).equals("model")
                        && !options(key, Parts.STANDARD).isEmpty());
    }

    private static List<Option> options(String key, Parts parts) {
        List<Option> options = new ArrayList<>();
        parts.cataloguesByKey().forEach((chooser, catalogue) -> {
            String section = Parts.section(chooser) + ".";
            for (Part part : catalogue) {
                part.options().stream()
                        .filter(option -> key.equals(section + option.name()))
                        .forEach(options::add);
            }
        });
        return options;
    }

    private static Type type(Option.ValueType type) {
        return switch (type) {
            case NUMBER -> Type.NUMBER;
            case NUMBER_OR_AUTO -> Type.TEXT;
            case WHOLE -> Type.WHOLE;
            case FLAG -> Type.FLAG;
            case WHOLES -> Type.WHOLES;
            case WORD, PIECES -> Type.TEXT;
        };
    }

    private static Type type(ConfigValue value) {
        return switch (value.valueType()) {
            case BOOLEAN -> Type.FLAG;
            case LIST -> Type.TEXTS;
            case OBJECT -> Type.MAP;
            case NUMBER -> isWhole(value) ? Type.WHOLE : Type.NUMBER;
            default -> Type.TEXT;
        };
    }

    /**
     * Whether a default is written without a fraction. A key with default 1 takes whole numbers, one with 1.0 any
     * numbers.
     */
    private static boolean isWhole(ConfigValue number) {
        return number.atKey("number").getString("number").matches("-?\\d+");
    }

    private static @Nullable Object defaultOf(Type type, ConfigValue value) {
        Object found = value.unwrapped();
        if (found == null || type == Type.MAP) {
            return null;
        }
        return switch (type) {
            case TEXT -> found instanceof String text ? text : Settings.show(value);
            case NUMBER -> ((Number) found).doubleValue();
            case WHOLE -> ((Number) found).longValue();
            default -> found;
        };
    }

    /**
     * Reason why a value of this key cannot be used: the required values and the nearest name. Null for an allowed
     * value; other keys are not considered.
     *
     * @param value value of this key's type
     */
    public @Nullable String refusal(Object value) {
        if (type == Type.MAP && !(parseValue(String.valueOf(value)) instanceof Map)) {
            return "a map such as {\"name\": …}";
        }
        String name = String.valueOf(value);
        if (choices != null && !choices.has(name)) {
            return choices.retiredPart(name)
                    .map(Catalogue.RetiredPart::requirement)
                    .orElseGet(() -> "one of " + Spelling.suggest(name, choices.names()));
        }
        boolean possible = options.isEmpty()
                || options.stream().anyMatch(option -> {
                    boolean either = option.type() == Option.ValueType.NUMBER_OR_AUTO && value instanceof String;
                    Object typed = option.toOptionType(either ? parseValue((String) value) : value);
                    return option.type() == Option.ValueType.PIECES || typed != null && option.allows(typed);
                });
        return possible ? null : options.get(0).requirement();
    }

    /** JSON text of a map, for {@link #parseValue} to read. Dots in the map's keys do not separate paths. */
    public static String renderMap(Map<String, ?> map) {
        return ConfigValueFactory.fromMap(map).render(ConfigRenderOptions.concise());
    }

    /** Value that a configuration would read from a text: a number, a flag, a list, a map, null, or the text itself. */
    public static @Nullable Object parseValue(String text) {
        try {
            Config parsed = ConfigFactory.parseString("value = " + text);
            if (parsed.root().size() != 1) {
                return text;
            }
            return parsed.root().get("value") instanceof ConfigObject map ? map : parsed.getAnyRef("value");
        } catch (ConfigException plain) {
            return text.equals("null") ? null : text;
        }
    }
}
