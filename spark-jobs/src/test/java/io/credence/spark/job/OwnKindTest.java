package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * Tests of a kind of model from outside. It is one class, {@link NormalMean}, and one entry, {@code model.class}; with
 * them it is fitted, saved, loaded, scored and reported, from Java, from a file and from a stage of spark.ml, which
 * Python calls.
 */
class OwnKindTest extends CommandLineContract {

    private static final double[] LABELS = {1, 2, 4, 5, 3};
    private static final double SD = 2;
    private static final double PRIOR_SD = 10;

    private static final double PRECISION = 1 / (PRIOR_SD * PRIOR_SD) + LABELS.length / (SD * SD);
    private static final double MEAN = 15 / (SD * SD) / PRECISION;
    private static final Map<String, String> OPTIONS = Map.of("sd", "2", "priorSd", "10");

    private Path job() throws IOException {
        Path rows = write("rows.csv", "y,x", "1,0", "2,1", "4,0", "5,1", "3,1");
        return write(
                "job.conf",
                "data.path = \"" + rows + "\"",
                "data.label = y",
                "model.class = \"" + NormalMean.class.getName() + "\"",
                "model.options { sd = 2, priorSd = 10 }",
                "score.level = 0.9",
                "output.path = \"" + output() + "\"");
    }

    @Test
    void fitInJava_isOfTheKind() {
        double[][] features = new double[LABELS.length][1];
        Fit fit = Inference.of(new NormalMean(OPTIONS)).fit(Rows.of(List.of("x"), features, LABELS));
        assertEquals(List.of("mu"), fit.names());
        assertEquals(MEAN, fit.mean("mu"), 1e-12);
        assertEquals(Math.sqrt(1 / PRECISION), fit.sd("mu"), 1e-12);
        assertTrue(fit.isReliable(), fit.reliability().text());
        assertEquals(
                "known numbers", fit.findings().kindFindings().sections().get(0).title());
    }

    @Test
    void fitOfAFile_isSavedScoredAndReported() throws IOException {
        String config = job().toString();
        CommandResult result = credence("fit", config, "--quiet");
        assertEquals(0, result.status(), result.err());
        assertEquals(
                List.of(
                        "known numbers",
                        "They are given, not learned.",
                        "number                 value        range",
                        "sd of a response        2.00 1.00 to 4.00",
                        "error of a mean  2.00 ± 0.25         none"),
                result.out()
                        .lines()
                        .dropWhile(line -> !line.equals("known numbers"))
                        .limit(5)
                        .toList(),
                result.out());
        assertTrue(result.out().contains("the posterior has a closed form"), result.out());
        JsonNode written = posterior();
        assertTrue(written.path("reliable").asBoolean());
        JsonNode section = written.at("/sections/0");
        assertEquals("known", section.path("name").asText());
        assertEquals("value", section.at("/tables/0/columns/1/name").asText());
        assertEquals(
                "[\"sd of a response\",2.0,[1.0,4.0]]",
                section.at("/tables/0/rows/0/cells").toString());
        assertEquals("strong", section.at("/tables/0/rows/0/emphasis").asText());
        assertEquals(0.25, section.at("/tables/0/rows/1/cells/1/error").asDouble());
        assertEquals(-2 * SD, section.at("/intervals/0/intervals/0/lower").asDouble());
        assertEquals(4, section.at("/curves/0/estimate").size());
        assertEquals(MEAN, written.at("/posterior/mean/0").asDouble(), 1e-12);

        CommandResult scored = credence("score", config, "--quiet", "--set", "score.format=parquet");
        assertEquals(0, scored.status(), scored.err());
        assertTrue(scored.err().contains("predicted in closed form"), scored.err());
        List<Row> rows = spark.read()
                .parquet(output().resolve("predictions.parquet").toString())
                .collectAsList();
        assertEquals(5, rows.size());
        assertEquals(MEAN, rows.get(0).<Double>getAs("prediction"), 1e-12);
        assertEquals(Math.sqrt(SD * SD + 1 / PRECISION), rows.get(4).<Double>getAs("responseSd"), 1e-12);

        assertEquals(0, credence("report", config).status());
        String page = Files.readString(output().resolve("report.html"));
        String shown =
                page.substring(page.indexOf("<section id=\"known\">"), page.indexOf("<section id=\"marginals\">"));
        for (String part : List.of(
                "<h2>Known numbers</h2>",
                "They are given, not learned.",
                "<tr class=\"strong\"><td class=\"\">sd of a response</td><td class=\"number\">2.00</td>",
                "1.00 to 4.00",
                "2.00 ± 0.25",
                "<h3>a response around 0</h3>",
                "<h3>density of a response</h3>",
                "class=\"curve own\"",
                "class=\"interval own\"")) {
            assertTrue(shown.contains(part), part + " in " + shown);
        }
        assertTrue(page.contains("the posterior has a closed form."), "the verdict has the reason of the kind");
    }

    @Test
    void fitOfAStage_isSavedLoadedAndTransforms() throws IOException {
        job();
        Dataset<Row> rows = spark.read()
                .option("header", true)
                .option("inferSchema", true)
                .csv(folder.resolve("rows.csv").toString());
        VariationalModel fitted = new VariationalEstimator()
                .setFormula("y ~ x")
                .option("modelClass", NormalMean.class.getName())
                .option("modelOptions", OPTIONS)
                .fit(rows);
        String path = folder.resolve("stage").toString();
        fitted.save(path);
        Row first = VariationalModel.load(path).transform(rows).first();
        assertEquals(MEAN, first.<Double>getAs("prediction"), 1e-12);
    }

    /** What the kind took: no file names its class but its own and this test. */
    @Test
    void kind_isOneFileAndOneEntry() throws IOException {
        Set<String> naming = new TreeSet<>();
        for (Path file : Repository.javaFiles()) {
            if (Files.readString(file).contains("NormalMean")) {
                naming.add(file.getFileName().toString());
            }
        }
        assertEquals(Set.of("NormalMean.java", "OwnKindTest.java"), naming);
    }
}
