package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.File;
import java.net.URL;
import java.util.function.Supplier;

/** Parser of HOCON text that refuses to include other files. */
final class ConfigText {

    private ConfigText() {}

    /**
     * Parses a text in HOCON.
     *
     * @param origin name of the source, for messages
     * @throws ConfigException if it is malformed
     * @throws ConfigurationException if it includes something
     */
    static Config parse(String text, String origin) {
        return ConfigFactory.parseString(
                text,
                ConfigParseOptions.defaults()
                        .setSyntax(ConfigSyntax.CONF)
                        .setIncluder(new NoIncludes(origin))
                        .setOriginDescription(origin));
    }

    /** Parses the text of a configuration file, and reports what makes it malformed. */
    static Config parseFile(String name, String text) {
        try {
            return parse(text, name);
        } catch (ConfigException malformed) {
            throw new ConfigurationException("the configuration cannot be read: " + firstLine(malformed), malformed);
        }
    }

    /** Replaces substitutions by their values, and refuses those that grow beyond bounds. */
    static Config resolve(String name, Config config) {
        ResolvedSize.requireBounded(name, config);
        try {
            return config.resolve();
        } catch (ConfigException unresolved) {
            throw new ConfigurationException(
                    "the configuration " + name + " cannot be resolved: " + firstLine(unresolved), unresolved);
        }
    }

    /** Runs {@code reading}, and refuses a configuration that is nested too deeply for the stack. */
    static <T> T withNestingLimit(String name, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (StackOverflowError deep) {
            throw new ConfigurationException(
                    "the configuration is nested too deeply: required sections, lists and substitutions within one"
                            + " another up to some hundreds, found more (" + name + ")",
                    deep);
        }
    }

    private static String firstLine(Exception exception) {
        return String.valueOf(exception.getMessage()).lines().findFirst().orElse("");
    }

    /** Refuses every form of include, which the library would otherwise read by itself. */
    private record NoIncludes(String origin)
            implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {

        private ConfigObject refuseInclude(Object what) {
            throw new ConfigurationException(
                    "include is not supported: required one self-contained file, found include \"" + what + "\" ("
                            + origin + ")");
        }

        @Override
        public ConfigObject include(ConfigIncludeContext context, String what) {
            return refuseInclude(what);
        }

        @Override
        public ConfigObject includeFile(ConfigIncludeContext context, File what) {
            return refuseInclude(what);
        }

        @Override
        public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
            return refuseInclude(what);
        }

        @Override
        public ConfigObject includeResources(ConfigIncludeContext context, String what) {
            return refuseInclude(what);
        }

        @Override
        public ConfigIncluder withFallback(ConfigIncluder fallback) {
            return this;
        }
    }
}
