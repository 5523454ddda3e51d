package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import io.credence.config.secret.AddressPasswordFinder;
import io.credence.config.secret.Redaction;
import io.credence.config.secret.Redaction.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Secret values, which results do not show, since they come from the environment or contain a password.
 *
 * @param replacements replacement of the value, by key: its substitution, or the address without its password
 * @param passwords passwords of these addresses
 */
record Secrets(Map<String, ConfigValue> replacements, List<String> passwords) {

    static final Secrets NONE = new Secrets(Map.of(), List.of());

    /**
     * Finds the secrets of a configuration.
     *
     * @param written configuration with its substitutions
     * @param resolved configuration with values in their place
     */
    static Secrets of(Config written, Config resolved) {
        Map<String, Object> substitutions = new LinkedHashMap<>();
        System.getenv().keySet().forEach(name -> substitutions.put(name, "${" + name + "}"));
        Config names = ConfigValueFactory.fromMap(substitutions).toConfig();
        try {
            return search(resolved, written.withFallback(names).resolve(ConfigResolveOptions.noSystem()));
        } catch (ConfigException unlike) {
            throw new ConfigurationException(
                    "the configuration takes a list from the environment: required values such as ${NAME}, found "
                            + String.valueOf(unlike.getMessage())
                                    .lines()
                                    .findFirst()
                                    .orElse(""),
                    unlike);
        }
    }

    /**
     * Finds the secrets of a configuration that a program gives as keys. Options of a user's class are not searched,
     * since restoring the class needs them.
     *
     * @param given configuration without substitutions
     */
    static Secrets ofKeys(Config given) {
        Config others = given.withoutPath("model.options");
        return search(others, others);
    }

    private static Secrets search(Config resolved, Config masked) {
        Search search = new Search(new TreeMap<>(), new ArrayList<>());
        search.collectReplacements(resolved.root(), masked.root(), "");
        return new Secrets(search.replacements, search.passwords);
    }

    /** Collector of secrets by key. */
    private record Search(Map<String, ConfigValue> replacements, List<String> passwords) {

        private void collectReplacements(ConfigObject resolved, ConfigObject masked, String prefix) {
            for (Map.Entry<String, ConfigValue> entry : resolved.entrySet()) {
                String key = prefix + KnownKeys.pathElement(entry.getKey());
                ConfigValue value = entry.getValue();
                ConfigValue mask = masked.get(entry.getKey());
                if (value instanceof ConfigObject object && mask instanceof ConfigObject inner) {
                    collectReplacements(object, inner, key + ".");
                } else if (mask != null) {
                    findPasswords(value);
                    ConfigValue safe = withoutPasswords(mask);
                    if (!Objects.equals(safe.unwrapped(), value.unwrapped())) {
                        replacements.put(key, safe);
                    }
                }
            }
        }

        private void findPasswords(ConfigValue value) {
            if (value.unwrapped() instanceof String text) {
                passwords.addAll(AddressPasswordFinder.find(text));
            } else if (value instanceof ConfigList list) {
                list.forEach(this::findPasswords);
            }
        }

        private static ConfigValue withoutPasswords(ConfigValue value) {
            Object plain = value.unwrapped();
            if (plain instanceof String text) {
                return ConfigValueFactory.fromAnyRef(AddressPasswordFinder.mask(text));
            }
            return value instanceof ConfigList list
                    ? ConfigValueFactory.fromIterable(list.stream()
                            .map(each -> withoutPasswords(each).unwrapped())
                            .toList())
                    : value;
        }
    }

    /** JSON of the configuration as results show it. */
    String redact(Config resolved) {
        Config hidden = resolved;
        for (Map.Entry<String, ConfigValue> each : replacements.entrySet()) {
            hidden = hidden.withValue(each.getKey(), each.getValue());
        }
        return hidden.root().render(ConfigRenderOptions.concise());
    }

    /** Removes the secrets from the message of a refusal. */
    ConfigurationException redact(ConfigurationException refused) {
        String message = String.valueOf(refused.getMessage());
        String hidden = redaction().redact(message);
        return hidden.equals(message) ? refused : new ConfigurationException(hidden);
    }

    /** Keys with secret values, as paths. */
    List<String> secretKeys() {
        return List.copyOf(replacements.keySet());
    }

    /** Redaction that removes the secrets from messages. */
    Redaction redaction() {
        String all = replacements.values().toString();
        return new Redaction(
                System.getenv().entrySet().stream()
                        .map(entry -> new Variable(entry.getKey(), entry.getValue()))
                        .filter(variable -> all.contains(variable.substitution()))
                        .toList(),
                passwords);
    }
}
