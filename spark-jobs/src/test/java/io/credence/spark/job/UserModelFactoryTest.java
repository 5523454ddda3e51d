package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Tests of users' model classes instead of families: from a jar, with constraints, with series, and with faults. */
class UserModelFactoryTest extends CommandLineContract {

    /** A line through the origin with normal errors, that fails at label 7.25 after {@code failAfter} rows on request. */
    private static final String LINE = """
            package acme;
            import io.credence.model.*;
            import java.util.*;
            import java.util.concurrent.atomic.AtomicLong;
            public final class Line implements RowModel {
                private static final AtomicLong SEEN = new AtomicLong();
                private final long failAfter;
                public Line(Map<String, String> options) {
                    failAfter = Long.parseLong(options.getOrDefault("failAfter", "" + Long.MAX_VALUE));
                }
                @Override
                public List<Parameter> parameters(List<String> columns) {
                    return List.of(Parameter.real("slope"), Parameter.positive("scale"));
                }
                @Override
                public double logLikelihood(Row row, double[] p) {
                    if (SEEN.incrementAndGet() > failAfter && row.label() == 7.25) {
                        return Double.NaN;
                    }
                    double z = (row.label() - p[0] * row.feature(row.columns() - 1)) / p[1];
                    return -0.5 * z * z - Math.log(p[1]) - 0.5 * Math.log(2 * Math.PI);
                }
                @Override
                public String refuse(double label) {
                    return label > -100 ? null : "must be above -100";
                }
            }
            """;

    private static final List<String> ROWS =
            rows("x,y", 80, i -> (i % 9 - 4) + "," + (2 * (i % 9 - 4) + (i * 7 % 5 - 2) / 2.0));

    private CommandResult fitLine(List<String> rows, String... overrides) throws IOException {
        Path jar = UserJar.of(folder, "Line", LINE);
        List<String> all = new ArrayList<>(List.of("model.family=null", "model.class=acme.Line", "--jars=" + jar));
        all.addAll(List.of(overrides));
        return fit("bernoulli", rows, all.toArray(String[]::new));
    }

    @Test
    void classInAJar_isFitted() throws IOException {
        CommandResult result = fitLine(ROWS);
        assertEquals(0, result.status(), result.err());
        JsonNode root = posterior();
        assertEquals("acme.Line", root.at("/model/class").asText());
        assertTrue(root.at("/model/family").isMissingNode());
        assertEquals("[\"slope\",\"log(scale)\"]", root.at("/posterior/names").toString());
        // Least squares by hand: the errors are (i·7 mod 5 − 2)/2, whose variance is 1/2.
        assertEquals(2, root.at("/posterior/mean/0").asDouble(), 0.1);
        assertEquals(Math.sqrt(0.5), root.at("/posterior/constrained/q50/0").asDouble(), 0.1);
        assertEquals("scale", root.at("/posterior/constrained/names/0").asText());
        assertEquals(
                Math.exp(root.at("/posterior/mean/1").asDouble()),
                root.at("/posterior/constrained/q50/0").asDouble(),
                1e-2);
        assertTrue(result.out().contains("scale ") && !result.out().contains("log(scale)"), result.out());
        assertTrue(root.at("/bounds/elbo/mcse").asDouble() > 0, root::toPrettyString);
        credence("score", folder.resolve("job.conf").toString(), "--quiet")
                .refuses(2, "model.class cannot be found", "--jars", "acme.Line");
        String jar = UserJar.of(folder, "Line", LINE).toString();
        credence("score", folder.resolve("job.conf").toString(), "--quiet", "--jars=" + jar)
                .refuses(2, "the posterior is of a class", "acme.Line");
    }

    /** The same line, that states what it expects and draws it. */
    private static String predictive(String mean) {
        return LINE.replace("public String refuse", mean + """
                    public double response(Row row, double[] p, java.util.random.RandomGenerator random) {
                        return p[0] * row.feature(row.columns() - 1) + p[1] * random.nextGaussian();
                    }
                    @Override
                    public String refuse""");
    }

    private Row scoredAtFour(String source) throws IOException {
        String jar = UserJar.of(folder, "Line", source).toString();
        CommandResult fit = fit("bernoulli", ROWS, "model.family=null", "model.class=acme.Line", "--jars=" + jar);
        assertEquals(0, fit.status(), fit.err());
        assertTrue(posterior().at("/predictive/statistics").size() > 0, "drawn responses beside those observed");
        String conf = folder.resolve("job.conf").toString();
        credence("score", conf, "--quiet", "--jars=" + jar).notes("is represented by 1000 of its draws");
        return spark.read()
                .parquet(output() + "/predictions.parquet")
                .where("x = 4")
                .first();
    }

