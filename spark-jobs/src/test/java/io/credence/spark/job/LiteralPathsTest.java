package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import io.credence.spark.row.LiteralPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of folders whose names Spark would read as patterns, next to folders that match these. Each is read literally.
 */
class LiteralPathsTest extends CommandLineContract {

    private static final List<String> ODD = List.of("m[1]", "m{1,2}", "m*", "m?", "m\\1", "m[!a]", "m%5B1]");

    /** Levels that lie on one slope, or on the opposite one. */
    private Path rows(String name, int sign) throws IOException {
        return write(
                name,
                rows("g,x,y", 48, i -> "l%d,%s,%s".formatted(i % 8, i % 5, sign * (i % 8 - 3) + i % 7 * 0.1))
                        .toArray(String[]::new));
    }

    private CommandResult run(String command, Path rows, String out, String... more) throws IOException {
        Path config = write(
                "job.conf",
                "data.path = \"" + rows + "\"",
                "model.family = gaussian",
                "output { path = \"\"\"" + folder + "/" + out + "\"\"\", overwrite = true }",
                "score.format = csv");
        List<String> arguments = new ArrayList<>(List.of(command, config.toString(), "--quiet"));
        for (String setting : more) {
            arguments.addAll(List.of("--set", setting));
        }
        CommandResult result = credence(arguments.toArray(String[]::new));
        assertEquals(0, result.status(), result.err());
        return result;
    }

    private List<String> scored(Path rows, String out, String... more) throws IOException {
        run("fit", rows, out, more);
        run("score", rows, out, more);
        Path written = folder.resolve(out).resolve("predictions.csv");
        List<String> lines = new ArrayList<>();
        for (String name :
                files(written).stream().filter(each -> !each.endsWith(".crc")).toList()) {
            lines.addAll(Files.readAllLines(written.resolve(name)));
        }
        return lines.stream().sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"m[1]", "m{1,2}*?\\x"})
    void effects_areThoseOfTheFolder(String odd) throws IOException {
        String formula = "formula=y ~ x + (1 | g)";
        List<String> expected = scored(rows("a.csv", 1), "plain", formula);
        scored(rows("b.csv", -1), "m1", formula);
        assertEquals(expected, scored(rows("a.csv", 1), odd, formula));
        Path moments = folder.resolve("plain/random-effects-moments.parquet");
        assertTrue(Files.exists(moments), "the table that is read back");
    }

    @Test
    void fitsOfGroups_areThoseOfTheFolder() throws IOException {
        String[] by = {"data.by=[g]", "data.label=y"};
        List<String> expected = scored(rows("a.csv", 1), "plain", by);
        scored(rows("b.csv", -1), "m1", by);
        assertEquals(expected, scored(rows("a.csv", 1), "m[1]", by));
    }

    @Test
    void covariance_isThatOfTheFolder() {
        CovarianceTable.write(
                spark, new double[] {5, 0, 0, 5}, 2, folder.resolve("m1").toString());
        for (int i = 0; i < ODD.size(); i++) {
            double[] written = {1 + i, 0.5, 0.5, 1};
            String path = folder.resolve(ODD.get(i)).toString();
            CovarianceTable.write(spark, written, 2, path);
            assertArrayEquals(written, CovarianceTable.read(spark, path, 2), ODD.get(i));
        }
    }

    @Test
    void scoredRows_areReadAgain() throws IOException {
        Path rows = rows("a.csv", 1);
        String[] plain = {"data.label=y", "data.features=[x]"};
        run("fit", rows, "plain", plain);
        write("s1.csv", "no,such,columns", "1,2,3");
        run("score", rows, "plain", plain[0], plain[1], "score.output=\"" + folder + "/s[1].csv\"");
        run("fit", folder.resolve("s[1].csv"), "again", "data.label=prediction", "data.features=[x]");
    }

    /** A path of rows that names nothing is a pattern still. */
    @Test
    void patternsOfRows_areRead() throws IOException {
        rows("a1.csv", 1);
        rows("a2.csv", 1);
        String[] plain = {"data.label=y", "data.features=[x]"};
        assertTrue(run("fit", folder.resolve("a[12].csv"), "both", plain).out().contains("96 rows"), "both files");
    }

    @Test
    void packedRows_areThoseOfTheFolder() throws IOException {
        Path rows = rows("a.csv", 1);
        String[] kept = {
            "data.label=y",
            "data.features=[x]",
            "data.partitions=2",
            "backend.kind=dataframe",
            "backend.folder=\"" + folder + "/k[1]\""
        };
        run("fit", rows, "kept", kept);
    }

    @Test
    void stagesAndModels_areReadAgain() throws IOException {
        Dataset<Row> rows = spark.read()
                .option("header", true)
                .option("inferSchema", true)
                .csv(rows("a.csv", 1).toString());
        VariationalEstimator estimator =
                new VariationalEstimator().setFamily("gaussian").setFormula("y ~ x + (1 | g)");
        VariationalModel model = estimator.fit(rows);
        new VariationalEstimator()
                .setFamily("poisson")
                .write()
                .save(folder.resolve("e1").toString());
        for (String odd : List.of("e[1]", "e{1,2}*")) {
            String path = folder.resolve(odd).toString();
            estimator.write().save(path);
            assertEquals(estimator.uid(), VariationalEstimator.load(path).uid());
            model.write().save(path + "m");
            assertEquals(
                    model.transform(rows).select("prediction").collectAsList(),
                    VariationalModel.load(path + "m")
                            .transform(rows)
                            .select("prediction")
                            .collectAsList());
        }
    }

    /** Below a working folder with such a name, as those of schedulers are. */
    @Test
    void relativePaths_areBelowTheWorkingFolder() {
        String here = LiteralPath.of("out", spark);
        assertTrue(here.endsWith("/out") && here.startsWith("file:/"), here);
        assertTrue(LiteralPath.of("/a/m[1]/out", spark).endsWith("/a/m\\[1\\]/out"));
    }
}
