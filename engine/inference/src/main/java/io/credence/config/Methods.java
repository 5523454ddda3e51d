package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Published methods by name, each a fragment of configuration in {@code methods.conf}. It overrides the defaults; the
 * user's keys override it. The keys that define a method cannot be changed while it is named; all others can.
 */
public final class Methods {

    /** Keys that define a method, and cannot be changed while it is named. */
    private static final List<String> FIXED = List.of(
            "posterior.family",
            "objective.kind",
            "estimator.kind",
            "estimator.raoBlackwell",
            "update.kind",
            "model.dispersionFactor");

    /** Values of defining keys that leave the choice to the method, by key. */
    private static final Map<String, String> OPEN = Map.of("estimator.kind", "auto", "estimator.raoBlackwell", "auto");

    private static final Config METHODS = KnownKeys.readResource("methods.conf");

    private Methods() {}

    /** Names of all methods, in alphabetical order. */
    public static List<String> names() {
        return List.copyOf(new TreeSet<>(METHODS.root().keySet()));
    }

    /** Description of a method, in one line. */
    static String line(String method) {
        return String.join(
                " ",
                METHODS.getConfig(method).root().origin().comments().stream()
                        .map(String::strip)
                        .toList());
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
        String method = new Settings(given).choice("method", names());
        Config fragment = METHODS.getConfig(method);
        Config rest = given;
        for (String key : FIXED) {
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
