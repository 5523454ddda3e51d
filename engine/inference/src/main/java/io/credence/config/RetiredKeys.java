package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import io.credence.family.choice.Families;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Keys of earlier versions. They are refused with advice on their replacement. */
final class RetiredKeys {

    private static final List<RetiredKey> ALL = List.of(
            new RetiredKey("model.network.covariance", "diagonal", insteadOf("network-gaussian-full")),
            new RetiredKey("posterior.bandwidth", 1, insteadOf("gaussian-sparse-precision")),
            new RetiredKey("posterior.shared", 0, insteadOf("gaussian-sparse-precision")));
    /**
     * Key of earlier versions.
     *
     * @param formerDefault its default, which gave the same fit as leaving the key out does now
     * @param replacement sentence on what to use instead
     */
    private record RetiredKey(String name, Object formerDefault, String replacement) {}

    private RetiredKeys() {}

    private static String insteadOf(String family) {
        return Families.ALL.retiredPart(family).orElseThrow().instead();
    }

    /** Sentences on what to use instead, by key. */
    static Map<String, String> replacements() {
        return ALL.stream().collect(Collectors.toMap(RetiredKey::name, RetiredKey::replacement));
    }

    /** Refuses a key that is retired. */
    static void refuse(String key, ConfigValue value) {
        String instead = replacements().get(key);
        if (instead != null) {
            throw new ConfigurationException(key + " is retired: required none, found " + Settings.show(value) + "; "
                    + instead + Settings.originText(value));
        }
    }

    /** Removes retired keys with their default value from the configuration that a saved result shows. */
    static Config withoutDefaults(Config shown) {
        Config kept = shown;
        for (RetiredKey retired : ALL) {
            if (kept.hasPath(retired.name) && kept.getAnyRef(retired.name).equals(retired.formerDefault)) {
                kept = kept.withoutPath(retired.name);
            }
        }
        return kept;
    }
}
