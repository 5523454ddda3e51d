package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.prior.PosteriorFactors;
import io.credence.result.MissingFiles;
import io.credence.result.PartitionFactorsFile;
import io.credence.result.SavedPosterior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of results whose days are partition factors: one command appends a day, another removes it. */
class DayByDayCommandTest extends CommandLineContract {

    private static final int ROWS = 80;

    private static String row(int i) {
        return "d" + i / ROWS + "," + (i % 11 - 5) / 4.0 + "," + (i * 13 % 17) * 0.1 + "," + (i * 7 % (2 + i % 4) % 2);
    }

    private static List<String> days(int... which) {
        List<String> rows = new ArrayList<>(List.of("day,a,b,y"));
        for (int day : which) {
            IntStream.range(day * ROWS, (day + 1) * ROWS).forEach(i -> rows.add(row(i)));
        }
        return rows;
    }

    private CommandResult dayFit(String name, List<String> rows, String... overrides) throws IOException {
        Path config = write(
                name + ".conf",
                "data { path = \"" + write(name + ".csv", rows.toArray(String[]::new)) + "\", label = y }",
                "model.family = bernoulli",
                "estimator.kind = partitioned",
                "check.khat = false",
                "data.exclude = [day]",
                "kernel = java",
                "output.path = \"" + folder.resolve(name) + "\"");
        List<String> arguments = new ArrayList<>(List.of("fit", config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    private String[] after(String name, String... more) {
        List<String> all = new ArrayList<>(List.of("prior.kind=posterior", "prior.path=" + folder.resolve(name)));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private PosteriorFactors sites(String name) throws IOException {
        String posterior = Files.readString(folder.resolve(name + "/posterior.json"));
        return PartitionFactorsFile.read(
                Files.readAllBytes(folder.resolve(name + "/sites.bin")),
                SavedPosterior.parse(posterior).digest());
    }

    private JsonNode posterior(String name) throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve(name + "/posterior.json").toFile())
                .path("posterior");
    }

    private void same(String expected, String found, double tolerance) throws IOException {
        for (int j = 0; j < posterior(expected).path("sd").size(); j++) {
            double sd = posterior(expected).path("sd").path(j).asDouble();
            double mean = posterior(expected).path("mean").path(j).asDouble();
            assertEquals(mean, posterior(found).path("mean").path(j).asDouble(), tolerance * sd);
            assertEquals(sd, posterior(found).path("sd").path(j).asDouble(), tolerance * sd);
        }
    }

    @Test
    void daysOfAColumn_areSitesOfTheirOwn() throws IOException {
        String[] byDay = {"prior.sd=2", "sites.column=day", "data.exclude=[]", "data.partitions=6"};
        List<String> rows = days(0, 1, 2, 3);
        assertEquals(0, dayFit("all", rows, byDay).status());
        Collections.reverse(rows.subList(1, rows.size()));
        assertEquals(0, dayFit("back", rows, byDay).status());
        assertEquals(posterior("all"), posterior("back"));
        assertEquals(
                0,
                dayFit("whole", days(0, 1, 2, 3), "prior.sd=2", "estimator.kind=exact")
                        .status());
        same("whole", "all", 1e-3);
        PosteriorFactors sites = sites("all");
        assertEquals(List.of("d0", "d1", "d2", "d3"), sites.dayNames());
        assertEquals(ROWS, sites.dayFactors().get(2).rows());
        assertEquals(List.of("(Intercept)", "a", "b"), sites.names());
        assertEquals(
                0,
                dayFit("less", days(0, 3), after("all", "sites.column=day", "data.exclude=[]", "sites.remove=[d1]"))
                        .status());
        assertEquals(List.of("d2", "d0", "d3"), sites("less").dayNames());
        assertEquals(
                0,
                dayFit("never", days(0, 2, 3), "prior.sd=2", "estimator.kind=exact")
                        .status());
        same("never", "less", 0.05);
    }

    @Test
    void dayAppendedAndTakenOut() throws IOException {
        assertEquals(0, dayFit("d0", days(0), "prior.sd=2", "sites.name=d0").status());
        assertEquals(
                0,
                dayFit("d1", days(1), after("d0", "sites.name=d1", "data.partitions=3"))
                        .status());
        assertEquals(
                0, dayFit("d2", days(2), after("d1", "data.standardize=true")).status());
        assertEquals(List.of("d0", "d1", "d2.csv"), sites("d2").dayNames());
        assertEquals(
                0,
                dayFit("whole", days(0, 1, 2), "prior.sd=2", "estimator.kind=exact")
                        .status());
        same("whole", "d2", 0.05);
        CommandResult less = dayFit("d3", days(3), after("d2", "sites.name=d3", "sites.remove=[d1]"));
        less.notes("taken out: d1; 2 partition factors whose rows are not here stand");
        assertEquals(
                0,
                dayFit("never", days(0, 2, 3), "prior.sd=2", "estimator.kind=exact")
                        .status());
        same("never", "d3", 0.05);
        double[] product = sites("d3").posterior().mean();
        for (int j = 0; j < product.length; j++) {
            assertEquals(posterior("d3").path("mean").path(j).asDouble(), product[j], 1e-9);
        }
    }

    @Test
    void whatCannotBe_isRefused() throws IOException {
        dayFit("d0", days(0), "prior.sd=2", "sites.name=d0");
        refused("the rows of the partition factor d0 are not those that it was fitted to", "sites.name=d0");
        refused("no column 'dya'", "sites.column=dya");
        Path file = folder.resolve("d0/sites.bin");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        refused("sites.bin is not whole");
    }

    /** A fit that goes on by its moments alone reads no factors. */
    @Test
    void factorsThatWereNotWritten_areRequiredOfFactorsAlone() throws IOException {
        dayFit("d0", days(0), "prior.sd=2", "sites.name=d0");
        Path file = folder.resolve("d0/posterior.json");
        MissingFiles missing = new MissingFiles(Map.of(PartitionFactorsFile.NAME, "no space"));
        Files.writeString(file, missing.addTo(Files.readString(file)));
        refused("not whole: required sites.bin");
        dayFit("d1", days(1), after("d0", "estimator.kind=exact")).notes();
    }

    private void refused(String why, String... choices) throws IOException {
        CommandResult result = dayFit("d1", days(1), after("d0", choices));
        assertTrue(result.status() == 2 || result.status() == 3, result.toString());
        assertTrue(result.err().contains(why), result.err());
    }
}