    @Test
    void classThatPredicts_isScored() throws IOException {
        Row row = scoredAtFour(predictive("""
                public double mean(Row row, double[] p) {
                        return p[0] * row.feature(row.columns() - 1);
                    }
                    """));
        double slopeSd = posterior().at("/posterior/sd/0").asDouble();
        assertEquals(4 * posterior().at("/posterior/mean/0").asDouble(), row.<Double>getAs("prediction"), 0.02);
        assertEquals(4 * slopeSd, row.<Double>getAs("predictionSd"), 0.4 * slopeSd);
        assertEquals(8 - 1.645 * 4 * slopeSd, row.<Double>getAs("lower"), 0.1);
        assertEquals(Math.sqrt(0.5), row.<Double>getAs("responseSd"), 0.1);
        assertEquals(8 + 1.645 * Math.sqrt(0.5), row.<Double>getAs("responseUpper"), 0.3);
    }

    @Test
    void classThatOnlyDrawsResponses_hasNoSpreadOfItsMean() throws IOException {
        Row row = scoredAtFour(predictive(""));
        assertEquals(8, row.<Double>getAs("prediction"), 0.15);
        assertTrue(row.isNullAt(row.fieldIndex("predictionSd")) && row.isNullAt(row.fieldIndex("lower")));
        assertEquals(Math.sqrt(0.5), row.<Double>getAs("responseSd"), 0.1);
    }

    @Test
    void classOfTheUser_reachesTheExecutors() throws IOException {
        // More than a block of rows
        List<String> many =
                rows("a,b,c,d,e,f,x,y", 70_000, i -> "0,0,0,0,0,0," + (i % 9 - 4) + "," + (2 * (i % 9 - 4)));
        CommandResult result = fitLine(
                many,
                "estimator.draws=4",
                "estimator.adaptive=false",
                "stop.maxIterations=2",
                "check.khat=false",
                "stop.acceptUnconverged=true");
        assertEquals(0, result.status(), result.err());
    }

    @Test
    void labelThatTheClassRefuses_endsWith3() throws IOException {
        List<String> rows = new ArrayList<>(ROWS);
        rows.set(5, "1,-100");
        fitLine(rows).refuses(3, "above -100 (class acme.Line)", "row 5");
        nothingIsWritten();
    }

    @Test
    void lossThatIsNotANumber_endsWith4AndNamesThePlace() throws IOException {
        List<String> rows = new ArrayList<>(ROWS);
        rows.set(6, "3,7.25");
        CommandResult result =
                fitLine(rows, "model.options.failAfter=250000", "estimator.draws=20", "prior.sd=2.2360679775");
        assertEquals(4, result.status(), result.err());
        assertTrue(result.err().contains("was NaN at row 5 of partition 0"), result.err());
        JsonNode root = posterior();
        assertEquals("diverged", root.path("status").asText());
        assertFalse(root.path("reliable").asBoolean());
        assertTrue(root.at("/run/iterations").asInt() > 10, "the fault came late");
        assertEquals(2, root.at("/posterior/mean/0").asDouble(), 0.5, "the last good state");
    }

    @Test
    void classThatIsNotThere_isRefusedBeforeTheDataAreRead() throws IOException {
        String[] none = {"model.family=null", "model.class=acme.Nowhere"};
        fit("bernoulli", ROWS, none).refuses(2, "model.class cannot be found", "acme.Nowhere", "--jars");
        fit("bernoulli", ROWS, none[0], none[1], "--jars=" + folder.resolve("none.jar"))
                .refuses(2, "--jars names no file", "none.jar");
        fit("bernoulli", ROWS, none[0], "model.class=java.lang.String").refuses(2, "must implement RowModel");
        fitLine(ROWS, "data.order=x").refuses(2, "data.order is for models of series", "acme.Line");
        fitLine(ROWS, "data.standardize=true").refuses(2, "data.standardize", "PredictorModel");
        fit("bernoulli", ROWS, none[0], "model.class=io.credence.example.RobustRegression", "model.options.nu=4")
                .refuses(2, "options must be among", "nu");
        nothingIsWritten();
    }

