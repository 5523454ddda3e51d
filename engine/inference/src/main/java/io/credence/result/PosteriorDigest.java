package io.credence.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Digest of the content of {@code posterior.json}, which detects a changed name or number. It does not depend on the
 * layout.
 */
final class PosteriorDigest {

    static final String KEY = "digest";

    /**
     * Keys left out of the digest. They differ between two runs of the same fit, name missing files, or only describe
     * numbers that are included.
     */
    private static final Set<String> LEFT_OUT =
            Set.of(KEY, MissingFiles.KEY, "verdict", "checkReason", "run", "config", "redacted");

    private final MessageDigest digest;

    private PosteriorDigest(MessageDigest digest) {
        this.digest = digest;
    }

    /**
     * SHA-256 digest of a file without the keys that are left out. Numbers enter by their bits as doubles, objects with
     * sorted keys.
     */
    static String of(JsonNode root) {
        try {
            PosteriorDigest digest = new PosteriorDigest(MessageDigest.getInstance("SHA-256"));
            root.properties().stream()
                    .filter(entry -> !LEFT_OUT.contains(entry.getKey()))
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(entry -> digest.addField(entry.getKey(), entry.getValue()));
            return "sha256:" + HexFormat.of().formatHex(digest.digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private void addField(String name, JsonNode value) {
        addText('k', name);
        addNode(value);
    }

    private void addNode(JsonNode node) {
        if (node.isNumber() && Double.isFinite(node.doubleValue())) {
            digest.update((byte) 'n');
            digest.update(ByteBuffer.allocate(Double.BYTES)
                    .putDouble(node.doubleValue())
                    .flip());
        } else if (node.isArray()) {
            addText('a', String.valueOf(node.size()));
            node.forEach(this::addNode);
        } else if (node.isObject()) {
            Map<String, JsonNode> fields = new TreeMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            addText('o', String.valueOf(fields.size()));
            fields.forEach(this::addField);
        } else {
            // A number that is not finite is written as a word.
            addText(node.isTextual() || node.isNumber() ? 't' : 'w', node.asText());
        }
    }

    private void addText(char kind, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((byte) kind);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }
}
