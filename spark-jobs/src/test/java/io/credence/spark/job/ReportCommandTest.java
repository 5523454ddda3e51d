package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the page of a finished fit, made from its folder alone. */
class ReportCommandTest extends CommandLineContract {

    private static final List<String> COUNTS =
            rows("a,b,y", 120, i -> (i % 11 - 5) / 4.0 + "," + (i * 13 % 17 - 8) / 100.0 + "," + (i * 7 % (2 + i % 4)));

    private CommandResult report(String... more) {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("report", folder.resolve("job.conf").toString()));
        arguments.addAll(List.of(more));
        return credence(arguments.toArray(String[]::new));
    }

    @Test
    void page_isMadeOfTheFolderWithoutTheRows() throws IOException {
        assertEquals(0, fit("poisson", COUNTS).status());
        Files.delete(folder.resolve("rows.csv"));
        CommandResult result = report();
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("report in " + output()), result.out());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("Converged and reliable") && page.contains("poisson"), page);
        assertEquals(0, report().status(), "it takes the place of the one before");
        assertEquals(page, Files.readString(output().resolve("report.html")));
    }

    @Test
    void page_goesElsewhereWhereThatIsRequestedAndTakesNothingsPlace() throws IOException {
        assertEquals(0, fit("poisson", COUNTS).status());
        Path page = folder.resolve("pages/one.html");
        assertEquals(0, report(page.toString()).status());
        assertTrue(Files.readString(page).contains("Converged"));
        report(page.toString()).refuses(2, "the output already exists", "output.overwrite = true", "one.html");
        assertEquals(
                0, report(page.toString(), "--set", "output.overwrite=true").status());
        assertFalse(Files.exists(output().resolve("report.html")));
    }

    @Test
    void laterFit_removesThePageOfTheOneBefore() throws IOException {
        assertEquals(0, fit("poisson", COUNTS).status());
        assertEquals(0, report().status());
        assertEquals(0, fit("poisson", COUNTS, "output.overwrite=true").status());
        assertFalse(files(output()).contains("report.html"), files(output()).toString());
    }

    @Test
    void withoutAFit_thereIsNothingToReport() throws IOException {
        config("poisson", write("rows.csv", COUNTS.toArray(String[]::new)));
        report().refuses(2, "holds no posterior", "a fit before report", "posterior.json");
        assertFalse(Files.exists(output()));
    }

    @Test
    void wideFit_hasItsCovarianceFromTheTable() throws IOException {
        String header = IntStream.range(0, 70).mapToObj(j -> "x" + j).collect(Collectors.joining(",")) + ",y";
        List<String> rows = rows(
                header,
                150,
                i -> IntStream.range(0, 70)
                                .mapToObj(j -> String.valueOf((i * (j + 3) % 29 - 14) / 10.0))
                                .collect(Collectors.joining(","))
                        + "," + i % 7);
        assertEquals(
                0,
                fit("gaussian", rows, "check.loo=false", "check.predictive=false", "prior.sd=1")
                        .status());
        assertTrue(files(output()).stream().anyMatch(name -> name.startsWith("covariance.parquet")));
        assertEquals(0, report().status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("Most correlated pairs") && page.contains("and 47 more coefficients"), page);
    }
}
