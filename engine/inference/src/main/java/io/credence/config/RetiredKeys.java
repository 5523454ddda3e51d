package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import io.credence.family.choice.Families;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Keys of earlier versions. They are refused with advice on their replacement. */
final class RetiredKeys {

    private static final List<RetiredKey> ALL = List.of(
            new RetiredKey("model.network.covariance", "diagonal", insteadOf("network-gaussian-full")),
            new RetiredKey("posterior.bandwidth", 1, insteadOf("gaussian-sparse-precision")),
            new RetiredKey("posterior.shared", 0, insteadOf("gaussian-sparse-precision")));

    /** Defaults of earlier versions of keys that are known still, which gave the same fit as today's do. */
    private static final Map<String, Object> FORMER_DEFAULTS = Map.of("train.stepSize", 0.01);

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

    /** Removes keys that have the default of an earlier version from the configuration that a saved result shows. */
    static Config withoutDefaults(Config shown) {
        Map<String, Object> former = new HashMap<>(FORMER_DEFAULTS);
        ALL.forEach(retired -> former.put(retired.name, retired.formerDefault));
        Config kept = shown;
        for (Map.Entry<String, Object> each : former.entrySet()) {
            if (kept.hasPath(each.getKey()) && kept.getAnyRef(each.getKey()).equals(each.getValue())) {
                kept = kept.withoutPath(each.getKey());
            }
        }
        return kept;
    }
}
