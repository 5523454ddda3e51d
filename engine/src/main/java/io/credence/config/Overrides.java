package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;

/** What the command line sets: {@code key=value}, the value in HOCON, or plain where the whole of it is a text. */
final class Overrides {

    private Overrides() {}

    static Config parse(List<String> overrides) {
        Config all = ConfigFactory.empty();
        for (String override : overrides) {
            int equals = override.indexOf('=');
            if (equals < 1) {
                throw new ConfigurationException(
                        "--set is malformed: required --set key=value, found --set " + override);
            }
            String key = override.substring(0, equals).strip();
            String value = override.substring(equals + 1).strip();
            all = parseOne(key, value, "--set " + override).withFallback(all);
        }
        return all;
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
                return ConfigFactory.parseString(
                        key + " = " + value, ConfigParseOptions.defaults().setOriginDescription(origin));
            }
        } catch (ConfigException plain) {
            // A Hadoop URI, an expression or the like: HOCON would want quotes, which shells eat.
        }
        return ConfigFactory.empty().withValue(key, ConfigValueFactory.fromAnyRef(unquoted(value), origin));
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
