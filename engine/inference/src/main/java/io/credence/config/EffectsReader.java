package io.credence.config;

import com.typesafe.config.ConfigObject;
import io.credence.config.FitConfig.EffectsRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the section effects, which requests averages of expected responses over rows. */
final class EffectsReader {

    private static final String REQUESTS = "effects.requests";

    private final Settings settings;
    private final DataReader rows;

    EffectsReader(Settings settings, DataReader rows) {
        this.settings = settings;
        this.rows = rows;
    }

    EffectsRequest read(DataConfig data) {
        return new EffectsRequest(
                rows.otherRows("effects.path", data.source()), settings.count("effects.draws"), requests());
    }

    private Map<String, Map<String, Object>> requests() {
        List<String> names = settings.keysInOrder(REQUESTS);
        Map<String, Map<String, Object>> requests = new LinkedHashMap<>();
        for (String name : names) {
            String key = REQUESTS + "." + KnownKeys.pathElement(name);
            if (!(settings.value(key) instanceof ConfigObject section)) {
                throw settings.refusal(
                        key, "has the wrong type", "a section such as { kind = predictions, by = [region] }");
            }
            requests.put(name, section.unwrapped());
        }
        return requests;
    }
}
