package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Tests of the exports of a fit for other programs. tests/integration reads the same by ArviZ, cmdstanpy and pypmml.
 */
class ExportCommandTest extends CommandLineContract {

    private static final List<String> ROWS = rows(
            "age,carrier,y",
            160,
            i -> (i % 17) / 4.0 + "," + List.of("AA", "B & \"B\"", "CC").get(i % 3) + "," + (i % 13 + 0.5 * (i % 3)));
    private static final Path SCORE = Repository.file("conf/examples/score.py");

    private CommandResult export(String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "export",
                folder.resolve("job.conf").toString(),
                folder.resolve(out).toString()));
        arguments.addAll(List.of(more));
        return credence(arguments.toArray(String[]::new));
    }

    /** What the scorer predicts of the rows in Python. */
    private List<double[]> scoredByPython() throws IOException, InterruptedException {
        Path printed = folder.resolve("printed.txt");
        Process python = new ProcessBuilder(
                        "python3",
                        SCORE.toString(),
                        folder.resolve("scorer.json").toString(),
                        folder.resolve("rows.csv").toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertTrue(python.waitFor(1, TimeUnit.MINUTES));
        assertEquals(0, python.exitValue(), Files.readString(printed));
        return Files.readAllLines(printed).stream()
                .map(line -> java.util.Arrays.stream(line.split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }

    private List<Row> scored(String... columns) {
        Path path = folder.resolve("scored.parquet");
        CommandResult result = credence(
                "score",
                folder.resolve("job.conf").toString(),
                "--quiet",
                "--set",
                "score.path=" + folder.resolve("rows.csv"),
                "--set",
                "score.output=" + path,
                "--set",
                "score.format=parquet",
                "--set",
                "score.overwrite=true");
        assertEquals(0, result.status(), result.err());
        return spark.read().parquet(path.toString()).selectExpr(columns).collectAsList();
    }

    private void assertScoredAlike() throws IOException, InterruptedException {
        assertEquals(0, export("scorer.json", "--set", "output.overwrite=true").status());
        List<double[]> python = scoredByPython();
        List<Row> own = scored("prediction");
        assertEquals(own.size(), python.size());
        for (int i = 0; i < own.size(); i++) {
            assertEquals(own.get(i).getDouble(0), python.get(i)[0], 1e-9, "row " + i);
        }
    }

    @Test
    void jsonScorer_predictsInPythonWhatScorePredicts() throws IOException, InterruptedException {
        assertEquals(0, fit("gaussian", quoted(), "data.categorical=[carrier]").status());
        assertScoredAlike();
    }

    @Test
    void jsonScorer_hasSplinesContrastsAndProducts() throws IOException, InterruptedException {
        Path rows = write("rows.csv", quoted().toArray(String[]::new));
        Path config = write(
                "job.conf",
                "formula = \"y ~ ns(age, df = 3) * carrier + poly(age, 2):carrier\"",
                "data.path = \"" + rows + "\"",
                "model.family = gaussian",
                "output.path = \"" + output() + "\"");
        assertEquals(0, credence("fit", config.toString(), "--quiet").status());
        assertScoredAlike();
        export("scorer.pmml").refuses(2, "required columns and levels", "the format json has it");
    }

    private static List<String> quoted() {
        return ROWS.stream()
                .map(row -> row.replace("B & \"B\"", "\"B & \"\"B\"\"\""))
                .toList();
    }

    @Test
    void draws_areTheSameInEveryForm() throws IOException {
        assertEquals(0, fit("gaussian", quoted(), "data.categorical=[carrier]").status());
        assertEquals(0, export("draws.parquet", "--draws", "500").status());
        Dataset<Row> table =
                spark.read().parquet(folder.resolve("draws.parquet").toString());
        JsonNode names = posterior().at("/posterior/names");
        assertEquals(names.size() + 1, table.columns().length);
        assertEquals("carrier=B & \"B\"", table.columns()[2]);
        assertEquals("sigma2", table.columns()[names.size()]);
        assertEquals(
                0, export("draws.txt", "--draws", "500", "--format", "cmdstan").status());
        List<String> lines = Files.readAllLines(folder.resolve("draws.txt"));
        assertTrue(lines.contains("# beta.3 is carrier: B & \"B\"".replace(": B", ":B")), lines.toString());
        List<String> draws =
                lines.stream().filter(line -> !line.startsWith("#")).toList();
        assertEquals("lp__,accept_stat__,beta.1,beta.2,beta.3,beta.4,sigma2", draws.get(0));
        List<Row> rows = table.collectAsList();
        assertEquals(501, draws.size());
        for (int s = 0; s < 500; s += 7) {
            String[] cells = draws.get(s + 1).split(",");
            for (int j = 0; j < table.columns().length; j++) {
                assertEquals(rows.get(s).getDouble(j), Double.parseDouble(cells[j + 2]));
            }
        }
    }

    @Test
    void pmml_hasEveryCoefficientAndEscapesLevels() throws IOException {
        assertEquals(
                0,
                fit(
                                "poisson",
                                quoted().stream()
                                        .map(row -> row.replaceAll("\\.\\d+$", ""))
                                        .toList(),
                                "data.categorical=[carrier]")
                        .status());
        assertEquals(0, export("scorer.pmml").status());
        String text = Files.readString(folder.resolve("scorer.pmml"));
        assertTrue(text.contains("value=\"B &amp; &quot;B&quot;\""), text);
        assertTrue(text.contains("normalizationMethod=\"exp\""), text);
        for (JsonNode mean : posterior().at("/posterior/mean")) {
            assertTrue(text.contains("\"" + mean.asDouble() + "\""), mean + " in " + text);
        }
    }

    @Test
    void exportsThatCannotBe_areRefused() throws IOException {
        assertEquals(0, fit("gaussian", quoted(), "data.categorical=[carrier]").status());
        export("draws.xlsx").refuses(2, "not known by its ending", "parquet, cmdstan, json, pmml", "draws.xlsx");
        export("draws.txt", "--format", "cmdstand")
                .refuses(2, "unknown export format 'cmdstand'", "did you mean cmdstan?");
        export("draws.csv", "--draws", "0").refuses(2, "--draws is out of range");
        assertEquals(0, export("scorer.json").status());
        export("scorer.json").refuses(2, "already exists", "output.overwrite = true");
        export("scorer.json", "--set", "output.path=" + folder.resolve("none"), "--set", "output.overwrite=true")
                .refuses(2, "holds no posterior", "a fit before export");
        String help = credence("export", "--help").out();
        ExportFormat.ALL.names().forEach(name -> assertTrue(help.contains("\n" + name + " ("), help));
    }

    /** A table of draws is written by tasks of Spark. */
    @Test
    void fullDisk_endsWith2AndLeavesNothing() throws IOException {
        assertEquals(0, fit("gaussian", quoted(), "data.categorical=[carrier]").status());
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), 100);
        List<String> before = files(folder);
        CommandResult full =
                credence("export", folder.resolve("job.conf").toString(), "full:" + folder.resolve("draws.parquet"));
        full.refuses(2, "the output cannot be written");
        assertEquals(before, files(folder));
    }
}
