package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import io.credence.spark.job.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of fits whose prior is the posterior of an earlier command. */
class DailyFitTest extends CommandLineContract {

    private static String row(int i) {
        return (i % 11 - 5) / 4.0 + "," + (i * 13 % 17) * 10 + "," + "UVW".charAt(i * 5 % 7 % 3) + ","
                + (i * 7 % (2 + i % 4));
    }

    private static List<String> days(int from, int to) {
        List<String> rows = new ArrayList<>(List.of("a,b,g,y"));
        IntStream.range(from, to).forEach(i -> rows.add(row(i)));
        return rows;
    }

    private CommandResult day(String name, List<String> rows, String... overrides) throws IOException {
        Path config = write(
                name + ".conf",
                "data { path = \"" + write(name + ".csv", rows.toArray(String[]::new)) + "\", label = y }",
                "data.categorical = [g]",
                "model { family = gaussian, dispersion = 1.5 }",
                "check.khat = false",
                "output.path = \"" + folder.resolve(name) + "\"");
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(override.startsWith("--") ? List.of(override) : List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    private String[] after(String name, String... more) {
        List<String> all = new ArrayList<>(List.of("prior.kind=posterior", "prior.path=" + folder.resolve(name)));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private JsonNode result(String name) throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve(name + "/posterior.json").toFile());
    }

    private void sameMoments(String expected, String found, double tolerance) throws IOException {
        JsonNode whole = result(expected).path("posterior");
        JsonNode parts = result(found).path("posterior");
        assertEquals(whole.path("names"), parts.path("names"));
        for (int j = 0; j < whole.path("sd").size(); j++) {
            double sd = whole.path("sd").path(j).asDouble();
            double mean = whole.path("mean").path(j).asDouble();
            assertEquals(mean, parts.path("mean").path(j).asDouble(), tolerance * sd);
            assertEquals(sd, parts.path("sd").path(j).asDouble(), tolerance * sd);
        }
    }

    @Test
    void daysOneByOne_areTheFitOfAllRows() throws IOException {
        day("one", days(0, 60), "prior.sd=3").notes();
        day("two", days(60, 120), after("one")).notes();
        CommandResult third = day("three", days(120, 180), after("two", "data.standardize=true"));
        third.notes();
        assertFalse(third.err().contains("uninformative"), third.err());
        assertEquals(0, day("all", days(0, 180), "prior.sd=3").status());
        sameMoments("all", "three", 1e-8);
        JsonNode prior = result("three").path("prior");
        assertEquals("posterior", prior.path("kind").asText());
        assertEquals(folder.resolve("two").toString(), prior.path("path").asText());
        assertEquals(result("two").path("digest"), prior.path("digest"));
        assertEquals(1.0, prior.path("forgetting").asDouble());
        assertEquals(
                result("two").at("/posterior/sd/1").asDouble(),
                prior.path("sd").path(1).asDouble(),
                1e-9);
        String log = Files.readString(folder.resolve("three/log.txt"));
        assertTrue(log.contains("prior: posterior, forgetting 1.0"), log);
    }

    @Test
    void wideFits_areReadFromTheirTable() throws IOException {
        int columns = 66;
        List<String> rows = new ArrayList<>(
                List.of(IntStream.range(0, columns).mapToObj(j -> "x" + j).collect(Collectors.joining(",")) + ",g,y"));
        for (int i = 0; i < 300; i++) {
            int row = i;
            rows.add(IntStream.range(0, columns)
                            .mapToObj(j -> String.valueOf((row * (j + 3) * 7 + j * j) % 101 / 50.0 - 1))
                            .collect(Collectors.joining(","))
                    + "," + "UV".charAt(i % 2) + "," + i % 5);
        }
        List<String> second = new ArrayList<>(rows.subList(0, 1));
        second.addAll(rows.subList(150, 301));
        day("one", rows.subList(0, 150), "prior.sd=1").notes();
        day("two", second, after("one")).notes();
        assertTrue(Files.exists(folder.resolve("one/covariance.parquet")));
        JsonNode before = result("one").at("/posterior/sd");
        JsonNode prior = result("two").at("/prior/sd");
        JsonNode after = result("two").at("/posterior/sd");
        for (int j = 0; j < before.size(); j++) {
            assertEquals(1, prior.path(j).asDouble() / before.path(j).asDouble(), 1e-6);
            assertTrue(after.path(j).asDouble() < before.path(j).asDouble());
        }
    }

    @Test
    void whatIsNewLostOrCountedTwice_isNoted() throws IOException {
        day("one", days(0, 60)).notes();
        day("two", days(0, 60), after("one")).notes("they count twice");
        day("three", days(60, 120), after("one", "data.exclude=[a]")).notes("integrated out: a");
        day("four", days(60, 120), after("three")).notes("new against", "with a prior of their own: a");
    }

    @Test
    void whatCannotBeAPrior_isRefused() throws IOException {
        day("one", days(0, 60)).notes();
        Map<String, String> refused = Map.of(
                "prior.path=/no/such/folder",
                "prior.path cannot be used",
                "prior.path=" + folder.resolve("two"),
                "count its rows twice",
                "prior.forgetting=0",
                "prior.forgetting is out of range",
                "model.family=student-t",
                "of another model: required student-t with link identity, found gaussian",
                "data.reference.g=V",
                "the level of g without a coefficient is another",
                "prior.path=null",
                "prior.path is missing");
        for (Map.Entry<String, String> each : refused.entrySet()) {
            day("two", days(60, 120), after("one", each.getKey())).refuses(2, each.getValue());
            assertFalse(Files.exists(folder.resolve("two/posterior.json")));
        }
    }

    /** Bases, centres and knots are those of the first day, whatever rows come later. */
    @Test
    void basesOfTheFirstDay_areThoseOfAllDays() throws IOException {
        String terms = "poly(a, 2) + scale(b) + ns(a, 3) + bs(b, df = 4, Boundary.knots = c(-10, 200)) + g";
        String[] plain = {"data.categorical=[]", "data.label=null", "formula=y ~ " + terms, "prior.sd=3"};
        day("one", days(0, 60), plain).notes();
        List<String> longer = new ArrayList<>(days(60, 120));
        longer.add("3.5,10,U,2");
        List<String> all = new ArrayList<>(List.of(plain));
        all.addAll(List.of(after("one")));
        String[] second = all.toArray(String[]::new);
        day("two", longer, second).notes();
        assertEquals(result("one").at("/data/formula"), result("two").at("/data/formula"), "bases of the first day");
        all.set(all.size() - 1, "prior.path=" + folder.resolve("two"));
        day("three", days(120, 180), all.toArray(String[]::new)).notes();
        List<String> rest = new ArrayList<>(longer);
        rest.addAll(days(120, 180).subList(1, 61));
        day("both", rest, second).notes();
        sameMoments("both", "three", 1e-7);
    }

    /** Two days are the fit of all their rows with the first day's centre and scale written out. */
    @Test
    void scaledColumn_isTheSameOnBothDays() throws IOException {
        String[] plain = {"data.categorical=[]", "data.label=null", "formula=y ~ scale(b)", "prior.sd=3"};
        day("one", days(0, 60), plain).notes();
        List<String> all = new ArrayList<>(List.of(plain));
        all.addAll(List.of(after("one")));
        day("two", days(60, 120), all.toArray(String[]::new)).notes();
        double[] b = days(0, 60).stream()
                .skip(1)
                .mapToDouble(row -> Double.parseDouble(row.split(",")[1]))
                .toArray();
        double mean = Arrays.stream(b).average().orElseThrow();
        double sd = Math.sqrt(Arrays.stream(b).map(x -> (x - mean) * (x - mean)).sum() / (b.length - 1));
        day("all", days(0, 120), plain[0], plain[1], plain[3], "formula=y ~ I((b - " + mean + ") / " + sd + ")")
                .notes();
        JsonNode whole = result("all").path("posterior");
        JsonNode parts = result("two").path("posterior");
        for (int j = 0; j < 2; j++) {
            assertEquals(
                    whole.at("/mean/" + j).asDouble(), parts.at("/mean/" + j).asDouble(), 1e-7);
            assertEquals(whole.at("/sd/" + j).asDouble(), parts.at("/sd/" + j).asDouble(), 1e-7);
        }
    }

    /** A reference level that a day has no row of is still that of the prior. */
    @Test
    void dayWithoutTheReferenceLevel_isADay() throws IOException {
        day("one", days(0, 60)).notes();
        List<String> without =
                days(60, 120).stream().filter(row -> !row.contains(",U,")).toList();
        day("two", without, after("one")).refuses(2, "data.reference { g = \"U\" }");
        day("two", without, after("one", "data.reference.g=U")).notes();
        assertEquals(result("one").at("/posterior/names"), result("two").at("/posterior/names"));
    }

    /** A day has the classes of the prior, whichever of them its rows have, in the order of the prior. */
    @Test
    void dayOfOneClass_isADay() throws IOException {
        String[] words = {"model.family=bernoulli", "model.dispersion=estimate", "prior.sd=3"};
        day("one", labelled(0, 60, "no", "yes"), words).notes();
        List<String> next = new ArrayList<>(List.of(words));
        next.addAll(List.of(after("one")));
        String[] later = next.toArray(String[]::new);
        day("two", labelled(60, 120, "yes", "yes"), later).notes();
        assertEquals(List.of("no", "yes"), labels("two"));
        day("other", labelled(60, 120, "maybe", "yes"), later).refuses(3, "'maybe'", "[no, yes]");
        next.add("data.reference.y=yes");
        day("other", labelled(60, 120, "no", "yes"), next.toArray(String[]::new))
                .refuses(2, "the classes are in another order", "data.reference.y", "no < yes");
        String[] counted = {"model.family=softmax", "model.dispersion=estimate", "prior.sd=3"};
        day("three", labelled(0, 60, "0", "1", "2"), counted).notes();
        List<String> fewer = new ArrayList<>(List.of(counted));
        fewer.addAll(List.of(after("three")));
        day("four", labelled(60, 120, "0", "1"), fewer.toArray(String[]::new)).notes();
        assertEquals(result("three").at("/posterior/names"), result("four").at("/posterior/names"));
    }

    private List<String> labels(String name) throws IOException {
        List<String> labels = new ArrayList<>();
        result(name).at("/data/labels").forEach(label -> labels.add(label.asText()));
        return labels;
    }

    private static List<String> labelled(int from, int to, String... classes) {
        List<String> rows = new ArrayList<>(days(from, to));
        for (int i = 1; i < rows.size(); i++) {
            rows.set(i, rows.get(i).replaceFirst("[^,]*$", classes[i * 7 % 5 % classes.length]));
        }
        return rows;
    }

    @Test
    void fitsWithoutAnAnswer_areNoPriorUnlessAccepted() throws IOException {
        String[] short1 = {"stop.maxIterations=1", "model.family=bernoulli", "model.dispersion=estimate"};
        List<String> binary =
                days(0, 60).stream().map(row -> row.replaceAll("[1-9]$", "1")).toList();
        assertEquals(ExitStatus.UNCONVERGED, day("one", binary, short1).status());
        String[] next = {"model.family=bernoulli", "model.dispersion=estimate"};
        List<String> all = new ArrayList<>(List.of(next));
        all.addAll(List.of(after("one")));
        day("two", binary, all.toArray(String[]::new)).refuses(2, "is no answer");
        all.add("stop.acceptUnconverged=true");
        day("two", binary, all.toArray(String[]::new)).notes("marked as not reliable", "they count twice");
    }

    @Test
    void resumedFit_keepsItsPrior() throws IOException {
        day("one", days(0, 60), "prior.sd=3").notes();
        day("other", days(30, 60), "prior.sd=3").notes();
        String[] checkpoint = {"checkpoint.path=" + folder.resolve("saved"), "checkpoint.every=1"};
        day("whole", days(60, 120), after("one")).notes();
        String[] cut = after("one", checkpoint[0], checkpoint[1], "stop.maxIterations=2");
        assertEquals(ExitStatus.UNCONVERGED, day("two", days(60, 120), cut).status());
        Files.move(folder.resolve("one"), folder.resolve("kept"));
        Files.move(folder.resolve("other"), folder.resolve("one"));
        String[] again = after("one", checkpoint[0], checkpoint[1], "--resume");
        day("two", days(60, 120), again).refuses(2, "--resume would change the data");
        Files.move(folder.resolve("one"), folder.resolve("other"));
        Files.move(folder.resolve("kept"), folder.resolve("one"));
        day("two", days(60, 120), again).notes();
        assertEquals(result("whole").at("/posterior/parameters"), result("two").at("/posterior/parameters"));
    }

    @Test
    void savedModel_isThePriorOfAnEstimator() throws IOException {
        VariationalEstimator estimator = new VariationalEstimator()
                .setFamily("gaussian")
                .setFormula("y ~ a + b + g")
                .option("dispersion", 1.5);
        VariationalModel one = estimator.option("priorSd", 3).fit(frame("one", days(0, 60)));
        one.write().save(folder.resolve("model").toString());
        VariationalModel two = estimator
                .setPrior("posterior")
                .option("priorPath", folder.resolve("model").toString())
                .fit(frame("two", days(60, 120)));
        VariationalModel all = estimator.setPrior("normal").option("priorSd", 3).fit(frame("all", days(0, 120)));
        double[] expected = all.mean().toArray();
        for (int j = 0; j < expected.length; j++) {
            assertEquals(expected[j], two.mean().toArray()[j], 1e-8 * Math.abs(expected[j]) + 1e-8);
        }
    }

    private org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> frame(String name, List<String> rows)
            throws IOException {
        Path file = write(name + "-frame.csv", rows.toArray(String[]::new));
        return spark.read().option("header", true).option("inferSchema", true).csv(file.toString());
    }
}
