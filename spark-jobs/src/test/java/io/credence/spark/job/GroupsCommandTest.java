package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.result.SavedPosterior;
import io.credence.spark.LevelEffectsTable;
import io.credence.summary.LevelEffects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Mixed models from a file to the files of a result. */
class GroupsCommandTest extends CommandLineContract {

    private static final Path SLEEPSTUDY =
            Path.of("../conf/data/sleepstudy.csv").toAbsolutePath();

    private Path sleepstudy() throws IOException {
        return write(
                "job.conf",
                "data.path = \"" + SLEEPSTUDY + "\"",
                "formula = \"Reaction ~ Days + (1 + Days | Subject)\"",
                "model.family = gaussian",
                "output.path = \"" + output() + "\"");
    }

    /** What people and programs get: a table, posterior.json, effects of levels, a page. */
    @Test
    void result_hasComponentsAndEffectsOfLevels() throws IOException {
        Path config = sleepstudy();
        Said said = credence("fit", config.toString(), "--quiet");
        assertEquals(0, said.status(), said.err());
        assertTrue(said.out().contains("between levels of Subject (18 levels)"), said.out());
        assertTrue(said.out().contains("sd(Subject.Days)") && said.out().contains("icc(Subject)"), said.out());
        assertTrue(said.out().contains("log marginal likelihood"), said.out());
        JsonNode group = posterior().path("groups").path(0);
        assertEquals("Subject", group.path("factor").asText());
        assertEquals("[\"(Intercept)\",\"Days\"]", group.path("terms").toString());
        assertEquals(18, group.path("levels").asInt());
        assertEquals(2, group.path("sd").size());
        assertEquals(1, group.path("correlation").size());
        for (String name : List.of("name", "mean", "sd", "lower", "upper")) {
            assertTrue(group.path("sd").path(0).has(name), name);
        }
        assertEquals(
                "[\"(Intercept)\",\"Days\"]", posterior().at("/posterior/names").toString());
        assertTrue(posterior().path("reliable").asBoolean());
        assertTrue(posterior().at("/bounds/logEvidence/value").asDouble() < -880);

        List<Row> effects = spark.read()
                .parquet(output().resolve("random-effects.parquet").toString())
                .collectAsList();
        assertEquals(36, effects.size());
        assertArrayEquals(
                new String[] {"factor", "level", "term", "mean", "sd"},
                effects.get(0).schema().fieldNames());
        assertEquals("308", effects.get(0).getString(1));
        SavedPosterior saved = SavedPosterior.parse(Files.readString(output().resolve("posterior.json")));
        List<LevelEffects> read = LevelEffectsTable.readMoments(
                spark, output().resolve("random-effects-moments.parquet").toString(), saved.groups());
        assertEquals(effects.get(3).getDouble(3), read.get(0).mean()[3]);
        assertEquals(effects.get(3).getDouble(4), read.get(0).sd(1, 1));
        assertEquals(2 * 2 * 18, read.get(0).cross().length);

        assertEquals(0, credence("report", config.toString()).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("Days by Subject, 18 levels") && page.contains("icc(Subject)"), "caterpillars");
    }

    @Test
    void rowsThatAreTheirOwnGroups_areRefused() throws IOException {
        List<String> rows = rows("y,x,g", 30, i -> i % 7 + "," + i % 5 + ",g" + i);
        Said said = fit("gaussian", rows, "model.groups=[{ by = g }]");
        said.refuses(2, "each row has a level of its own of 'g'");
        nothingIsWritten();
    }

    @Test
    void groupsOfCounts_areFitted() throws IOException {
        List<String> rows = rows("y,x,g", 120, i -> (i * 7 % (2 + i % 4)) + "," + (i % 11 - 5) / 4.0 + ",g" + i % 12);
        Said said = fit("poisson", rows, "model.groups=[{ by = g }]", "data.features=[x]");
        assertEquals(0, said.status(), said.err());
        assertTrue(said.out().contains("sd(g.(Intercept))"), said.out());
        assertTrue(posterior().path("sigma").isMissingNode(), "counts have no residual sd");
    }
}
