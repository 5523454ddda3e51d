package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Keys that earlier versions had, which are refused with what to use instead. */
final class RetiredKeys {

    private static final List<RetiredKey> ALL = List.of(new RetiredKey(
            "model.network.covariance",
            "diagonal",
            "weights of a network are independent, and in place of one normal of all of them there are ensembles of"
                    + " networks (model.network.ensemble = auto, the default), deep Gaussian processes"
                    + " (model.network.processes = 2) and, of few rows, regressions with a full posterior"
                    + " (posterior.family = gaussian-full, without a network)"));

    /**
     * Key of earlier versions.
     *
     * @param initial default that it had, under which a fit is what it is without the key
     * @param instead sentence on what to use instead
     */
    private record RetiredKey(String name, Object initial, String instead) {}

    private RetiredKeys() {}

    /** Sentences on what to use instead, by key. */
    static Map<String, String> instead() {
        return ALL.stream().collect(Collectors.toMap(RetiredKey::name, RetiredKey::instead));
    }

    /** Refuses a key that is retired. */
    static void refuse(String key, ConfigValue value) {
        String instead = instead().get(key);
        if (instead != null) {
            throw new ConfigurationException(key + " is retired: required none, found " + Settings.show(value) + "; "
                    + instead + Settings.where(value));
        }
    }

    /** Removes retired keys that have their default from the configuration of a result, which shows every default. */
    static Config withoutDefaults(Config shown) {
        Config kept = shown;
        for (RetiredKey retired : ALL) {
            if (kept.hasPath(retired.name) && kept.getAnyRef(retired.name).equals(retired.initial)) {
                kept = kept.withoutPath(retired.name);
            }
        }
        return kept;
    }
}
