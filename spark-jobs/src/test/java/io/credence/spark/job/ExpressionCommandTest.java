package io.credence.spark.job;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Tests of likelihoods that are expressions, by the command line. */
class ExpressionCommandTest extends CommandLineContract {

    private static final String MODEL = """
            model {
              density = "if(status == 2, lognormal_lpdf(time, mu, sigma), lognormal_lccdf(time, mu, sigma))"
              parameters { mu { formula = "~ age + sex" }
                           sigma { constraint = positive, prior { kind = half-normal, sd = 1 } } }
              mean = "exp(mu + sigma ^ 2 / 2)"
              draw = "exp(mu + sigma * normal())"
            }""";

    private static String person(int i) {
        double age = 40 + i % 31;
        String sex = i % 2 == 0 ? "f" : "m";
        double time = Math.exp(5 - 0.02 * (age - 55) + (sex.equals("f") ? 0.3 : 0) + 0.8 * Math.sin(9.7 * i));
        boolean censored = time > 250;
        return Math.min(time, 250) + "," + (censored ? 1 : 2) + "," + age + "," + sex + "," + (i % 3);
    }

    private List<String> people(int count) {
        return rows("time,status,age,sex,site", count, ExpressionCommandTest::person);
    }

    private CommandResult run(String command, String model, List<String> rows, String... overrides) throws IOException {
        Path table = write("rows.csv", rows.toArray(String[]::new));
        Path config = write(
                "job.conf",
                "data { path = \"" + table + "\", label = time }",
                model,
                "output.path = \"" + output() + "\"");
        List<String> arguments = new ArrayList<>(List.of(command, config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    private CommandResult fitted(String... overrides) throws IOException {
        return run("fit", MODEL, people(300), overrides);
    }

    @Test
    void fit_isSavedAsTextAndScoresRowsWithoutTheStatus() throws IOException {
        CommandResult result = fitted();
        assertEquals(0, result.status(), result.err());
        JsonNode saved = posterior();
        assertEquals(1, saved.at("/model/grammar").asInt());
        assertTrue(saved.at("/model/density").asText().startsWith("if(status == 2"));
        assertEquals("(Intercept)", saved.at("/model/parameters/0/columns/0").asText());
        List<String> names = new ArrayList<>();
        saved.at("/posterior/names").forEach(name -> names.add(name.asText()));
        assertEquals(List.of("(Intercept)", "age", "sexm", "log(sigma)"), names);
        assertEquals(-0.02, saved.at("/posterior/mean/1").asDouble(), 0.012);

        Path fresh = write("new.csv", "age,sex", "50,f", "60,m");
        CommandResult scored = run(
                "score", MODEL, people(300), "score.path=" + fresh, "score.output=" + folder.resolve("scored.parquet"));
        assertEquals(0, scored.status(), scored.err());
        Dataset<Row> found =
                spark.read().parquet(folder.resolve("scored.parquet").toString());
        Row row = found.where(col("age").equalTo(50)).first();
        double prediction = row.getDouble(row.fieldIndex("prediction"));
        assertTrue(prediction > 100 && prediction < 500, String.valueOf(prediction));
        assertTrue(row.getDouble(row.fieldIndex("responseSd")) > row.getDouble(row.fieldIndex("predictionSd")));
        assertTrue(row.getDouble(row.fieldIndex("responseLower")) < prediction);

        CommandResult effects = run("effects", MODEL, people(300), "effects.draws=500");
        assertEquals(0, effects.status(), effects.err());
        assertTrue(effects.out().contains("age"), effects.out());
        assertEquals(0, run("report", MODEL, people(300)).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("expression") && page.contains("lognormal_lccdf"), "the report names the model");
    }

    @Test
    void withoutMeanAndDraw_nothingIsPredicted() throws IOException {
        String bare = "model { density = \"lognormal_lpdf(time, mu, sigma)\", parameters { mu = \"~ age\","
                + " sigma { constraint = positive } } }";
        CommandResult result = run("fit", bare, people(100));
        result.notes("without model.mean", "without model.draw");
        assertTrue(posterior().at("/predictive").isMissingNode());
        run("score", bare, people(100)).refuses(2, "model.mean or model.draw");
        run("effects", bare, people(100)).refuses(2, "model.mean or model.draw");

        String drawn = bare.substring(0, bare.length() - 1) + ", draw = \"exp(mu + sigma * normal())\" }";
        CommandResult other = run("fit", drawn, people(100), "output.overwrite=true");
        assertEquals(0, other.status(), other.err());
        assertEquals(
                0,
                run("score", drawn, people(100), "score.output=" + folder.resolve("s.parquet"))
                        .status());
        Row row = spark.read().parquet(folder.resolve("s.parquet").toString()).first();
        assertTrue(row.isNullAt(row.fieldIndex("prediction")));
        assertFalse(row.isNullAt(row.fieldIndex("responseSd")));
    }

    @Test
    void namesThatNobodyKnows_areRefusedBeforeRowsAreRead() throws IOException {
        run("fit", MODEL.replace("status", "stauts"), people(20))
                .refuses(2, "model.density: the expression has a name that is not known", "did you mean status?");
        run("fit", MODEL.replace("status", "sex"), people(20)).refuses(3, "column 'sex'", "model.density reads");
        run("fit", MODEL.replace("~ age + sex", "~ aeg"), people(20)).refuses(3, "'aeg'", "age");
        nothingIsWritten();
    }

    @Test
    void partThatIsNotFinite_isNamedWithItsRow() throws IOException {
        List<String> rows = people(50);
        rows.set(8, "-1,2,50,f,0");
        CommandResult result = run(
                "fit", MODEL.replace("lognormal_lpdf(time, mu, sigma)", "gaussian_lpdf(log(time), mu, sigma)"), rows);
        assertFalse(result.status() == 0, result.out());
        String said = result.out() + result.err();
        assertTrue(said.contains("log(time)") && said.contains("time = -1"), said);
    }

    @Test
    void segmentsDaysAndComparisons_takeItLikeAFamily() throws IOException {
        CommandResult by = fitted("data.by=[site]");
        assertEquals(0, by.status(), by.err());
        assertTrue(by.out().contains("3 segments"), by.out());
        assertEquals(
                0,
                run("score", MODEL, people(300), "data.by=[site]", "score.output=" + folder.resolve("by.parquet"))
                        .status());
        CommandResult today = fitted(
                "output.path=" + folder.resolve("today"),
                "prior.kind=posterior",
                "prior.path=" + folder.resolve("before"));
        assertFalse(today.status() == 0, "there is no fit before");
        assertEquals(0, fitted("output.path=" + folder.resolve("before")).status());
        CommandResult next = fitted(
                "output.path=" + folder.resolve("today"),
                "prior.kind=posterior",
                "prior.path=" + folder.resolve("before"));
        assertEquals(0, next.status(), next.err());
        assertEquals(
                0,
                fitted("output.path=" + folder.resolve("other"), "model.parameters.mu.formula=\"~ age\"")
                        .status());
        CommandResult compared = credence(
                "compare",
                folder.resolve("before").toString(),
                folder.resolve("other").toString());
        assertEquals(0, compared.status(), compared.err());
    }

    @Test
    void eachParameter_hasItsOwnColumns() throws IOException {
        String model = "model { density = \"lognormal_lpdf(time, mu, sigma)\", parameters {"
                + " mu = \"~ age\", sigma { formula = \"~ sex\", link = log } }, mean = \"exp(mu + sigma ^ 2 / 2)\" }";
        CommandResult result = run("fit", model, people(200));
        assertEquals(0, result.status(), result.err());
        List<String> names = new ArrayList<>();
        posterior().at("/posterior/names").forEach(name -> names.add(name.asText()));
        assertEquals(List.of("mu:(Intercept)", "mu:age", "sigma:(Intercept)", "sigma:sexm"), names);
        Path fresh = write("new.csv", "age,sex", "50,f", "60,m");
        CommandResult scored = run(
                "score", model, people(200), "score.path=" + fresh, "score.output=" + folder.resolve("scored.parquet"));
        assertEquals(0, scored.status(), scored.err());
        Row row = spark.read()
                .parquet(folder.resolve("scored.parquet").toString())
                .first();
        assertFalse(row.isNullAt(row.fieldIndex("prediction")));
        assertTrue(row.isNullAt(row.fieldIndex("responseSd")));
    }
}
