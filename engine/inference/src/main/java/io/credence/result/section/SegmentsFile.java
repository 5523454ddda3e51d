package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.credence.config.FitConfig;
import io.credence.summary.SegmentCounts;
import java.util.List;
import java.util.Map;

/**
 * Content of the {@code posterior.json} of a job with one fit per segment, schema credence/groups/1. Tables beside it
 * hold the posteriors.
 *
 * @param outcome status and verdict of all segments together
 * @param by names of the columns whose cells identify a segment
 * @param groups numbers of segments by the outcome of their fits
 * @param data facts about the rows
 * @param notes notes for users, one sentence each
 * @param run duration and environment of the job
 * @param settings configuration of the job
 */
public record SegmentsFile(
        @JsonUnwrapped OutcomeSection outcome,
        List<String> by,
        SegmentCounts groups,
        RowsSection data,
        List<String> notes,
        SegmentsRunSection run,
        @JsonUnwrapped SettingsSection settings) {

    /** Name and version of the schema. */
    public static final String SCHEMA = "credence/groups/1";

    /**
     * Rows of all segments that have a posterior.
     *
     * @param path location of the rows
     * @param rows number of rows
     */
    public record RowsSection(String path, long rows) {}

    /**
     * Duration and environment of a job.
     *
     * @param seconds wall time
     * @param seed seed of the job
     * @param versions version of each component, by name
     */
    public record SegmentsRunSection(double seconds, long seed, Map<String, String> versions) {}

    /**
     * Report of a job with one fit per segment.
     *
     * @param rows number of rows of all segments that have a posterior
     * @param notes notes for users, one sentence each
     * @param seconds wall time of the job
     * @param versions version of each component, by name
     */
    public static SegmentsFile of(
            FitConfig config,
            SegmentCounts counts,
            long rows,
            List<String> notes,
            double seconds,
            Map<String, String> versions) {
        boolean all = counts.reliable() == counts.count();
        SettingsSection settings = SettingsSection.of(config);
        return new SegmentsFile(
                new OutcomeSection(
                        SCHEMA, counts.status(), Map.of(), all, all ? "passed" : "failed", counts.text(), null),
                config.data().roles().segmentColumns(),
                counts,
                new RowsSection(settings.dataPath(), rows),
                notes,
                new SegmentsRunSection(seconds, config.seed(), versions),
                settings);
    }

    /** Whether a text has this schema. */
    public static boolean isSegmentsText(String text) {
        return text.contains('"' + SCHEMA + '"')
                && parseRoot(text).path("schema").asText().equals(SCHEMA);
    }

    /** Reads the file. */
    public static SegmentsFile parse(String text) {
        return SectionMapper.read(parseRoot(text), SegmentsFile.class);
    }

    private static JsonNode parseRoot(String text) {
        try {
            return SectionMapper.parse(text);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(
                    "the segments are not readable as JSON: " + malformed.getOriginalMessage(), malformed);
        }
    }

    /** Refuses the schema of segments where a single posterior is required. */
    public static void refuseSegments(String schema) {
        if (schema.equals(SCHEMA)) {
            throw new IllegalArgumentException(
                    "the result has a posterior for each segment, which posteriors.parquet shows"
                            + " and score reads: required a fit without data.by, found schema " + schema);
        }
    }
}
