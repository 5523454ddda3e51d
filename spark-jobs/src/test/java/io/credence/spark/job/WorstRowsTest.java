package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.result.SavedPosterior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the worst rows are reported by a column, from the command to the page of a finished fit. */
class WorstRowsTest extends CommandLineContract {

    private static final List<String> COUNTS = rows(
            "a,b,ticket,y",
            200,
            i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 100.0 + ",T<" + i + ">," + (i == 77 ? 90 : i * 7 % 4));

    private JsonNode worst() throws IOException {
        return posterior().at("/loo/surprising/0");
    }

    @Test
    void keys_areReportedByTheCommandItsResultAndThePage() throws IOException {
        CommandResult result = fit("negative-binomial", COUNTS, "data.key=ticket");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("\npredicted worst, by ticket: T<77> (elpd -"), result.out());
        assertEquals(
                "[\"(Intercept)\",\"a\",\"b\"]",
                posterior().at("/posterior/names").toString());
        assertEquals("T<77>", worst().path("key").asText());
        assertEquals(78, worst().path("row").asInt());
        assertFalse(worst().has("alike"));
        SavedPosterior saved = SavedPosterior.parse(Files.readString(output().resolve("posterior.json")));
        assertEquals(
                "T<77>",
                Objects.requireNonNull(saved.leaveOneOut()
                                .orElseThrow()
                                .rows()
                                .surprisingRows()
                                .get(0)
                                .key())
                        .text());
        Files.delete(folder.resolve("rows.csv"));
        assertEquals(
                0, credence("report", folder.resolve("job.conf").toString()).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("<td>T&lt;77&gt;</td>"), page);
        assertTrue(page.contains("<th>key</th>"), page);
    }

    @Test
    void withoutKey_theTableIsAsItWas() throws IOException {
        CommandResult result = fit("negative-binomial", COUNTS, "data.exclude=[ticket]");
        assertEquals(0, result.status(), result.err());
        assertFalse(result.out().contains("predicted worst, by"), result.out());
        assertEquals(78, worst().path("row").asInt());
        assertFalse(worst().has("key"));
        assertEquals(
                0, credence("report", folder.resolve("job.conf").toString()).status());
        assertFalse(Files.readString(output().resolve("report.html")).contains("<th>key</th>"));
    }

    /** A key is no part of what is fitted: a fit that was interrupted may go on with one. */
    @Test
    void resumedFit_reportsItsRowsToo() throws IOException {
        Path checkpoints = folder.resolve("checkpoints");
        String store = "checkpoint.path=" + checkpoints;
        assertEquals(0, fit("negative-binomial", COUNTS, "data.key=ticket").status());
        JsonNode whole = posterior().path("loo");
        String[] same = {store, "checkpoint.every=1", "output.overwrite=true"};
        List<String> few = List.of("data.exclude=[ticket]", "stop.maxIterations=2");
        List<String> on = List.of("data.exclude=[ticket]", "data.key=ticket", "--resume");
        assertEquals(5, fit("negative-binomial", COUNTS, both(same, few)).status());
        CommandResult resumed = fit("negative-binomial", COUNTS, both(same, on));
        assertEquals(0, resumed.status(), resumed.err());
        assertEquals(whole, posterior().path("loo"));
        assertEquals("T<77>", worst().path("key").asText());
    }

    private static String[] both(String[] some, List<String> more) {
        return Stream.concat(Stream.of(some), more.stream()).toArray(String[]::new);
    }

    @Test
    void newRows_needNoKey() throws IOException {
        assertEquals(
                0,
                fit(
                                "negative-binomial",
                                COUNTS,
                                "data.key=id",
                                "data.derive.id=\"concat('no. ', ticket)\"",
                                "data.exclude=[ticket]")
                        .status());
        assertEquals("no. T<77>", worst().path("key").asText());
        Path fresh = write("new.csv", "a,b", "0.5,0.1");
        CommandResult scored = credence(
                "score",
                folder.resolve("job.conf").toString(),
                "--set",
                "data.key=id",
                "--set",
                "score.path=" + fresh,
                "--set",
                "score.output=" + folder.resolve("scored.csv"));
        assertEquals(0, scored.status(), scored.err());
    }

    @Test
    void keyThatIsNone_isRefused() throws IOException {
        fit("poisson", COUNTS, "data.key=tikcet")
                .refuses(3, "there is no column 'tikcet', required by data.key", "ticket");
        fit("poisson", COUNTS, "data.key=a", "data.features=[a]").refuses(3, "column 'a' is used twice");
        fit("poisson", COUNTS, "data.key=y").refuses(3, "column 'y' is used twice");
        nothingIsWritten();
    }
}
