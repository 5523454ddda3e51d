package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.part.Catalogue;
import io.credence.part.Part;
import io.credence.part.Spelling;
import io.credence.pass.Lazy;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** All keys that a configuration may have: those of the table of keys and of the parts. */
final class KnownKeys {

    /** Name of the origin of defaults, of which messages are silent. */
    static final String ORIGIN = "defaults.conf";

    /** Letters that another section counts as, more than one wrong letter within the section. */
    private static final double OTHER_SECTION = 1.25;

    /** Sections whose keys are names that the user chooses. */
    static final List<String> FREE = KeyTable.sectionsOfNames();

    private static final Lazy<KnownKeys> STANDARD = new Lazy<>(() -> new KnownKeys(Parts.STANDARD));

    private final Parts parts;
    private final List<Key> rows;
    private final Map<String, Key> byName = new LinkedHashMap<>();
    private final Config defaults;
    private final TreeSet<String> keys = new TreeSet<>();
    private final TreeSet<String> sections = new TreeSet<>();

    /**
     * Collects the keys of the table and of the parts.
     *
     * @throws IllegalArgumentException if a part gives an option another default than the table or another part
     */
    KnownKeys(Parts parts) {
        this.parts = parts;
        this.rows = KeyTable.withParts(parts.cataloguesByKey());
        this.defaults = ConfigFactory.parseString(
                KeyTable.text(rows), ConfigParseOptions.defaults().setOriginDescription(ORIGIN));
        rows.forEach(key -> byName.put(key.name(), key));
        collectKeys(defaults.root(), "");
    }

    /** Keys of the table and of the parts, collected once for those that come with Credence. */
    static KnownKeys of(Parts parts) {
        return parts.equals(Parts.STANDARD) ? STANDARD.get() : new KnownKeys(parts);
    }

    /** Parts whose options are among the keys. */
    Parts parts() {
        return parts;
    }

    /** All keys and sections, in the order of the file of defaults. */
    List<Key> rows() {
        return rows;
    }

    /** A key or section by its name. */
    Key named(String name) {
        Key key = byName.get(name);
        if (key == null) {
            throw new IllegalStateException("there is no key " + name);
        }
        return key;
    }

    /** Part of an earlier version that a word names for a key; empty where there was none. */
    Optional<Catalogue.RetiredPart> retiredPart(String key, String word) {
        Catalogue<? extends Part> all = parts.cataloguesByKey().get(key);
        return all == null ? Optional.empty() : all.retiredPart(word);
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
