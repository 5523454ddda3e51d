package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private Progress progress(Progress.ProgressStyle form) {
        return new Progress(form, new PrintStream(written, true, StandardCharsets.UTF_8), 0);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    /** Where no terminal is, too, and no step ends. */
    @Test
    void waitsAreReported_untilTheyEnd() {
        Progress progress = progress(Progress.ProgressStyle.LINES);
        progress.beginPhase("reading rows.csv");
        progress.beginPhase("scoring rows.csv");
        progress.reportIfDue();
        assertTrue(
                text().lines().toList().get(text().lines().toList().size() - 1).matches("scoring rows.csv, \\d+ s"),
                text());
        progress.finish();
        String before = text();
        progress.reportIfDue();
        assertEquals(before, text());
    }

    @Test
    void quietJobs_reportNothing() {
        Progress progress = progress(Progress.ProgressStyle.NONE);
        progress.beginPhase("scoring rows.csv");
        progress.reportIfDue();
        progress.finish();
        assertEquals("", text());
    }
}
