package io.credence.spark.job;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of likelihoods of which further parameters have formulas, by the command line. */
class FormulasCommandTest extends CommandLineContract {

    private static final String GAUSSIAN = "formula = \"y ~ x\", formulas { sigma = \"~ z\" }, model.family = gaussian";

    private static String normal(int i, Random random) {
        double x = random.nextGaussian();
        double z = random.nextGaussian();
        return x + "," + z + "," + (1 + 2 * x + Math.exp(0.3 + 0.5 * z) * random.nextGaussian()) + "," + (i % 3);
    }

    private List<String> normals(int count) {
        Random random = new Random(5);
        return rows("x,z,y,site", count, i -> normal(i, random));
    }

    private CommandResult run(String command, String model, List<String> rows, String... overrides) throws IOException {
        Path table = write("rows.csv", rows.toArray(String[]::new));
        Path config =
                write("job.conf", "data { path = \"" + table + "\" }", model, "output.path = \"" + output() + "\"");
        List<String> arguments = new ArrayList<>(List.of(command, config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        posterior().at("/posterior/names").forEach(name -> names.add(name.asText()));
        return names;
    }

    @Test
    void fit_isScoredComparedAndReported() throws IOException {
        CommandResult result = run("fit", GAUSSIAN, normals(400));
        assertEquals(0, result.status(), result.err());
        assertEquals(List.of("(Intercept)", "x", "sigma:(Intercept)", "sigma:z"), names());
        JsonNode saved = posterior();
        assertEquals(2, saved.at("/posterior/mean/1").asDouble(), 0.3);
        assertEquals(0.5, saved.at("/posterior/mean/3").asDouble(), 0.15);
        assertEquals("~ z", saved.at("/model/formulas/formulas/sigma").asText());
        assertFalse(saved.at("/predictive").isMissingNode());

        Path fresh = write("new.csv", "x,z", "0,-2", "0,2");
        CommandResult scored = run(
                "score",
                GAUSSIAN,
                normals(400),
                "score.path=" + fresh,
                "score.output=" + folder.resolve("scored.parquet"));
        assertEquals(0, scored.status(), scored.err());
        Dataset<Row> found =
                spark.read().parquet(folder.resolve("scored.parquet").toString());
        double calm = sd(found.where(col("z").equalTo(-2)).first());
        double wild = sd(found.where(col("z").equalTo(2)).first());
        assertEquals(Math.exp(2), wild / calm, 3);

        CommandResult effects = run(
                "effects",
                GAUSSIAN,
                normals(400),
                "effects.draws=500",
                "effects.requests.spread={kind=predictions,parameter=sigma,variables={z=[-2,2]}}");
        assertEquals(0, effects.status(), effects.err());
        assertTrue(effects.out().contains("spread"), effects.out());
        run("effects", GAUSSIAN, normals(400), "effects.requests.spread={kind=predictions,parameter=sgima}")
                .refuses(2, "no parameter sgima", "sigma");
        assertEquals(0, run("report", GAUSSIAN, normals(400)).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("<h2>Parameters</h2>") && page.contains("<td class=\"\">sigma</td>"), page);
    }

    private static double sd(Row row) {
        return row.getDouble(row.fieldIndex("responseSd"));
    }

    /** Default priors of the first coefficients, and their names. */
    private List<String> priors(String model, int count) throws IOException {
        return priors(model).subList(0, count);
    }

    private List<String> priors(String model) throws IOException {
        CommandResult result = run("fit", model, normals(200), "output.overwrite=true");
        assertEquals(0, result.status(), result.err());
        List<String> names = names();
        JsonNode prior = posterior().path("prior");
        return IntStream.range(0, names.size())
                .mapToObj(j -> names.get(j) + " ~ N(" + prior.at("/mean/" + j) + ", " + prior.at("/sd/" + j) + ")")
                .toList();
    }

    @Test
    void defaultPriorsOfTheMean_areThoseWithoutFormulas() throws IOException {
        String mean = "formula = \"y ~ I(x + 3) * I(z - 2)\", model.family = gaussian";
        List<String> without = priors(mean, 4);
        assertEquals(without, priors(mean + ", formulas { sigma = \"~ 1\" }", 4));
        assertEquals(without, priors(mean + ", formulas { sigma = \"~ x\" }", 4));
    }

    @Test
    void defaultPriorsOfOtherParameters_areTheSameBesideAnyMean() throws IOException {
        String sigma = "formulas { sigma = \"~ I(x + 3) * I(z - 2)\" }, model.family = gaussian";
        List<String> beside = priors("formula = \"y ~ I(x + 3) * I(z - 2)\", " + sigma);
        List<String> alone = priors("formula = \"y ~ 1\", " + sigma);
        List<String> expected =
                beside.stream().filter(each -> each.startsWith("sigma:I")).toList();
        assertEquals(3, expected.size());
        assertEquals(
                expected,
                alone.stream().filter(each -> each.startsWith("sigma:I")).toList());
    }

    @Test
    void interactionOfAColumnNamedSigma_isOneOfTheMean() throws IOException {
        Random random = new Random(13);
        List<String> table = rows("x,sigma,z,y", 400, i -> {
            double x = random.nextGaussian();
            double sigma = random.nextGaussian();
            double z = random.nextGaussian();
            return x + "," + sigma + "," + z + "," + (1 + 2 * sigma * z + Math.exp(0.5 * x) * random.nextGaussian());
        });
        String model = "formula = \"y ~ sigma * z\", formulas { sigma = \"~ 0 + x\" }, model.family = gaussian";
        CommandResult result = run("fit", model, table);
        assertEquals(0, result.status(), result.err());
        assertEquals(List.of("(Intercept)", "sigma", "z", "sigma:z", "sigma:x"), names());
        JsonNode columns = posterior().at("/model/formulas/columns");
        assertEquals(
                "[\"(Intercept)\",\"sigma\",\"z\",\"sigma:z\"]",
                columns.path("mu").toString());
        assertEquals("[\"x\"]", columns.path("sigma").toString());

        Path fresh = write("new.csv", "x,sigma,z", "0,2,2");
        Path scores = folder.resolve("scored.parquet");
        CommandResult scored = run("score", model, table, "score.path=" + fresh, "score.output=" + scores);
        assertEquals(0, scored.status(), scored.err());
        Row row = spark.read().parquet(scores.toString()).first();
        assertEquals(9, row.getDouble(row.fieldIndex("prediction")), 1);
        assertEquals(1, sd(row), 0.3);
    }

    private double[] means(String... overrides) throws IOException {
        CommandResult result = run("fit", GAUSSIAN, normals(400), overrides);
        assertEquals(0, result.status(), result.err());
        List<Double> means = new ArrayList<>();
        posterior().at("/posterior/mean").forEach(mean -> means.add(mean.asDouble()));
        return means.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** A fit from values of the loss alone has the Gaussian that one by its gradients has. */
    @Test
    void fitFromValues_agreesWithTheDefault() throws IOException {
        double[] byDefault = means("posterior.family=gaussian-full");
        double[] fromValues = means("method=qbvi", "output.overwrite=true");
        assertArrayEquals(byDefault, fromValues, 0.01);
    }

    @Test
    void segmentsAndDays_takeFormulas() throws IOException {
        CommandResult by = run("fit", GAUSSIAN, normals(300), "data.by=[site]");
        assertEquals(0, by.status(), by.err());
        assertEquals(
                0,
                run("score", GAUSSIAN, normals(300), "data.by=[site]", "score.output=" + folder.resolve("by.parquet"))
                        .status());
        assertEquals(
                0,
                run("fit", GAUSSIAN, normals(300), "output.path=" + folder.resolve("before"))
                        .status());
        CommandResult next = run(
                "fit",
                GAUSSIAN,
                normals(300),
                "output.path=" + folder.resolve("today"),
                "prior.kind=posterior",
                "prior.path=" + folder.resolve("before"));
        assertEquals(0, next.status(), next.err());
        CommandResult constant = run(
                "fit",
                "formula = \"y ~ x\", model.family = gaussian",
                normals(300),
                "output.path=" + folder.resolve("constant"));
        assertEquals(0, constant.status(), constant.err());
        CommandResult compared = credence(
                "compare",
                folder.resolve("before").toString(),
                folder.resolve("constant").toString());
        assertEquals(0, compared.status(), compared.err());
    }

    @Test
    void parametersWithoutFormula_areNumbers() throws IOException {
        Random random = new Random(7);
        List<String> counts = rows("x,z,y,n", 120, i -> {
            double x = random.nextGaussian();
            double z = random.nextGaussian();
            boolean none = random.nextDouble() < 1 / (1 + Math.exp(0.5 - z));
            double y = none ? 0 : Math.min(40, Math.floor(-3 * Math.exp(0.4 * x) * Math.log(random.nextDouble())));
            return x + "," + z + "," + y + ",40";
        });
        String inflated =
                "formula = \"y ~ x\", formulas { zi = \"~ z\" }, model.family = zero-inflated-negative-binomial,"
                        + " posterior.family = gaussian-full";
        CommandResult result = run("fit", inflated, counts);
        assertEquals(0, result.status(), result.err());
        assertEquals(List.of("(Intercept)", "x", "zi:(Intercept)", "zi:z", "log(size)"), names());
        String student =
                "formula = \"y ~ x\", formulas { nu = \"~ z\" }, model.family = student-t, output.overwrite = true,"
                        + " posterior.family = gaussian-full";
        assertEquals(0, run("fit", student, normals(120)).status());
        assertEquals(List.of("(Intercept)", "x", "nu:(Intercept)", "nu:z", "log(sigma)"), names());
        String shares = "formula = \"y ~ x\", data.trials = n, formulas { phi = \"~ z\" },"
                + " model.family = beta-binomial, output.overwrite = true, posterior.family = gaussian-full";
        CommandResult paired = run("fit", shares, counts);
        assertEquals(0, paired.status(), paired.err());
        assertEquals(List.of("(Intercept)", "x", "phi:(Intercept)", "phi:z"), names());
        assertEquals(
                0,
                run("score", shares, counts, "score.output=" + folder.resolve("s.parquet"))
                        .status());
    }

    @Test
    void orderedClasses_haveADiscrimination() throws IOException {
        Random random = new Random(9);
        List<String> classes = rows("x,z,y", 500, i -> {
            double x = random.nextGaussian();
            double z = random.nextGaussian();
            double noise = Math.log(1 / random.nextDouble() - 1);
            double latent = x + Math.exp(-0.5 * z) * noise;
            return x + "," + z + "," + (latent < -1 ? "low" : latent < 1 ? "middle" : "top");
        });
        String ordinal = "formula = \"y ~ x\", formulas { disc = \"~ z\" }, model.family = ordinal,"
                + " data.reference { y = \"low < middle < top\" }, posterior.family = gaussian-full";
        CommandResult result = run("fit", ordinal, classes);
        assertEquals(0, result.status(), result.err());
        assertEquals(List.of("x", "disc:z", "low|middle", "log(middle|top - low|middle)"), names());
        assertEquals(0.5, posterior().at("/posterior/mean/1").asDouble(), 0.3);
        CommandResult scored = run("score", ordinal, classes, "score.output=" + folder.resolve("c.parquet"));
        assertEquals(0, scored.status(), scored.err());
        Row row = spark.read().parquet(folder.resolve("c.parquet").toString()).first();
        assertFalse(row.isNullAt(row.fieldIndex("prediction")));
    }

    @Test
    void columnThatIsNotThere_isNamedWithItsFormula() throws IOException {
        CommandResult result = run("fit", GAUSSIAN.replace("~ z", "~ zz"), normals(30));
        assertTrue(result.status() != 0);
        assertTrue(result.err().contains("'zz'") && result.err().contains("the formula of sigma"), result.err());
        nothingIsWritten();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', textBlock = """
            formula = "y ~ x", formulas { sgima = "~ z" }, model.family = gaussian @ has no parameter sgima; did you mean sigma
            formula = "y ~ x", formulas { mu = "~ z" }, model.family = gaussian @ required sigma; the key formula
            formula = "y ~ x", formulas { sigma = "y ~ z" }, model.family = gaussian @ has a response; the response is that of the model
            formula = "y ~ x", formulas { sigma = "~ (1 | site)" }, model.family = gaussian @ vary between levels
            formula = "y ~ x + (1 | site)", formulas { sigma = "~ z" }, model.family = gaussian @ formulas; levels
            formula = "y ~ x", formulas { sigma = "~ z" }, model.family = poisson @ the family poisson has no parameter; gaussian
            formula = "y ~ x", formulas { sigma = "~ z" }, model.family = bernoulli @ the family bernoulli has no parameter; beta
            formula = "y ~ x", formulas { sigma = "~ z" }, model { family = gaussian, dispersion = 2 } @ model.dispersion is known; estimate
            formula = "y ~ x", formulas { phi = "~ z" }, model { family = tweedie, power = auto } @ model.power; a number
            formula = "y ~ x", formulas { sigma = "~ z" }, model { family = gaussian, network.layers = [4] } @ formulas
            """)
    void formulasThatCannotBe_areRefused(String model, String said) throws IOException {
        run("fit", model, normals(30)).refuses(2, said.split("; "));
        nothingIsWritten();
    }
}
