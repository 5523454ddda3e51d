package io.credence.model;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports once per class that a model is differentiated row by row, and why. */
public final class RecordingFallback {

    private static final Logger LOG = LoggerFactory.getLogger(RecordingFallback.class);
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private RecordingFallback() {}

    /** Reports a model, unless its class was reported before. */
    public static void reportOnce(Model model, String why) {
        String name = model.getClass().getName();
        if (REPORTED.add(name)) {
            LOG.warn(
                    "model {} is differentiated number by number, many times slower than columns of rows: {}",
                    name,
                    why);
        }
    }
}
