package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of effects that are too large to be sent to every task: rows joined with them have the same bits. */
class JoinedLevelsTest {

    private static final String THRESHOLD = "spark.sql.autoBroadcastJoinThreshold";
    private static final SparkSession SPARK = TestSession.spark();
    /** Sites and plots of the fit, some that were not in it, and rows without one. */
    private static final Dataset<Row> NEW = SPARK.range(0, 300, 1, 3)
            .selectExpr(
                    "id",
                    "if(id % 29 = 7, null, id % 15) as site",
                    "concat('plot ', id % 9) as plot",
                    "cast(id % 5 as double) as x");

    @TempDir
    static Path folder;

    private static VariationalModel fitted;
    private static VariationalModel overFrames;

    private VariationalModel held;
    private VariationalModel joined;

    @BeforeAll
    static void fit() throws IOException {
        Dataset<Row> rows = SPARK.range(0, 240, 1, 2)
                .selectExpr(
                        "id % 12 as site",
                        "concat('plot ', id % 7) as plot",
                        "cast(id % 5 as double) as x",
                        "cast((id * 37) % 11 as double) / 5 + (id % 12) / 4.0 + 0.1 * (id % 12) * (id % 5) as y");
        VariationalEstimator estimator = new VariationalMixedModel().setFormula("y ~ x + (1 + x || site) + (1 | plot)");
        fitted = estimator.fit(rows);
        overFrames = estimator.option("backend", "dataframe").fit(rows);
        fitted.write().overwrite().save(path());
    }

    private static String path() {
        return folder.resolve("model").toString();
    }

    @BeforeEach
    void load() {
        held = VariationalModel.load(path());
        SPARK.conf().set(THRESHOLD, -1);
        joined = VariationalModel.load(path());
        for (VariationalModel each : List.of(held, joined)) {
            each.option("allowNewLevels", true).option("scoreOnMissing", "flag");
        }
    }

    @AfterEach
    void reset() {
        SPARK.conf().unset(THRESHOLD);
    }

    private void assertAlike(Function<VariationalModel, Dataset<Row>> table, String... order) {
        assertEquals(text(table.apply(held), order), text(table.apply(joined), order));
    }

    private static List<String> text(Dataset<Row> table, String... order) {
        return table.orderBy(order[0], java.util.Arrays.copyOfRange(order, 1, order.length))
                .toJSON()
                .collectAsList();
    }

    @Test
    void predictions_haveTheSameBits() {
        assertAlike(model -> model.transform(NEW), "id");
        Dataset<Row> scored = joined.transform(NEW);
        assertEquals(300, scored.count());
        assertEquals(
                11,
                scored.where("site is null and prediction is null and missing is not null")
                        .count());
        assertFalse(List.of(scored.columns()).stream().anyMatch(name -> name.startsWith("__")), "helper columns");
        assertAlike(model -> model.predictionDraws(NEW, 20), "id");
        assertEquals(text(joined.transform(NEW)), text(joined.transform(NEW)), "the order of rows");
    }

    private static List<String> text(Dataset<Row> table) {
        return table.toJSON().collectAsList();
    }

    @Test
    void dataFramesAlone_haveTheSameBits() throws IOException {
        SPARK.conf().unset(THRESHOLD);
        String path = folder.resolve("frames").toString();
        overFrames.write().overwrite().save(path);
        List<String> expected = text(
                overFrames
                        .option("allowNewLevels", true)
                        .option("scoreOnMissing", "flag")
                        .transform(NEW),
                "id");
        SPARK.conf().set(THRESHOLD, -1);
        joined = VariationalModel.load(path).option("allowNewLevels", true).option("scoreOnMissing", "flag");
        assertEquals(expected, text(joined.transform(NEW), "id"));
    }

    @Test
    void rowsWithUnseenLevels_areFlaggedOrRefused() {
        for (VariationalModel each : List.of(held, joined)) {
            each.option("allowNewLevels", false).option("onUnseen", "flag");
        }
        assertAlike(model -> model.transform(NEW), "id");
        assertEquals(
                SPARK.range(0, 300)
                        .where("id % 29 != 7 and (id % 15 >= 12 or id % 9 >= 7)")
                        .count(),
                joined.transform(NEW).where("unseen is not null").count());
        joined.option("onUnseen", "fail");
        String message = assertThrows(
                        Exception.class, () -> joined.transform(NEW).collectAsList())
                .toString();
        assertTrue(message.contains("a level was not in the rows of the fit"), message);
    }

    /** Averages are summed in another order of rows, so that they differ by rounding. */
    @Test
    void averages_areThoseOfHeldEffects() {
        for (Kind kind : List.of(Kind.PREDICTIONS, Kind.COMPARISONS)) {
            Function<VariationalModel, List<Row>> averages = model -> model.option("outputDraws", 50)
                    .effects(NEW, EffectRequest.of(kind).by("plot"))
                    .orderBy("plot")
                    .collectAsList();
            List<Row> a = averages.apply(held);
            List<Row> b = averages.apply(joined);
            assertEquals(9, a.size());
            assertEquals(a.size(), b.size());
            for (int i = 0; i < a.size(); i++) {
                for (String column : List.of("mean", "sd", "lower", "upper")) {
                    assertEquals(a.get(i).<Double>getAs(column), b.get(i).<Double>getAs(column), 1e-9, column);
                }
            }
            assertEquals(b, averages.apply(joined), "the same in every run");
        }
    }

    @Test
    void tables_haveTheSameBits_andAreSavedAgain() throws IOException {
        assertAlike(VariationalModel::randomEffects, "factor", "level", "term");
        assertEquals(31, joined.randomEffects().count());
        assertAlike(model -> model.effectRanks(3), "factor", "level", "term");
        String again = folder.resolve("again").toString();
        joined.write().overwrite().save(again);
        VariationalModel other = VariationalModel.load(again);
        assertEquals(
                text(held.randomEffects(), "factor", "level", "term"),
                text(other.randomEffects(), "factor", "level", "term"));
        joined = other.option("allowNewLevels", true).option("scoreOnMissing", "flag");
        assertAlike(model -> model.transform(NEW), "id");
        assertEquals(
                text(SPARK.read().parquet(path() + "/random-effects.parquet"), "factor", "level", "term"),
                text(SPARK.read().parquet(again + "/random-effects.parquet"), "factor", "level", "term"));
    }
}
