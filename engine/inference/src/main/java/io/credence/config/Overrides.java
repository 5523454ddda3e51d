package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.List;

/** Parser of {@code key=value} settings of the command line. The value is HOCON, or a plain text. */
final class Overrides {

    private Overrides() {}

    static Config parse(List<String> overrides) {
        List<Config> each = new ArrayList<>();
        for (String override : overrides) {
            int equals = override.indexOf('=');
            if (equals < 1) {
                throw new ConfigurationException(
                        "--set is malformed: required --set key=value, found --set " + override);
            }
            String key = override.substring(0, equals).strip();
            String value = override.substring(equals + 1).strip();
            each.add(parseOne(key, value, "--set " + override));
        }
        return merged(each);
    }

    /**
     * Merges the settings; later ones override earlier ones. It merges halves recursively, since every merger copies
     * its arguments.
     */
    private static Config merged(List<Config> each) {
        if (each.size() < 2) {
            return each.isEmpty() ? ConfigFactory.empty() : each.get(0);
        }
        int half = each.size() / 2;
        return merged(each.subList(half, each.size())).withFallback(merged(each.subList(0, half)));
    }

    private static Config parseOne(String key, String value, String origin) {
        try {
            ConfigUtil.splitPath(key);
        } catch (ConfigException malformed) {
            throw new ConfigurationException(
                    "--set is malformed: required --set key=value, found " + origin, malformed);
        }
        try {
            if (!value.isEmpty() && !value.contains("//") && !value.contains("#")) {
                Config one = ConfigText.parse(key + " = " + value, origin);
                // y ~ ns(x, df = 3) reads as two keys
                if (one.withoutPath(key).entrySet().isEmpty()) {
                    return one;
                }
            }
        } catch (ConfigException plain) {
            // A Hadoop URI, an expression or the like: HOCON requires quotes, which shells eat.
        }
        return ConfigFactory.empty().withValue(key, ConfigValueFactory.fromAnyRef(unquoted(value), origin));
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
