package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScoreCommandTest extends CommandLineContract {

    private static final List<String> ROWS =
            rows("a,where,y", 120, i -> i % 7 + "," + "north,south,west".split(",")[i % 3] + "," + i * 5 % 4 % 2);

    private CommandResult score(String... overrides) {
        List<String> arguments = new java.util.ArrayList<>(List.of(
                "score", folder.resolve("job.conf").toString(), "--quiet", "--set", "data.categorical=[where]"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    @Test
    void scoredRows_keepTheirColumnsAndGainPredictions() throws IOException {
        assertEquals(0, fit("bernoulli", ROWS, "data.categorical=[where]").status());
        CommandResult result = score();
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("scored 120 rows"), result.out());
        Dataset<Row> scored = spark.read().parquet(output() + "/predictions.parquet");
        assertEquals(
                List.of(
                        "a",
                        "where",
                        "y",
                        "prediction",
                        "predictionSd",
                        "lower",
                        "upper",
                        "probability",
                        "probabilitySd",
                        "probabilityLower",
                        "probabilityUpper"),
                List.of(scored.columns()));
        assertEquals(120, scored.count());
        Row row = scored.first();
        double p = row.getDouble(3);
        assertTrue(
                0 < row.getDouble(4) && row.getDouble(4) < (row.getDouble(6) - row.getDouble(5)), "of the probability");
        assertTrue(row.getDouble(5) < p && p < row.getDouble(6));
        assertEquals(p, row.<Double>getList(7).get(1));
    }

    @Test
    void outputByNameAlone_isInTheWorkingFolder() throws IOException {
        assertEquals(0, fit("bernoulli", ROWS, "data.categorical=[where]").status());
        Path written = Path.of("scored-" + UUID.randomUUID() + ".csv");
        try {
            CommandResult result = score("score.output=" + written);
            assertEquals(0, result.status(), result.err());
            assertEquals(121, Files.readAllLines(written).size());
        } finally {
            Files.deleteIfExists(written);
        }
    }

    static Stream<Arguments> families() {
        List<Arguments> all = List.of(
                Arguments.of("gaussian-mixture", "closed form", false),
                Arguments.of("planar-flow", "draws", true),
                Arguments.of("student-t-full", "closed form", false),
                Arguments.of("gaussian-low-rank", "closed form", false));
        return Nightly.cases(all.subList(0, 2), all);
    }

    /** Fits with correlations, which score notes where draws stand for them. */
    @ParameterizedTest
    @MethodSource("families")
    void everyFamily_isScoredAsItself(String family, String momentsBy, boolean drawn) throws IOException {
        CommandResult fit = fit(
                "bernoulli",
                ROWS,
                "data.categorical=[where]",
                "posterior.family=" + family,
                "estimator.draws=40",
                "stop.maxIterations=60",
                "stop.acceptUnconverged=true");
        assertEquals(0, fit.status(), fit.err());
        JsonNode posterior = new ObjectMapper()
                .readTree(output().resolve("posterior.json").toFile())
                .path("posterior");
        assertEquals(family, posterior.path("family").asText());
        assertEquals(momentsBy, posterior.path("momentsBy").asText());
        assertTrue(Math.abs(posterior.at("/covariance/1/0").asDouble()) > 1e-12, posterior.toString());
        CommandResult result = score();
        assertEquals(0, result.status(), result.err());
        assertEquals(drawn, result.err().contains("represented by 1000 of its draws"), result.err());
        Row row = spark.read().parquet(output() + "/predictions.parquet").first();
        double p = row.getDouble(3);
        assertTrue(row.getDouble(5) < p && p < row.getDouble(6));
    }

    @Test
    void newRows_needNoLabelAndReportNewLevels() throws IOException {
        assertEquals(0, fit("poisson", ROWS, "data.categorical=[where]").status());
        Path fresh = write("new.csv", "where,a", "north,3", "east,3", "south,1");
        score("score.path=" + fresh, "score.output=" + folder.resolve("refused.csv"))
                .refuses(3, "a level was not in the rows of the fit", "found: 'east'", "row 2, column 'where'");
        CommandResult result =
                score("score.path=" + fresh, "score.output=" + folder.resolve("scored.csv"), "score.onUnseen=flag");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.err().contains("1 rows have a level that was not in the fit"), result.err());
        List<Row> rows = spark.read()
                .option("header", "true")
                .option("inferSchema", "true")
                .csv(folder.resolve("scored.csv").toString())
                .collectAsList();
        assertEquals(3, rows.size());
        assertTrue(rows.get(0).<Double>getAs("prediction") > 0 && rows.get(1).isNullAt(2));
        assertEquals("level 'east' of column 'where'", rows.get(1).getAs("unseen"));
        assertTrue(rows.get(0).isNullAt(rows.get(0).fieldIndex("unseen")));
    }

    @Test
    void formula_isKeptForNewRows() throws IOException {
        Path config = write(
                "job.conf",
                "formula = \"y ~ where * poly(a, 2) + bs(a, df = 4) + cut(a, c(-99, 4, 99)) + scale(a)\"",
                "check.khat = false",
                "data.path = \"" + write("rows.csv", ROWS.toArray(String[]::new)) + "\"",
                "model.family = bernoulli",
                "output.path = \"" + output() + "\"");
        CommandResult fit = credence("fit", config.toString(), "--quiet");
        assertEquals(0, fit.status(), fit.err());
        assertTrue(fit.out().contains("wherewest:poly(a, 2)2"), fit.out());
        CommandResult same = credence("score", config.toString(), "--quiet");
        assertEquals(0, same.status(), same.err());
        Path fresh = write("new.csv", "where,a", "north,3", "west,6");
        CommandResult result = credence(
                "score",
                config.toString(),
                "--quiet",
                "--set",
                "score.path=" + fresh,
                "--set",
                "score.output=" + folder.resolve("scored.parquet"));
        assertEquals(0, result.status(), result.err());
        Dataset<Row> known = spark.read().parquet(output() + "/predictions.parquet");
        List<Row> scored = spark.read()
                .parquet(folder.resolve("scored.parquet").toString())
                .collectAsList();
        for (Row row : scored) {
            Row before = known.filter("where = '" + row.getString(0) + "' and a = '" + row.getString(1) + "'")
                    .first();
            assertEquals(before.<Double>getAs("prediction"), row.<Double>getAs("prediction"));
        }
        Path strange = write("strange.csv", "where,a", "nowhere,3");
        credence(
                        "score",
                        config.toString(),
                        "--quiet",
                        "--set",
                        "score.path=" + strange,
                        "--set",
                        "score.overwrite=true")
                .refuses(3, "found: 'nowhere'", "row 1, column 'where'");
        CommandResult both = credence("fit", config.toString(), "--quiet", "--set", "data.label=y");
        both.refuses(2, "data.label cannot be used with a formula");
        CommandResult unread =
                credence("fit", config.toString(), "--quiet", "--set", "formula=\"y ~ x * (1 | where)\"");
        unread.refuses(2, "the formula has a term of a grouping factor within another term");
    }

    /** Of words in the label, one file for a small table, and columns as the fit had them. */
    @Test
    void words_areClasses() throws IOException {
        List<String> lines =
                rows("a,where,y", 90, i -> i % 7 + "," + i % 3 + "," + (i * 5 % 4 % 2 == 0 ? "stay" : "go"));
        CommandResult fit = fit("bernoulli", lines, "data.categorical=[where]", "data.reference.y=stay");
        assertEquals(0, fit.status(), fit.err());
        assertTrue(fit.err().contains("the classes of label 'y' are, from 0 on: stay, go"), fit.err());
        assertEquals("go", posterior().at("/data/labels/1").asText());
        Path scored = folder.resolve("scored.csv");
        CommandResult result =
                credence("score", folder.resolve("job.conf").toString(), "--quiet", "--set", "score.output=" + scored);
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("scored 90 rows"), result.out());
        List<String> written = Files.readAllLines(scored);
        assertEquals(91, written.size());
        assertTrue(written.get(0).startsWith("a,where,y,prediction,"), written.get(0));
        CommandResult three =
                fit("bernoulli", rows("a,y", 9, i -> i + "," + "abc".charAt(i % 3)), "output.overwrite=true");
        three.refuses(
                3,
                "the words of label 'y' are not the classes of family bernoulli",
                "required: two of them",
                "a, b, c");
        CommandResult softmax =
                fit("softmax", rows("a,y", 60, i -> i % 7 + "," + "abc".charAt(i % 3)), "output.overwrite=true");
        assertEquals(0, softmax.status(), softmax.err());
        assertEquals(3, posterior().at("/model/classes").asInt());
    }

    @Test
    void softmaxAsCsv_hasAColumnPerClass() throws IOException {
        assertEquals(
                0, fit("softmax", rows("a,y", 60, i -> i % 7 + "," + i % 3)).status());
        CommandResult result =
                credence("score", folder.resolve("job.conf").toString(), "--set", "score.format=csv", "--quiet");
        assertEquals(0, result.status(), result.err());
        Row row = spark.read()
                .option("header", "true")
                .option("inferSchema", "true")
                .csv(output() + "/predictions.csv")
                .first();
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            sum += row.<Double>getAs("probability_" + c);
        }
        assertEquals(1, sum, 1e-12);
    }

    @Test
    void wideCovariance_isReadBack() throws IOException {
        assertEquals(
                0,
                fit(
                                "gaussian",
                                rows("a,level,y", 400, i -> i % 7 + "," + i % 80 + "," + i % 9),
                                "data.categorical=[level]")
                        .status());
        assertTrue(Files.exists(output().resolve("covariance.parquet")));
        CommandResult result = credence(
                "score", folder.resolve("job.conf").toString(), "--quiet", "--set", "data.categorical=[level]");
        assertEquals(0, result.status(), result.err());
        Row row = spark.read().parquet(output() + "/predictions.parquet").first();
        assertTrue(row.<Double>getAs("lower") < row.<Double>getAs("prediction"));
    }

    @Test
    void refusals_haveStatusAndLine() throws IOException {
        config("bernoulli", write("rows.csv", ROWS.toArray(String[]::new)));
        score().refuses(2, "output.path holds no posterior", "required a fit");
        assertEquals(0, fit("bernoulli", ROWS, "data.categorical=[where]").status());
        score("score.path=" + folder.resolve("none.csv")).refuses(3, "there is no such file");
        score("score.path=" + write("few.csv", "a", "1")).refuses(3, "where");
        score("score.path=" + write("bad.csv", "a,where", "1,north", "x,north")).refuses(3, "column 'a'", "'x'");
        score("score.path=" + write("taken.csv", "a,where,prediction", "1,north,2"))
                .refuses(3, "prediction");
        score("score.output=" + write("plain", "x") + "/p").refuses(2, "score.output cannot be written");
        assertEquals(0, score().status());
        score().refuses(2, "score.output already exists", "score.overwrite = true");
        assertEquals(0, score("score.overwrite=true").status());
    }

    /** What was changed since the fit wrote it is not scored with; every rule has its row in PosteriorValidationTest. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(\"names\"[^]]*],\\s*\"mean\" : \\[) [-0-9.E]+,   | $1                       | posterior.mean has the wrong length",
                "(\"names\"[^]]*],\\s*\"mean\" : \\[) [-0-9.E]+,   | $1 NaN,                  | is not readable as JSON",
                "(\"names\"[^]]*],\\s*\"mean\" : \\[) ([-0-9.E]+), | $1 \"$2\",               | posterior.mean[0] has the wrong type",
                "\"(where=south)\", \"(where=west)\"             | \"$2\", \"$1\"           | changed after it was written",
                "(?s).*                              | {            | is not readable as JSON"
            })
    void changedPosterior_endsWith2(String position, String replacement, String message) throws IOException {
        assertEquals(0, fit("bernoulli", ROWS, "data.categorical=[where]").status());
        Path file = output().resolve("posterior.json");
        String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst(position, replacement));
        score().refuses(2, message, output().toString());
        assertTrue(Files.notExists(output().resolve("predictions.parquet")));
    }

    @Test
    void covarianceOfAnotherFit_endsWith2() throws IOException {
        List<String> rows = rows("a,level,y", 400, i -> i % 7 + "," + i % 80 + "," + i % 9);
        String unchecked = "check.khat=false";
        assertEquals(
                0, fit("gaussian", rows, "data.categorical=[level]", unchecked).status());
        String other = "output.path=" + folder.resolve("other");
        assertEquals(
                0,
                fit("gaussian", rows, "data.categorical=[level]", unchecked, other, "prior.sd=0.1")
                        .status());
        Path table = output().resolve("covariance.parquet");
        Path kept = Files.move(table, folder.resolve("kept.parquet"));
        Path job = folder.resolve("job.conf");
        Files.move(folder.resolve("other/covariance.parquet"), table);
        credence("score", job.toString(), "--quiet").refuses(2, "is not the variance of the posterior");
        spark.read()
                .parquet(kept.toString())
                .limit(100)
                .write()
                .mode("overwrite")
                .parquet(table.toString());
        credence("score", job.toString(), "--quiet").refuses(2, "has the wrong size");
        spark.read()
                .parquet(kept.toString())
                .where("row = column")
                .write()
                .mode("overwrite")
                .parquet(table.toString());
        credence("score", job.toString(), "--quiet").refuses(2, "has the wrong size");
        spark.range(9).write().mode("overwrite").parquet(table.toString());
        credence("score", job.toString(), "--quiet").refuses(2, "has other columns");
    }
}
