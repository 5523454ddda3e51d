package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.part.Catalogue;
import io.credence.part.Domain;
import io.credence.part.Part;
import io.credence.part.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
 * @param domain values that it takes in a configuration
 */
public record KeyDescription(
        String key,
        Type type,
        @Nullable Object defaultValue,
        String meaning,
        @Nullable Catalogue<? extends Part> choices,
        Domain domain) {

    /** Values of a map, in words. */
    public static final String MAP = "a map such as {\"name\": …}";

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

    /**
     * Descriptions of all keys of the given parts and of the file of defaults. A section with user-defined keys counts
     * as one key.
     */
    public static List<KeyDescription> all(Parts parts) {
        KnownKeys known = KnownKeys.of(parts);
        Settings defaults = new Settings(known.defaults());
        return known.rows().stream()
                .filter(key -> !key.isSection())
                .sorted(Comparator.comparing(Key::name))
                .map(key -> {
                    Type type = type(key);
                    return new KeyDescription(
                            key.name(),
                            type,
                            defaultOf(type, defaults.value(key.name())),
                            key.help(),
                            parts.cataloguesByKey().get(key.name()),
                            key.valueDomain());
                })
                .toList();
    }

    /** Sentences on what to use instead of keys that earlier versions had, by key. */
    public static Map<String, String> retiredKeys() {
        return RetiredKeys.replacements();
    }

    /** Whether a key may be set for a model with a network, which has no options of a family. */
    public static boolean actsOnNetworks(String key) {
        return KeyTable.isRead(key, FitKind.NETWORK)
                && Likelihoods.ALL.parts().stream()
                        .flatMap(part -> part.options().stream())
                        .noneMatch(option -> key.equals("model." + option.name()));
    }

    /** Type of a key's values. Numbers beside words are text, as are those beside null, but for options of parts. */
    private static Type type(Key key) {
        Domain domain = key.valueDomain();
        boolean plain = domain.words().isEmpty()
                && !(domain.isOptional() && KeyTable.named(key.name()).isPresent());
        return switch (domain.type()) {
            case TEXT, WORD, NUMBERS, SECTIONS -> Type.TEXT;
            case NUMBER -> plain ? Type.NUMBER : Type.TEXT;
            case WHOLE -> plain ? Type.WHOLE : Type.TEXT;
            case FLAG -> Type.FLAG;
            case TEXTS -> Type.TEXTS;
            case WHOLES -> Type.WHOLES;
            case NAMES -> Type.MAP;
        };
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
            return MAP;
        }
        String name = String.valueOf(value);
        if (choices != null && !choices.has(name)) {
            return choices.retiredPart(name)
                    .map(Catalogue.RetiredPart::requirement)
                    .orElseGet(() -> "one of " + Spelling.suggest(name, choices.names()));
        }
        boolean isText =
                domain.type() == Domain.ValueType.TEXT || domain.words().contains(name);
        Object read = value instanceof String text && !isText ? parseValue(text) : value;
        return domain.fault(domain.fromText(read)) == null ? null : domain.requirement();
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
