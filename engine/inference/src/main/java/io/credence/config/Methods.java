package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.credence.config.Parts.NamedChoice;
import io.credence.config.key.KeyTable;
import io.credence.part.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Published methods by name, each a fragment of configuration in {@code methods.conf}. It overrides the defaults; the
 * user's keys override it. The keys that define a method cannot be changed while it is named; all others can.
 */
public final class Methods {

    /** Values of defining keys that leave the choice to the method, by key. */
    private static final Map<String, String> OPEN = Map.of("estimator.kind", "auto", "estimator.raoBlackwell", "auto");

    private static final Config METHODS = KnownKeys.readResource("methods.conf");

    /** All methods, in alphabetical order. */
    static final Catalogue<NamedChoice> ALL = new Catalogue<>(
            "method",
            METHODS.root().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(method -> new NamedChoice(method.getKey(), line(method.getValue())))
                    .toList(),
            List.of());

    private Methods() {}

    /** Names of all methods, in alphabetical order. */
    public static List<String> names() {
        return ALL.names();
    }

    /** Description of a method, in one line without a full stop. */
    private static String line(ConfigValue method) {
        return method.origin().comments().stream()
                .map(String::strip)
                .collect(Collectors.joining(" "))
                .replaceFirst("\\.$", "");
    }

    /** Keys that a method sets. */
    static Config methodKeys(String method) {
        return METHODS.getConfig(method);
    }

    /**
     * Merges the user's keys with those of the method that they name.
     *
     * @throws ConfigurationException if there is no such method, or a key contradicts it
     */
    static Config overlay(Config given) {
        if (!given.hasPath("method")) {
            return given;
        }
        String method = new Settings(given).word("method", names());
        Config fragment = METHODS.getConfig(method);
        Config rest = given;
        for (String key : KeyTable.keysOfMethods()) {
            if (fragment.hasPath(key) && given.hasPathOrNull(key)) {
                requireSame(method, key, fragment, given);
                rest = rest.withoutPath(key);
            }
        }
        return rest.withFallback(fragment);
    }

    /** Keys of the method that the user's configuration names; none without a method. */
    static Config methodKeys(Config given) {
        return given.hasPath("method") ? METHODS.getConfig(given.getString("method")) : ConfigFactory.empty();
    }

    private static void requireSame(String method, String key, Config fragment, Config given) {
        String fixed = fragment.getString(key);
        ConfigValue value = new Settings(given).value(key);
        String found = value.valueType() == ConfigValueType.STRING ? (String) value.unwrapped() : Settings.show(value);
        if (!found.equals(fixed) && !found.equals(OPEN.get(key))) {
            throw new ConfigurationException("method = " + method + " sets " + key + " = " + fixed
                    + ": required that value or no method, found " + found + Settings.originText(value));
        }
    }
}
