package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import io.credence.spark.score.Announcements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of stages of spark.ml with a fit for each segment. */
class FitByGroupTest {

    @TempDir
    private Path folder;

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 90, 1, 2)
            .selectExpr(
                    "cast(id % 3 as int) as store",
                    "cast(id % 7 as double) as x",
                    "date_add(date'2024-01-01', cast(id % 4 as int)) as day",
                    "cast((id * 7) % 4 < 1 + id % 3 as double) as bought");

    /** Amounts, as their intervals take long. */
    @Test
    void scoringOfManyRows_isAnnounced() {
        VariationalModel model = new VariationalEstimator()
                .setFamily("gamma")
                .setFormula("paid ~ x")
                .option("by", List.of("store"))
                .fit(ROWS.selectExpr("*", "bought + 0.5 as paid"));
        Dataset<Row> many = TestSession.spark()
                .range(2_000_000)
                .selectExpr("cast(id % 3 as int) as store", "cast(id % 7 as double) as x")
                .persist(StorageLevel.MEMORY_ONLY());
        List<String> said = new ArrayList<>();
        try {
            Announcements.runWatched(said::add, () -> model.transform(many));
            Announcements.runWatched(said::add, () -> model.transform(ROWS.cache()));
        } finally {
            many.unpersist();
            ROWS.unpersist();
        }
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).startsWith("2,000,000 rows × a prediction and its intervals: about "), said.toString());
    }

    @Test
    void model_isSavedLoadedAndScoresByGroup() throws IOException {
        VariationalEstimator estimator = new VariationalLogisticRegression()
                .setFormula("bought ~ x")
                .option("by", List.of("store"))
                .option("partitions", 2);
        VariationalModel model = estimator.fit(ROWS);
        assertEquals("converged", model.status());
        assertEquals("", model.decisions());
        Row found = model.copy(new ParamMap().put(model.getParam("output"), "posterior"))
                .transform(ROWS)
                .first();
        assertEquals(model.posterior(), found.getString(0));
        Dataset<Row> posteriors = model.posteriors();
        assertEquals(6, posteriors.count());
        assertEquals(
                List.of(
                        "store",
                        "name",
                        "mean",
                        "sd",
                        "lower",
                        "upper",
                        "status",
                        "reliable",
                        "khat",
                        "rows",
                        "reason",
                        "seed"),
                List.of(posteriors.columns()));
        String path = folder.resolve("model").toString();
        model.write().save(path);
        VariationalModel loaded = VariationalModel.load(path);
        assertEquals(
                posteriors.orderBy("store", "name").collectAsList(),
                loaded.posteriors().orderBy("store", "name").collectAsList());

        Dataset<Row> fresh = ROWS.limit(2).union(ROWS.limit(1).selectExpr("9", "x", "day", "bought"));
        Dataset<Row> scored = loaded.transform(fresh);
        assertEquals(loaded.transformSchema(fresh.schema()), scored.schema());
        List<Row> rows = scored.orderBy("store").collectAsList();
        assertEquals(3, rows.size());
        assertEquals(fresh.first().get(2), rows.get(0).get(2));
        Vector probability = rows.get(0).getAs("probability");
        assertEquals(1, probability.apply(0) + probability.apply(1), 1e-12);
        assertNotNull(rows.get(1).getAs("prediction"));
        assertNull(rows.get(2).getAs("probability"));
        assertEquals("the segment store=9 was not in the fit", rows.get(2).getAs("unseen"));

        String refused =
                assertThrows(IllegalArgumentException.class, loaded::mean).getMessage();
        assertTrue(refused.contains("has a posterior for each segment"), refused);
    }
}
