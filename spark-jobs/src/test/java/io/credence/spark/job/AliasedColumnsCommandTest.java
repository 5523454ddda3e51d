package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of columns that are combinations of others, from a file to predictions: empty cells of a product, nested
 * levels, rare levels.
 */
class AliasedColumnsCommandTest extends CommandLineContract {

    /** Carriers of which the third never leaves from c, the fourth from a alone, and a town is a level of a region. */
    private List<String> flights() {
        Random random = new Random(TestSeed.of("flights"));
        List<String> rows = new ArrayList<>(List.of("late,carrier,origin,x,double,team,day"));
        for (int i = 0; i < 1_200; i++) {
            String carrier = i % 60 == 0 ? "oo" : List.of("aa", "bb", "cc").get(i % 3);
            String origin = carrier.equals("oo")
                    ? "a"
                    : carrier.equals("cc")
                            ? List.of("a", "b").get(i / 3 % 2)
                            : List.of("a", "b", "c").get(i / 3 % 3);
            double x = random.nextGaussian();
            double eta = 0.4 * x + (carrier.equals("bb") ? 0.5 : 0) - (origin.equals("b") ? 0.5 : 0);
            int late = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            rows.add(late + "," + carrier + "," + origin + "," + x + "," + (2 * x + 1) + ",t" + i % 12 + ",d" + i % 4);
        }
        return rows;
    }

    private CommandResult fit(String... keys) throws IOException {
        Files.write(folder.resolve("flights.csv"), flights());
        List<String> lines = new ArrayList<>(List.of(
                "data.path = \"" + folder.resolve("flights.csv") + "\"",
                "data.format = csv",
                "output.path = \"" + output() + "\""));
        lines.addAll(List.of(keys));
        return credence("fit", write("job.conf", lines.toArray(String[]::new)).toString(), "--quiet");
    }

    private static List<String> texts(JsonNode array) {
        List<String> all = new ArrayList<>();
        array.forEach(each -> all.add(each.asText()));
        return all;
    }

    private Map<String, Double> sds() throws IOException {
        Map<String, Double> sds = new TreeMap<>();
        List<String> names = texts(posterior().at("/posterior/names"));
        for (int j = 0; j < names.size(); j++) {
            sds.put(names.get(j), posterior().at("/posterior/sd/" + j).asDouble());
        }
        return sds;
    }

    /** As R's glm has NA for them. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "3"})
    void emptyCellsOfProducts_areListedAndNotFitted(String partitions) throws IOException {
        CommandResult result = fit(
                "formula = \"late ~ carrier * origin + x + double\"",
                "model.family = bernoulli",
                "data.partitions = " + partitions);
        assertEquals(0, result.status(), result.err());
        List<String> aliased = List.of("double", "carriercc:originc", "carrieroo:originb", "carrieroo:originc");
        assertEquals(
                aliased.stream().sorted().toList(),
                texts(posterior().at("/data/aliased")).stream().sorted().toList());
        assertEquals(10, posterior().at("/posterior/names").size());
        assertTrue(result.err().contains("not fitted") && result.err().contains("carrieroo:originc"), result.err());
        assertTrue(posterior().path("reliable").asBoolean(), result.out());
        assertTrue(sds().get("carrieroo") < 1, () -> "a level of 20 rows among 1,200");
        assertEquals(
                0,
                credence("score", folder.resolve("job.conf").toString(), "--quiet")
                        .status());
        assertEquals(
                1_200, spark.read().parquet(output() + "/predictions.parquet").count());
        assertEquals(
                0, credence("report", folder.resolve("job.conf").toString()).status());
    }

    /** Days are sums of teams: later indicators of levels are left out, and their rows are scored with the others' coefficients. */
    @Test
    void levelsThatOthersDetermine_areScoredWithoutCoefficient() throws IOException {
        CommandResult result = fit(
                "data { label = late, features = [x, double, team, day], categorical = [team, day] }",
                "model.family = bernoulli");
        assertEquals(0, result.status(), result.err());
        assertEquals(
                List.of("double", "day=d1", "day=d2", "day=d3"),
                texts(posterior().at("/data/aliased")));
        CommandResult scored = credence("score", folder.resolve("job.conf").toString(), "--quiet");
        assertEquals(0, scored.status(), scored.err());
        List<Row> rows = spark.read()
                .parquet(output() + "/predictions.parquet")
                .select("team", "day", "x", "prediction")
                .collectAsList();
        assertEquals(1_200, rows.size());
        Map<String, Long> days =
                rows.stream().collect(Collectors.groupingBy(row -> row.getString(1), Collectors.counting()));
        assertEquals(4, days.size());
        CommandResult given = fit(
                "data { label = late, features = [x, double, team, day], categorical = [team, day] }",
                "model.family = bernoulli",
                "output.overwrite = true",
                "prior.sd = 1");
        assertEquals(0, given.status(), given.err());
        assertEquals(17, posterior().at("/posterior/names").size());
        assertFalse(posterior().at("/data").has("aliased"));
    }

    /** Cells behind one that gives no feature are the features that they were: the fit is that of the formula without it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"late ~ x + double + second", "late ~ double + x + second", "log(late + 1) ~ x + double + second"
            })
    void formulasOfNumbers_areThoseWithoutTheColumn(String formula) throws IOException {
        String without = formula.replace(formula.contains("double + x") ? "x + " : "double + ", "");
        String family = "model.family = gaussian";
        String derived = "data.derive { second = \"x * x - late\" }";
        CommandResult result = fit("formula = \"" + formula + "\"", family, derived);
        assertEquals(0, result.status(), result.err());
        JsonNode found = posterior().at("/posterior");
        assertEquals(1, posterior().at("/data/aliased").size());
        CommandResult other = fit("formula = \"" + without + "\"", family, derived, "output.overwrite = true");
        assertEquals(0, other.status(), other.err());
        assertEquals(posterior().at("/posterior"), found);
    }

    /** Of one fit a day, each leaves out what its own rows do not show. */
    @Test
    void groups_leaveOutTheirOwn() throws IOException {
        CommandResult result = fit(
                "data { label = late, features = [x, double, carrier, origin], categorical = [carrier, origin], by = [team] }",
                "model.family = bernoulli");
        assertEquals(0, result.status(), result.err());
        CommandResult scored = credence("score", folder.resolve("job.conf").toString(), "--quiet");
        assertEquals(0, scored.status(), scored.err());
        assertEquals(
                1_200, spark.read().parquet(output() + "/predictions.parquet").count());
    }

    @ParameterizedTest
    @CsvSource({"gaussian", "bernoulli"})
    void mixedModels_leaveOutCommonCoefficients(String family) throws IOException {
        CommandResult result =
                fit("formula = \"late ~ carrier * origin + x + double + (1 + x | team)\"", "model.family = " + family);
        assertEquals(0, result.status(), result.err());
        assertEquals(4, posterior().at("/data/aliased").size());
        assertEquals(10, posterior().at("/posterior/names").size());
        CommandResult scored = credence("score", folder.resolve("job.conf").toString(), "--quiet");
        assertEquals(0, scored.status(), scored.err());
    }
}
