package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that every bad input gives the right exit status and one clear line, and that nothing is written. */
class BadCommandTest extends CommandLineContract {

    private static final String WIDE = "prior.sd=2.2360679775";
    private static final List<String> GOOD = rows("a,b,y", 40, i -> (i % 7) + "," + (i % 5) + "," + (i * 7 % 3 % 2));

    private static List<String> goodWith(int line, String row) {
        List<String> rows = new java.util.ArrayList<>(GOOD);
        rows.set(line - 1, row);
        return rows;
    }

    @Test
    void missingFile_endsWith3() throws IOException {
        credence("fit", config("bernoulli", folder.resolve("none.csv")).toString(), "--quiet")
                .refuses(3, "there is no such file", "none.csv");
        nothingIsWritten();
    }

    /** What a formula requires is only looked at beside the columns, and bases beside the rows. */
    @ParameterizedTest
    @CsvSource({
        "y ~ frobnicate(a), 'function that is not known', frobnicate(a)",
        "'y ~ poly(a, 9)', 'more than 9 different numbers', 'poly(a, 9)'"
    })
    void formulaThatCannotBe_endsWith2(String formula, String problem, String found) throws IOException {
        Path rows = write("rows.csv", GOOD.toArray(String[]::new));
        Path config = write(
                "job.conf",
                "formula = \"" + formula + "\"",
                "data.path = \"" + rows + "\"",
                "model.family = bernoulli",
                "output.path = \"" + output() + "\"");
        credence("fit", config.toString(), "--quiet").refuses(2, problem, found);
        nothingIsWritten();
    }

    @Test
    void emptyFile_endsWith3() throws IOException {
        credence(
                        "fit",
                        config("bernoulli", Files.createFile(folder.resolve("rows.csv")))
                                .toString(),
                        "--quiet")
                .refuses(3, "empty", "rows.csv");
        nothingIsWritten();
    }

