package io.credence.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/** Digest of the keys that a fit's numbers depend on. It keeps another fit from resuming a checkpoint. */
public final class ConfigDigest {

    /**
     * Sections that change no number of a fit: they concern checks, reports, places of results and Spark.
     */
    private static final List<String> WITHOUT_EFFECT =
            List.of("output", "checkpoint", "score", "log", "backend", "check", "report");

    private ConfigDigest() {}

    /** SHA-256 digest of a configuration, in hexadecimal digits. */
    public static String of(FitConfig config) {
        try {
            ObjectMapper mapper = new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
            ObjectNode root = (ObjectNode) mapper.readTree(config.resolved().json());
            root.remove(WITHOUT_EFFECT);
            removeKeys(root.path("data"), "path", "format", "key");
            removeKeys(root.path("stop"), "maxIterations", "maxPasses", "maxSeconds", "acceptUnconverged");
            String canonical = mapper.writeValueAsString(mapper.convertValue(root, TreeMap.class));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (JsonProcessingException | NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("a resolved configuration is JSON", impossible);
        }
    }

    private static void removeKeys(JsonNode section, String... keys) {
        ((ObjectNode) section).remove(List.of(keys));
    }
}
