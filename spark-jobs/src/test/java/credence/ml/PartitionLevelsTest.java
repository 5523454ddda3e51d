package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of effects that are too many for a message to the driver: tasks compute and write them. */
class PartitionLevelsTest {

    private static final String THRESHOLD = "spark.sql.autoBroadcastJoinThreshold";
    private static final int LEVELS = 4_000;
    private static final int SLOPES = 7;
    private static final SparkSession SPARK = TestSession.spark();
    private static final List<String> COLUMNS =
            IntStream.rangeClosed(1, SLOPES).mapToObj(j -> "x" + j).toList();
    private static final Dataset<Row> ROWS = rows();

    @TempDir
    static Path folder;

    private static VariationalModel fitted;

    private static Dataset<Row> rows() {
        Dataset<Row> rows = SPARK.range(0, 3L * LEVELS, 1, 2)
                .selectExpr("id", "concat('level ', id % " + LEVELS + ") as g", effect(0) + " as p");
        for (int j = 1; j <= SLOPES; j++) {
            rows = rows.withColumn("x" + j, functions.expr("pmod(hash(id, " + j + "), 101) / 50.0 - 1"))
                    .withColumn("p", functions.expr("p + x" + j + " * " + effect(j)));
        }
        return rows.withColumn("y", functions.expr("floor(0.5 - exp(p) * ln((1 + pmod(hash(id, 99), 1000)) / 1001.0))"))
                .drop("p")
                .cache();
    }

    /** Effect of a row's level. */
    private static String effect(int number) {
        return "0.8 * (pmod(hash(id % " + LEVELS + ", " + (20 + number) + "), 101) / 50.0 - 1)";
    }

    private static VariationalModel model() {
        String terms = String.join(" + ", COLUMNS);
        return new VariationalMixedModel()
                .setFormula("y ~ " + terms + " + (1 + " + terms + " || g)")
                .setFamily("poisson")
                .option("partitions", 3)
                .fit(ROWS);
    }

    @BeforeAll
    static void fit() throws IOException {
        fitted = model();
        fitted.write().overwrite().save(folder.resolve("model").toString());
    }

    @AfterEach
    void reset() {
        SPARK.conf().unset(THRESHOLD);
    }

    private static List<String> text(Dataset<Row> table, String first, String... others) {
        return table.orderBy(first, others).toJSON().collectAsList();
    }

    @Test
    void tasksWriteAsManyFilesAsPartitions() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("model/random-effects-moments.parquet"))) {
            assertEquals(
                    3,
                    files.filter(file -> file.toString().endsWith(".parquet")).count());
        }
        Dataset<Row> effects = SPARK.read()
                .parquet(folder.resolve("model/random-effects.parquet").toString());
        assertEquals(LEVELS * (1L + SLOPES), effects.count());
        assertEquals(LEVELS, effects.select("level").distinct().count());
        assertEquals(text(fitted.randomEffects(), "term", "level"), text(effects, "term", "level"));
    }

    /** A model from a fit, one that reads the effects it is joined with, and one that holds them. */
    @Test
    void scores_haveTheSameBitsWhereverEffectsAre() {
        String path = folder.resolve("model").toString();
        List<String> held = text(VariationalModel.load(path).transform(ROWS), "id");
        SPARK.conf().set(THRESHOLD, -1);
        assertEquals(held, text(fitted.transform(ROWS), "id"));
        assertEquals(held, text(VariationalModel.load(path).transform(ROWS), "id"));
    }

    /** Levels that the driver never holds. */
    @Test
    void fit_hasTheSameBitsWhereSparkNumbersLevels() throws IOException {
        SPARK.conf().set(THRESHOLD, -1);
        VariationalModel other = model();
        assertEquals(fitted.mean(), other.mean());
        assertEquals(fitted.covariance(), other.covariance());
        assertEquals(
                fitted.savedPosterior().groups().get(0).ranked(),
                other.savedPosterior().groups().get(0).ranked());
        assertEquals(text(fitted.randomEffects(), "term", "level"), text(other.randomEffects(), "term", "level"));
        String path = folder.resolve("other").toString();
        other.write().overwrite().save(path);
        assertEquals(
                text(fitted.transform(ROWS), "id"),
                text(VariationalModel.load(path).transform(ROWS), "id"));
    }

    /** What the report shows of levels was computed where they are. */
    @Test
    void report_showsLevelsInTheOrderOfTheirMeans() {
        List<Row> ordered =
                fitted.randomEffects().where("term = 'x3'").orderBy("mean").collectAsList();
        String ranked = fitted.savedPosterior().groups().get(0).ranked().get(3).stream()
                .map(each -> each.name() + " " + each.mean())
                .collect(Collectors.joining("; "));
        String expected = IntStream.range(0, 60)
                .mapToObj(i -> ordered.get((int) ((long) i * (LEVELS - 1) / 59)))
                .map(row -> row.getString(1) + " " + row.getDouble(3))
                .collect(Collectors.joining("; "));
        assertEquals(expected, ranked);
        double variance = fitted.savedPosterior().groups().get(0).covariance()[3 * (SLOPES + 1) + 3];
        double shrinkage = ordered.stream()
                        .mapToDouble(row -> Math.pow(row.getDouble(4), 2))
                        .average()
                        .orElseThrow()
                / variance;
        assertEquals(
                Math.min(1, shrinkage), fitted.savedPosterior().groups().get(0).shrinkage()[3], 1e-9);
    }
}