    @Test
    void estimatorThatTheClassCannotFollow_isRefused() throws IOException {
        fitLine(ROWS, "estimator.kind=reparameterized").refuses(2, "acme.Line cannot be fitted so", "gradient");
        nothingIsWritten();
    }

    @Test
    void priorBesideAClassWithItsOwn_isRefused() throws IOException {
        String own = LINE.replace("Line", "Own").replace("public String refuse", """
                public boolean hasPrior() {
                    return true;
                }
                @Override
                public double logPrior(double[] p) {
                    return -0.5 * p[0] * p[0] - p[1];
                }
                @Override
                public String refuse""");
        String[] keys = {"model.family=null", "model.class=acme.Own", "--jars=" + UserJar.of(folder, "Own", own)};
        fit("bernoulli", ROWS, keys[0], keys[1], keys[2], "prior.sd=0.1", "prior.mean=1")
                .refuses(2, "prior.mean, prior.sd would have no effect", "has one of its own, found acme.Own");
        nothingIsWritten();
        assertEquals(0, fit("bernoulli", ROWS, keys).status());
        assertEquals(0, fitLine(ROWS, "prior.sd=0.1", "output.overwrite=true").status());
    }

    @Test
    void standardizedPredictorModel_isOnTheScaleOfTheData() throws IOException {
        List<String> rows = rows("x,y", 80, i -> 100 * (i % 9 - 4) + "," + (2 * (i % 9 - 4) + (i * 7 % 5 - 2) / 2.0));
        CommandResult result = fit(
                "bernoulli",
                rows,
                "model.family=null",
                "model.class=io.credence.example.RobustRegression",
                "data.standardize=true");
        assertEquals(0, result.status(), result.err());
        assertEquals(
                "[\"(Intercept)\",\"x\",\"log(scale)\"]",
                posterior().at("/posterior/names").toString());
        assertEquals(0.02, posterior().at("/posterior/mean/1").asDouble(), 0.001);
    }

    @Test
    void series_isFittedInOrderWhateverTheOrderOfTheFile() throws IOException {
        List<String> rows = rows("day,y", 60, i -> "2020-" + (1 + i / 28) + "-" + (1 + i % 28) + "," + Math.sin(i * i));
        List<String> backward = new ArrayList<>(rows.subList(1, rows.size()));
        Collections.reverse(backward);
        backward.add(0, rows.get(0));
        String[] keys = {
            "model.family=null",
            "model.class=io.credence.example.Garch",
            "stop.maxIterations=10",
            "stop.acceptUnconverged=true",
            "output.overwrite=true"
        };
        fit("bernoulli", rows, keys).refuses(2, "data.order is missing", "Garch");
        List<String> ordered = new ArrayList<>(List.of(keys));
        ordered.add("data.order=day");
        CommandResult result = fit("bernoulli", rows, ordered.toArray(String[]::new));
        assertEquals(0, result.status(), result.err());
        JsonNode first = posterior().path("posterior");
        assertEquals(
                0, fit("bernoulli", backward, ordered.toArray(String[]::new)).status());
        assertEquals(first, posterior().path("posterior"));
        assertEquals("omega", first.at("/constrained/names/0").asText());
    }

    /** A line whose effect is reported in units of its noise too. */
    private Path quantities(String names, String values) throws IOException {
        String derived = LINE.replace("implements RowModel", "implements RowModel, DerivedQuantities")
                .replace("public List<Parameter> parameters", """
                        public List<String> quantityNames(List<String> columns) {
                            return List.of(%s);
                        }
                        @Override
                        public double[] quantities(double[] p) {
                            return new double[] {%s};
                        }
                        @Override
                        public List<Parameter> parameters""".formatted(names, values));
        return UserJar.of(folder, "Line", derived);
    }

    private CommandResult withJar(String command, Path jar, String... more) throws IOException {
        List<String> all =
                new ArrayList<>(List.of(command, folder.resolve("job.conf").toString()));
        all.addAll(List.of(more));
        all.addAll(
                List.of("--quiet", "--set", "model.class=acme.Line", "--set", "model.family=null", "--jars", "" + jar));
        config("bernoulli", write("rows.csv", ROWS.toArray(String[]::new)));
        return credence(all.toArray(String[]::new));
    }