    @Test
    void headerOnly_endsWith3() throws IOException {
        fit("bernoulli", List.of("a,b,y")).refuses(3, "no rows", "rows.csv");
        nothingIsWritten();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,2       | malformed  | row 5",
                "1,2,0,9   | malformed  | row 5",
                "1,,0      | b          | row 5",
                "NaN,2,0   | a          | row 5",
                "1,inf,0   | b          | row 5",
                "1,x,0     | b          | row 5",
                "1,2,7     | y          | row 5",
                "1,2,      | y          | row 5"
            })
    void badRow_endsWith3AndStatesWhere(String row, String column, String where) throws IOException {
        fit("bernoulli", goodWith(6, row)).refuses(3, column, where, "rows.csv");
        nothingIsWritten();
    }

    @ParameterizedTest
    @CsvSource({
        "poisson, -1",
        "poisson, 1.5",
        "gamma, 0",
        "negative-binomial, -2",
        "bernoulli-probit, 2",
        "softmax, 0.5"
    })
    void labelThatTheFamilyCannotHave_endsWith3(String family, String label) throws IOException {
        fit(family, goodWith(6, "1,2," + label), "model.classes=" + (family.equals("softmax") ? 3 : 0))
                .refuses(3, "required: ", label, "row");
        nothingIsWritten();
    }

    @Test
    void unknownColumn_endsWith3() throws IOException {
        fit("bernoulli", GOOD, "data.label=why").refuses(3, "why", "y");
        fit("bernoulli", GOOD, "data.features=[a, bb]").refuses(3, "bb", "did you mean");
        nothingIsWritten();
    }

    @Test
    void skippedRows_areCountedAndReported() throws IOException {
        fit("bernoulli", goodWith(6, "1,,0"), "data.onMissing=skip").notes("1 rows with missing or unusable cells");
        assertEquals(1, posterior().at("/data/skipped").asInt());
        assertEquals(39, posterior().at("/data/rows").asInt());
    }

    /** Under one sd of every coefficient, √5. Where the prior decides it may be far from Gaussian; that is reported. */
    private void isProper() throws IOException {
        JsonNode posterior = posterior();
        assertEquals("converged", posterior.path("status").asText());
        posterior.at("/posterior/sd").forEach(sd -> assertTrue(sd.asDouble() > 0 && sd.asDouble() < 2.24, sd::asText));
    }

    @Test
    void constantColumn_isReportedAndLeftToThePrior() throws IOException {
        fit("bernoulli", rows("a,b,y", 40, i -> i % 7 + ",3," + i * 7 % 3 % 2), WIDE)
                .notes("'b' is constant");
        isProper();
    }

    @Test
    void collinearColumns_areReportedAndLeftToThePrior() throws IOException {
        fit("bernoulli", rows("a,b,y", 400, i -> i % 7 + "," + 2 * (i % 7) + "," + i * 7 % 3 % 2), WIDE)
                .notes("the data are uninformative about", "collinear");
        isProper();
    }

    @Test
    void separableClasses_giveAProperPosterior() throws IOException {
        fit("bernoulli", rows("a,y", 40, i -> i + "," + (i < 20 ? 0 : 1)), WIDE)
                .notes("the data are uninformative about", "separating");
        isProper();
    }

    @Test
    void oneRow_givesAProperPosterior() throws IOException {
        fit("bernoulli", List.of("a,y", "0.5,1"), WIDE).notes("the data are uninformative about");
        isProper();
    }

    @Test
    void moreColumnsThanRows_giveAProperPosterior() throws IOException {
        StringBuilder header = new StringBuilder("y");
        for (int j = 0; j < 100; j++) {
            header.append(",x").append(j);
        }
        fit(
                        "gaussian",
                        rows(header.toString(), 20, i -> {
                            StringBuilder row = new StringBuilder(String.valueOf(i));
                            for (int j = 0; j < 100; j++) {
                                row.append(',').append((i * 31 + j * j * 17) % 13);
                            }
                            return row.toString();
                        }),
                        WIDE)
                .notes("the data are uninformative about");
        isProper();
        assertEquals(
                List.of("covariance.parquet", "log.txt", "pointwise.csv", "posterior.json", "trace.jsonl"),
                files(output()).stream()
                        .map(file -> file.replaceAll("/.*", ""))
                        .distinct()
                        .toList());
    }

    @Test
    void unknownKeyAndMisspeltValue_endWith2() throws IOException {
        fit("bernoulli", GOOD, "data.labl=y").refuses(2, "unknown key data.labl", "data.label");
        fit("bernouli", GOOD).refuses(2, "model.family", "did you mean bernoulli?", "job.conf");
        fit("bernoulli", GOOD, "prior.kind=hierarchical").refuses(2, "prior.kind is not known", "laplace");
        fit("bernoulli", GOOD, "objective.kind=gvi", "objective.loss.kind=huber")
                .refuses(2, "identity link", "bernoulli");
        fit("bernoulli", GOOD, "method=qbvi", "posterior.family=gaussian-diagonal")
                .refuses(2, "method = qbvi sets posterior.family = gaussian-full", "found gaussian-diagonal");
        fit("bernoulli", GOOD, "estimator.kind=fixed-draws").refuses(2, "would have no bound", "gaussian-diagonal");
        nothingIsWritten();
    }

    @Test
    void misusedCommandLine_endsWith2() throws IOException {
        CommandResult usage = credence();
        assertEquals(2, usage.status());
        assertTrue(usage.err().startsWith("Usage: credence") && usage.err().contains("score"), usage.err());
        credence("check", "x.conf").refuses(2, "check");
        credence("fit").refuses(2, "CONFIG");
        credence("fit", "--frobnicate", "x.conf").refuses(2, "--frobnicate");
        credence("fit", folder.resolve("none.conf").toString()).refuses(2, "the configuration does not exist");
        fit("bernoulli", GOOD, "--resume").refuses(2, "--resume has nothing to go on from", "checkpoint.path");
        nothingIsWritten();
    }

    @Test
    void kernelThatDoesNotExistHere_endsWith2() throws IOException {
        fit("bernoulli", GOOD, "kernel=cuda").refuses(2, "auto, java, native");
    }

    @Test
    void existingOutput_isRefusedBeforeTheDataAreRead() throws IOException {
        assertEquals(0, fit("bernoulli", GOOD).status());
        String before = Files.readString(output().resolve("posterior.json"));
        fit("bernoulli", List.of("nonsense"))
                .refuses(2, "output.path already holds a result", "output.overwrite = true", "posterior.json");
        assertEquals(before, Files.readString(output().resolve("posterior.json")));
        assertEquals(0, fit("bernoulli", GOOD, "output.overwrite=true").status());
        assertEquals(List.of("log.txt", "pointwise.csv", "posterior.json", "trace.jsonl"), files(output()));
    }

    @Test
    void outputBelowAFile_endsWith2() throws IOException {
        Path file = write("plain", "x");
        fit("bernoulli", GOOD, "output.path=" + file + "/result").refuses(2, "output.path cannot be written", "plain");
        fit("bernoulli", GOOD, "output.path=" + file).refuses(2, "output.path cannot be written", "plain");
        fit("bernoulli", GOOD, "checkpoint.path=" + file + "/c").refuses(2, "checkpoint.path cannot be written");
        fit("bernoulli", GOOD, "output.path=nosuch://host/x").refuses(2, "output.path cannot be written", "nosuch");
        nothingIsWritten();
    }

    @ParameterizedTest
    @CsvSource({"0", "100"})
    void fullDisk_endsWith2AndLeavesNothing(int room) throws IOException {
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), room);
        CommandResult result = fit("bernoulli", GOOD, "output.path=full:" + output());
        assertEquals(2, result.status());
        assertTrue(result.err().contains("output.path cannot be written"), result.err());
        assertTrue(result.err().contains("No space left on device"), result.err());
        assertEquals(room > 0, result.out().contains("converged"), "the posterior is at least shown");
        nothingIsWritten();
    }

    @Test
    void fullDisk_leavesAnOlderResultAlone() throws IOException {
        assertEquals(0, fit("bernoulli", GOOD).status());
        List<String> before = files(output());
        String posterior = Files.readString(output().resolve("posterior.json"));
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), 100);
        CommandResult result = fit("bernoulli", GOOD, "output.path=full:" + output(), "output.overwrite=true");
        assertEquals(2, result.status());
        assertEquals(before, files(output()));
        assertEquals(posterior, Files.readString(output().resolve("posterior.json")));
    }

    /** The table of a wide covariance is written by tasks of Spark, after the posterior. */
    @Test
    void fullDisk_keepsThePosteriorWithoutItsTable() throws IOException {
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), 100, "covariance.parquet");
        List<String> rows = rows("level,y", 300, i -> i % 140 + "," + i % 9);
        CommandResult result = fit("gaussian", rows, "data.categorical=[level]", "output.path=full:" + output());
        assertEquals(2, result.status(), result.err());
        assertTrue(result.err().contains("covariance.parquet could not be written"), result.err());
        assertTrue(result.err().contains("No space left on device"), result.err());
        assertEquals(List.of("log.txt", "pointwise.csv", "posterior.json", "trace.jsonl"), files(output()));
        assertEquals("converged", posterior().path("status").asText());
        assertTrue(posterior().at("/missing/covariance.parquet").asText().contains("No space left"));
        String digest = posterior().path("digest").asText();
        String config = folder.resolve("job.conf").toString();
        for (String command : List.of("report", "export", "score", "effects")) {
            List<String> arguments = new ArrayList<>(List.of(command, config));
            if (command.equals("export")) {
                arguments.add(folder.resolve("draws.parquet").toString());
            }
            arguments.addAll(List.of("--set", "score.path=" + folder.resolve("rows.csv")));
            arguments.addAll(List.of("--set", "effects.path=" + folder.resolve("rows.csv")));
            arguments.addAll(List.of("--set", "score.output=" + folder.resolve("scored.csv")));
            CommandResult refused = credence(arguments.toArray(String[]::new));
            assertEquals(2, refused.status(), refused.err());
            assertTrue(refused.err().contains("not whole: required covariance.parquet"), refused.err());
            assertTrue(refused.err().contains("No space left"), refused.err());
        }
        assertEquals(
                0,
                fit("gaussian", rows, "data.categorical=[level]", "output.overwrite=true")
                        .status());
        assertTrue(posterior().path("missing").isMissingNode());
        assertEquals(digest, posterior().path("digest").asText());
    }

    @Test
    void fullDisk_keepsTheComponentsWithoutTheirEffects() throws IOException {
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), 100, "random-effects");
        CommandResult result = fitOfLevels();
        assertEquals(2, result.status(), result.err());
        assertTrue(result.err().contains("random-effects.parquet could not be written"), result.err());
        assertTrue(posterior().at("/missing/random-effects-moments.parquet").isTextual());
        assertTrue(posterior().path("groups").isArray(), posterior()::toPrettyString);
        credence(
                        "score",
                        folder.resolve("job.conf").toString(),
                        "--set",
                        "score.path=" + folder.resolve("rows.csv"),
                        "--set",
                        "score.output=" + folder.resolve("scored.csv"))
                .refuses(2, "required random-effects-moments.parquet");
        CommandResult page = credence("report", folder.resolve("job.conf").toString());
        assertEquals(0, page.status(), page.err());
        assertTrue(Files.readString(output().resolve("report.html"))
                .contains("random-effects.parquet could not be written"));
    }

    private CommandResult fitOfLevels() throws IOException {
        String[] rows = rows("g,y", 120, i -> i % 12 + "," + (i % 12 * 37 % 11 + i * 31 % 7) * 0.5)
                .toArray(String[]::new);
        Path config = write(
                "job.conf",
                "data.path = \"" + write("rows.csv", rows) + "\"",
                "model.family = gaussian",
                "formula = \"y ~ 1 + (1 | g)\"",
                "output.path = \"" + output() + "\"");
        return credence("fit", config.toString(), "--quiet", "--set", "output.path=full:" + output());
    }

    @Test
    void fullHeap_keepsThePosteriorWithoutItsTable() throws IOException {
        FullFileSystem.registerFullHeap(spark.sparkContext().hadoopConfiguration(), "covariance.parquet");
        List<String> rows = rows("level,y", 300, i -> i % 140 + "," + i % 9);
        withoutMemoryFor(
                "covariance.parquet",
                fit("gaussian", rows, "data.categorical=[level]", "output.path=full:" + output()));
        assertEquals(List.of("log.txt", "pointwise.csv", "posterior.json", "trace.jsonl"), files(output()));
        assertEquals(140, posterior().at("/posterior/mean").size());
    }

    /** One of their tables; the others are there. */
    @Test
    void fullHeap_keepsTheComponentsWithoutATableOfEffects() throws IOException {
        FullFileSystem.registerFullHeap(spark.sparkContext().hadoopConfiguration(), "random-effects-moments.parquet");
        withoutMemoryFor("random-effects-moments.parquet", fitOfLevels());
        assertTrue(posterior().path("groups").isArray(), posterior()::toPrettyString);
        assertTrue(posterior().at("/posterior/mean").isArray(), posterior()::toPrettyString);
        for (String table : List.of("random-effects.parquet", "random-effects-ranks.parquet")) {
            assertTrue(
                    Files.exists(output().resolve(table)), () -> files(output()).toString());
        }
        assertFalse(Files.exists(output().resolve("random-effects-moments.parquet")));
    }

    private void withoutMemoryFor(String table, CommandResult result) throws IOException {
        assertEquals(2, result.status(), result.err());
        assertTrue(
                result.err()
                        .contains("required space and memory for all of its files, found " + table
                                + " could not be written: OutOfMemoryError (Java heap space)"),
                result.err());
        assertEquals("converged", posterior().path("status").asText());
        assertEquals(1, posterior().path("missing").size());
        assertTrue(posterior().at("/missing/" + table).asText().contains("OutOfMemoryError (Java heap space)"));
    }

    @Test
    void fullDiskOfCheckpoints_isReported_andTheFitGoesOn() throws IOException {
        FullFileSystem.register(spark.sparkContext().hadoopConfiguration(), 100);
        CommandResult result =
                fit("bernoulli", GOOD, "checkpoint.every=1", "checkpoint.path=full:" + folder.resolve("checkpoints"));
        result.notes("a checkpoint could not be written", "No space left on device");
        assertEquals("converged", posterior().path("status").asText());
        assertFalse(Files.exists(folder.resolve("checkpoints")), () -> "found " + files(folder.resolve("checkpoints")));
    }

    @Test
    void stackTrace_isShownOnDemandOnly() throws IOException {
        assertFalse(fit("bernoulli", GOOD, "data.label=why").err().contains("\tat "));
        assertTrue(fit("bernoulli", GOOD, "data.label=why", "log.stackTrace=true")
                .err()
                .contains("\tat "));
    }
}
