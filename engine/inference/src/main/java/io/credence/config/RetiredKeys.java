package io.credence.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Keys and values of earlier versions. They are refused with advice on their replacement. */
final class RetiredKeys {

    private static final String SPARSE_PRECISION = "gaussian-sparse-precision";
    private static final String OTHER_GAUSSIANS =
            "where a full covariance is too large, posterior.family = gaussian-low-rank keeps the strongest correlations"
                    + " (posterior.rank = 5, the default), gaussian-block those within blocks of parameters"
                    + " (posterior.blocks)";

    private static final List<RetiredKey> ALL = List.of(
            new RetiredKey(
                    "model.network.covariance",
                    "diagonal",
                    "weights of a network are independent, and in place of one normal of all of them there are"
                            + " ensembles of networks (model.network.ensemble = auto, the default), deep Gaussian"
                            + " processes (model.network.processes = 2) and, of few rows, regressions with a full"
                            + " posterior (posterior.family = gaussian-full, without a network)"),
            new RetiredKey("posterior.bandwidth", 1, OTHER_GAUSSIANS),
            new RetiredKey("posterior.shared", 0, OTHER_GAUSSIANS));

    /**
     * Key of earlier versions.
     *
     * @param formerDefault its default, which gave the same fit as leaving the key out does now
     * @param replacement sentence on what to use instead
     */
    private record RetiredKey(String name, Object formerDefault, String replacement) {}

    private RetiredKeys() {}

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

    /** Refuses a retired value of a key that is still in use. */
    static void refuseValue(String key, ConfigValue value) {
        if (key.equals("posterior.family") && SPARSE_PRECISION.equals(value.unwrapped())) {
            throw new ConfigurationException(
                    key + " = " + SPARSE_PRECISION + " is retired: required another family, found "
                            + Settings.show(value) + "; " + OTHER_GAUSSIANS + Settings.originText(value));
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