    @Test
    void quantitiesOfTheClass_areReportedAndExportedWithTheDraws() throws IOException {
        Path jar = quantities("\"effect, in sds\", \"at 3\"", "p[0] / p[1], 3 * p[0]");
        CommandResult result = withJar("fit", jar);
        assertEquals(0, result.status(), result.err());
        assertTrue(
                result.out().contains("\nquantities\nname") && result.out().contains("\neffect, in sds "),
                result.out());
        JsonNode root = posterior();
        assertEquals(
                "[\"effect, in sds\",\"at 3\"]", root.at("/quantities/names").toString());
        assertEquals(
                3 * root.at("/posterior/mean/0").asDouble(),
                root.at("/quantities/mean/1").asDouble(),
                0.02);
        assertEquals(2 / Math.sqrt(0.5), root.at("/quantities/mean/0").asDouble(), 0.3);
        assertEquals("[\"(Intercept)\",\"x\"]", root.at("/model/columns").toString());

        Path table = folder.resolve("draws.parquet");
        CommandResult exported = withJar("export", jar, table.toString(), "--draws", "50");
        assertEquals(0, exported.status(), exported.err());
        assertFalse(exported.err().contains("left out"), exported.err());
        List<Row> draws = spark.read().parquet(table.toString()).collectAsList();
        assertEquals(50, draws.size());
        assertEquals(
                "[slope, log(scale), effect, in sds, at 3]",
                List.of(draws.get(0).schema().fieldNames()).toString());
        for (Row draw : draws) {
            assertEquals(draw.getDouble(0) / Math.exp(draw.getDouble(1)), draw.getDouble(2), 1e-12);
            assertEquals(3 * draw.getDouble(0), draw.getDouble(3), 1e-12);
        }
        Path csv = folder.resolve("draws.csv");
        assertEquals(0, withJar("export", jar, csv.toString(), "--draws", "50").status());
        String text = Files.readString(csv);
        assertTrue(text.contains("# quantity.1 is effect, in sds\n"), text);
        assertTrue(text.contains("\nlp__,accept_stat__,beta.1,beta.2,quantity.1,quantity.2\n"), text);
        assertEquals(
                0, credence("report", folder.resolve("job.conf").toString()).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("<h3>Quantities</h3>") && page.contains("<td class=\"\">effect, in sds</td>"), page);
    }

    @Test
    void classThatIsNotTheFittedOne_exportsDrawsWithoutQuantities() throws IOException {
        assertEquals(0, withJar("fit", quantities("\"twice\"", "2 * p[0]")).status());
        Path table = folder.resolve("draws.parquet");
        Path other = UserJar.of(folder, "Line", LINE.replace("\"slope\"", "\"tilt\""));
        withJar("export", other, table.toString(), "--draws", "5")
                .notes("note: quantities of the model are left out", "required acme.Line of [slope, log(scale)]");
        assertEquals(2, spark.read().parquet(table.toString()).columns().length);
        credence(
                        "export",
                        folder.resolve("job.conf").toString(),
                        folder.resolve("more.parquet").toString(),
                        "--set",
                        "model.family=null",
                        "--set",
                        "model.class=acme.Line")
                .notes("note: quantities of the model are left out: model.class cannot be found", "--jars");
    }

    @Test
    void quantitiesWithFaults_areRefusedBeforeTheFitAndLeaveItsResultAfterIt() throws IOException {
        withJar("fit", quantities("\"twice\", \"slope\"", "2 * p[0], 0"))
                .refuses(2, "the quantities of acme.Line cannot be computed", "found 'slope' twice");
        withJar("fit", quantities("\"twice\"", "2 * p[0], 0")).refuses(2, "required one value for each of 1 names");
        withJar("fit", quantities("\"twice\"", "p[2]")).refuses(2, "ArrayIndexOutOfBoundsException", "Line.java:");
        nothingIsWritten();
        withJar("fit", quantities("\"late\"", "1 / (p[0] == 0 ? 1 : 0)"))
                .notes(
                        "note: the quantities of acme.Line cannot be computed",
                        "ArithmeticException (/ by zero) at Line.java:");
        assertTrue(posterior().at("/quantities").isMissingNode());
        assertEquals("converged", posterior().path("status").asText());
        withJar(
                        "fit",
                        quantities("\"root\", \"slope twice\"", "Math.sqrt(p[0] - 2), 2 * p[0]"),
                        "--set",
                        "output.overwrite=true")
                .notes("note: quantities that are no finite number at some of ", "are not reported: root at ");
        assertEquals("[\"slope twice\"]", posterior().at("/quantities/names").toString());
    }
}
