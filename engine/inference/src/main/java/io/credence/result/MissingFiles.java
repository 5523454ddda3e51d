package io.credence.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.config.ConfigurationException;
import io.credence.result.section.SectionMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files of a result, beside {@code posterior.json}, that could not be written. The {@code posterior.json} names them,
 * so that a reader can tell them from files that a fit does not have.
 *
 * @param reasons reason why each could not be written, by file name
 */
public record MissingFiles(Map<String, String> reasons) {

    static final String KEY = "missing";

    public MissingFiles {
        reasons = new LinkedHashMap<>(reasons);
    }

    /** Reads the missing files from the text of a {@code posterior.json}, of one fit or of a fit for each segment. */
    public static MissingFiles parse(String posterior) {
        try {
            Map<String, String> reasons = new LinkedHashMap<>();
            SectionMapper.parse(posterior)
                    .path(KEY)
                    .properties()
                    .forEach(entry ->
                            reasons.put(entry.getKey(), entry.getValue().asText()));
            return new MissingFiles(reasons);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "the posterior is not readable as JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    /** Adds the missing files to the text of a {@code posterior.json}, after its status, and returns it. */
    public String addTo(String posterior) throws JsonProcessingException {
        ObjectNode marked = JsonNodeFactory.instance.objectNode();
        SectionMapper.parse(posterior).properties().forEach(entry -> {
            marked.set(entry.getKey(), entry.getValue());
            if (entry.getKey().equals("status")) {
                reasons.forEach(marked.putObject(KEY)::put);
            }
        });
        return marked.toPrettyString() + "\n";
    }

    /** Whether all files were written. */
    public boolean isNone() {
        return reasons.isEmpty();
    }

    /** Whether a file is one of the missing files. */
    public boolean isMissing(String name) {
        return reasons.containsKey(name);
    }

    /** Sentences on the missing files, one per file. */
    public List<String> sentences() {
        return reasons.entrySet().stream()
                .map(entry -> entry.getKey() + " could not be written: " + entry.getValue())
                .toList();
    }

    /**
     * Requires that a file was written.
     *
     * @throws ConfigurationException if it is one of the missing files
     */
    public void requireWritten(String name) {
        String reason = reasons.get(name);
        if (reason != null) {
            throw new ConfigurationException(
                    "the result is not whole: required " + name + ", found only what could be written of the fit ("
                            + reason + "); fit again where it can be written");
        }
    }
}
