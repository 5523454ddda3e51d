package io.credence.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.credence.config.FitConfig;
import io.credence.summary.SegmentCounts;
import java.util.List;
import java.util.Map;

/**
 * Facts about all segments of a job with one fit each: the {@code posterior.json} of schema credence/groups/1. Tables
 * beside it hold the posteriors.
 *
 * @param status status of all segments together
 * @param segmentColumns names of the columns whose cells identify a segment
 * @param config configuration, as JSON
 * @param redactedKeys keys of the configuration whose values are not shown
 * @param missingFiles files that could not be written beside it
 */
public record SavedSegments(
        String status,
        List<String> segmentColumns,
        String config,
        List<String> redactedKeys,
        MissingFiles missingFiles) {

    /** Name and version of the schema. */
    public static final String SCHEMA = "credence/groups/1";

    public SavedSegments {
        segmentColumns = List.copyOf(segmentColumns);
        redactedKeys = List.copyOf(redactedKeys);
    }

    /** Whether a text has this schema. */
    public static boolean isSegmentsText(String text) {
        return text.contains('"' + SCHEMA + '"')
                && parseRoot(text).child("schema").text("").equals(SCHEMA);
    }

    /** Parses the file. */
    public static SavedSegments parse(String text) {
        JsonCursor root = parseRoot(text);
        JsonCursor redacted = root.child(PosteriorJson.REDACTED);
        return new SavedSegments(
                root.child("status").text(),
                root.child("by").texts(),
                root.child("config").section().node().toString(),
                redacted.isPresent() ? redacted.texts() : List.of(),
                MissingFiles.read(root));
    }

    private static JsonCursor parseRoot(String text) {
        try {
            return new JsonCursor("", PosteriorJson.MAPPER.readTree(text));
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "the segments are not readable as JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    /** Refuses the schema of segments where a single posterior is required. */
    static void refuseSegments(String schema) {
        if (schema.equals(SCHEMA)) {
            throw new IllegalArgumentException(
                    "the result has a posterior for each segment, which posteriors.parquet shows"
                            + " and score reads: required a fit without data.by, found schema " + schema);
        }
    }

    /**
     * Text of the file.
     *
     * @param notes notes for users, one sentence each
     * @param seconds wall time of the job
     * @param versions version of each component, by name
     */
    public static String write(
            FitConfig config, SegmentCounts counts, List<String> notes, double seconds, Map<String, String> versions) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        boolean all = counts.reliable() == counts.segmentCount();
        root.put("schema", SCHEMA).put("status", counts.status()).put("reliable", all);
        root.put(VerdictSection.CHECK, all ? "passed" : "failed").put(VerdictSection.CHECK_REASON, counts.text());
        config.data().roles().segmentColumns().forEach(root.putArray("by")::add);
        root.putObject("groups")
                .put("count", counts.segmentCount())
                .put("converged", counts.converged())
                .put("unconverged", counts.unconverged())
                .put("diverged", counts.diverged())
                .put("failed", counts.failed())
                .put("reliable", counts.reliable());
        JsonNode shown = PosteriorJson.parseTree(config.redacted().json());
        root.putObject("data").put("path", shown.at("/data/path").asText()).put("rows", counts.rows());
        notes.forEach(root.putArray("notes")::add);
        ObjectNode run = root.putObject("run").put("seconds", seconds).put("seed", config.seed());
        versions.forEach(run.putObject("versions")::put);
        return PosteriorJson.completeText(root, shown, config.redacted().redactedKeys());
    }
}
