package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.credence.config.key.KeyTable;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.part.Part;
import io.credence.part.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** All keys that a configuration may have: those of the table of keys and of the parts. */
final class KnownKeys {

    /** Name of the origin of defaults, of which messages are silent. */
    static final String ORIGIN = "defaults.conf";

    /** Letters that another section counts as, more than one wrong letter within the section. */
    private static final double OTHER_SECTION = 1.25;

    /** Sections whose keys are names that the user chooses. */
    static final List<String> FREE = KeyTable.sectionsOfNames();

    private final Config defaults;
    private final TreeSet<String> keys = new TreeSet<>();
    private final TreeSet<String> sections = new TreeSet<>();

    /**
     * Collects the keys of the table and of the parts.
     *
     * @throws IllegalArgumentException if a part gives an option another default than the table or another part
     */
    KnownKeys(Parts parts) {
        Config all = ConfigFactory.parseString(
                KeyTable.text(), ConfigParseOptions.defaults().setOriginDescription(ORIGIN));
        for (Map.Entry<String, Catalogue<? extends Part>> entry :
                parts.cataloguesByKey().entrySet()) {
            for (Part part : entry.getValue()) {
                for (Option option : part.options()) {
                    all = withOption(all, Parts.section(entry.getKey()) + "." + option.name(), part, option);
                }
            }
        }
        this.defaults = all;
        collectKeys(defaults.root(), "");
    }

    private static Config withOption(Config all, String key, Part part, Option option) {
        if (!all.hasPathOrNull(key)) {
            boolean word = option.defaultValue() instanceof Double number && number.isInfinite();
            Object initial = word ? option.displayed() : option.defaultValue();
            return all.withValue(key, ConfigValueFactory.fromAnyRef("null".equals(initial) ? null : initial));
        }
        Object known = option.toOptionType(all.getIsNull(key) ? null : all.getAnyRef(key));
        if (!option.defaultValue().equals(known)) {
            throw new IllegalArgumentException(key + " must have one default but is " + known + " and, in the part "
                    + part.name() + ", " + option.defaultValue());
        }
        return all;
    }

    Config defaults() {
        return defaults;
    }

    boolean isSection(String key) {
        return sections.contains(key);
    }

    /** All sections, in order. */
    List<String> sections() {
        return new ArrayList<>(sections);
    }

    boolean isKey(String key) {
        return keys.contains(key) || FREE.stream().anyMatch(section -> key.startsWith(section + "."));
    }

    /** Refuses an unknown key of {@code given}, and a value where a section is required. */
    void check(ConfigObject given) {
        check(given, "");
    }

    /** Name of a key as an element of a path, in quotes if it needs them. */
    static String pathElement(String name) {
        return ConfigUtil.quoteString(name).replaceAll("^\"([\\w-]+)\"$", "$1");
    }

    private void check(ConfigObject given, String prefix) {
        for (Map.Entry<String, ConfigValue> entry : given.entrySet()) {
            String key = prefix + pathElement(entry.getKey());
            ConfigValue value = entry.getValue();
            boolean section = sections.contains(key);
            if (section && !(value instanceof ConfigObject)) {
                throw new ConfigurationException(key + " is a section: required " + key + " { … }, found "
                        + Settings.show(value) + Settings.originText(value));
            } else if (section) {
                check((ConfigObject) value, key + ".");
            } else if (!isKey(key)) {
                RetiredKeys.refuse(key, value);
                String near = value instanceof ConfigObject
                        ? "section is " + nearestKey(key, sections)
                        : "key is " + nearestKey(key, keys);
                throw new ConfigurationException(
                        "unknown key " + key + "; the nearest known " + near + Settings.originText(value));
            }
        }
    }

    /**
     * Candidate with the fewest letters changed from a misspelt key. Then come keys of another section whose last part
     * is like that of the key.
     */
    static String nearestKey(String key, Iterable<String> candidates) {
        String best = "";
        double least = Double.POSITIVE_INFINITY;
        for (String known : candidates) {
            double distance = Math.min(
                    Spelling.distance(key, known),
                    OTHER_SECTION
                            + Spelling.distance(lastElement(key), lastElement(known))
                            + (firstElement(key).equals(firstElement(known)) ? 0 : 0.25));
            if (distance < least) {
                least = distance;
                best = known;
            }
        }
        return best;
    }

    private static String lastElement(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    private static String firstElement(String key) {
        return key.contains(".") ? key.substring(0, key.indexOf('.')) : "";
    }

    private void collectKeys(ConfigObject object, String prefix) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String key = prefix + entry.getKey();
            if (entry.getValue() instanceof ConfigObject inner) {
                sections.add(key);
                if (!FREE.contains(key)) {
                    collectKeys(inner, key + ".");
                }
            } else {
                keys.add(key);
            }
        }
    }

    /** Reads a configuration file from the resources of this package. */
    static Config readResource(String name) {
        try (InputStream in = KnownKeys.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not beside " + KnownKeys.class.getName());
            }
            return ConfigFactory.parseReader(
                    new InputStreamReader(in, StandardCharsets.UTF_8),
                    ConfigParseOptions.defaults().setOriginDescription(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** All keys, in order. */
    List<String> keys() {
        return new ArrayList<>(keys);
    }
}
