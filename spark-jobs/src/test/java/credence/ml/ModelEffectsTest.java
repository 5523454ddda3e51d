package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.spark.TestSession;
import io.credence.spark.score.Announcements;
import io.credence.testkit.Repository;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;

/**
 * Tests of the effects of one Poisson regression of the claims of MASS' Insurance. They are compared with draws of the
 * same model and with Python's marginaleffects 0.6.0 over statsmodels 0.15.0, such as
 * {@code avg_slopes(m, variables="logh", by="District")}.
 */
class ModelEffectsTest {

    private static final Dataset<Row> ROWS = TestSession.spark()
            .read()
            .option("header", true)
            .option("inferSchema", true)
            .csv(Repository.file("conf/data/insurance.csv").toString())
            .withColumn("logh", functions.log("Holders"))
            .cache();

    private static final VariationalModel MODEL = new VariationalEstimator()
            .setFamily("poisson")
            .setFormula("Claims ~ factor(District) + Group + Age + logh")
            .option("reference", Map.of("Group", "<1l", "Age", "<25"))
            .option("priorSd", "100")
            .option("checkLoo", "false")
            .fit(ROWS)
            .option("outputDraws", 4000);

    private static void assertNear(Dataset<Row> effects, int row, double estimate, double error) {
        Row found = effects.collectAsList().get(row);
        assertEquals(estimate, found.<Double>getAs("mean"), 0.1 * error, found.toString());
        assertEquals(error, found.<Double>getAs("sd"), 0.05 * error, found.toString());
    }

    @Test
    void averages_lieWhereMarginaleffectsHasThem() {
        Dataset<Row> predictions = MODEL.predictions(ROWS, "District");
        assertEquals(List.of("1", "2", "3", "4"), texts(predictions, "District"));
        assertNear(predictions, 0, 86.3125, 2.3226);
        assertNear(predictions, 3, 20.375, 1.1285);
        assertNear(MODEL.slopes(ROWS), 0, 59.2, 7.17);
        assertNear(MODEL.slopes(ROWS, "District"), 1, 66.919, 8.3116);
        EffectRequest changes = EffectRequest.of(Kind.COMPARISONS);
        Dataset<Row> comparisons = MODEL.effects(ROWS, changes.variables("District"));
        assertEquals(List.of("2 - 1", "3 - 1", "4 - 1"), texts(comparisons, "contrast"));
        assertNear(comparisons, 0, 5.566, 3.6215);
        Map<String, Object> ratios = Map.of("kind", "comparisons", "variables", "Group", "comparison", "ratio");
        assertNear(MODEL.effects(ROWS, EffectRequest.of(ratios)), 1, 1.46, 0.0816);
        EffectRequest tested = EffectRequest.of(Kind.PREDICTIONS).by("District").hypotheses("b2 - b1 = 0");
        assertNear(MODEL.effects(ROWS, tested), 0, -30.625, 2.979);
    }

    private static List<String> texts(Dataset<Row> rows, String column) {
        return rows.collectAsList().stream()
                .map(row -> row.<String>getAs(column))
                .toList();
    }

    /** The mean over rows of a weighted average of what single rows have at the same draws. */
    @Test
    void averages_areThoseOfDrawsOfSingleRows_alsoOverDataFramesAlone() {
        assertAveragesOfSingleRows(ROWS, 1e-9);
    }

    /** So many rows are averaged at few points, and a sample of them at each draw. */
    @Test
    void averagesOfManyRows_areThoseOfDrawsOfSingleRows() {
        Dataset<Row> many = ROWS.crossJoin(TestSession.spark().range(100).toDF("copy"))
                .withColumn("logh", functions.expr("logh + 0.001 * copy"));
        assertAveragesOfSingleRows(many, 0.001);
    }

    /** Tests means to a share of themselves, and standard deviations to a twentieth of theirs. */
    private static void assertAveragesOfSingleRows(Dataset<Row> rows, double tolerance) {
        Map<String, double[]> sums = new HashMap<>();
        Map<String, Double> weights = new HashMap<>();
        for (Row row : MODEL.predictionDraws(rows, 300).collectAsList()) {
            List<Double> draws = row.getList(row.fieldIndex("draws"));
            double weight = row.<Integer>getAs("Holders");
            double[] sum = sums.computeIfAbsent(row.getAs("Age"), any -> new double[300]);
            weights.merge(row.getAs("Age"), weight, Double::sum);
            for (int s = 0; s < sum.length; s++) {
                sum[s] += weight * draws.get(s);
            }
        }
        EffectRequest request = EffectRequest.of(Kind.PREDICTIONS).by("Age").weights("Holders");
        List<Row> found = MODEL.copy(ParamMap.empty())
                .option("outputDraws", 300)
                .effects(rows.repartition(3), request)
                .collectAsList();
        assertEquals("<25", found.get(0).getAs("Age"));
        for (Row row : found) {
            double mean = 0;
            double square = 0;
            for (double sum : sums.get(row.<String>getAs("Age"))) {
                double each = sum / weights.get(row.<String>getAs("Age"));
                mean += each / 300;
                square += each * each / 300;
            }
            double sd = Math.sqrt(square - mean * mean);
            assertEquals(mean, row.<Double>getAs("mean"), tolerance * mean);
            assertEquals(sd, row.<Double>getAs("sd"), 0.05 * sd);
        }
    }

    private static Dataset<Row> manyRows() {
        return ROWS.crossJoin(TestSession.spark().range(100).toDF("copy"))
                .withColumn("logh", functions.expr("logh + 0.001 * copy"))
                .coalesce(1)
                .cache();
    }

    /** The error of a mean of n of N rows is sd / √n · √(1 − n/N). */
    @Test
    void averagesOfSampledRows_stateTheirError() {
        Dataset<Row> many = manyRows();
        VariationalModel model = MODEL.copy(ParamMap.empty()).option("outputDraws", 300);
        EffectRequest request = EffectRequest.of(Kind.PREDICTIONS).weights(EffectRequest.ROWS);
        Row all = model.effects(many, request).first();
        Row spread = model.transform(many)
                .agg(functions.stddev("prediction"), functions.count(functions.lit(1)))
                .first();
        double expected = spread.getDouble(0) / Math.sqrt(2000) * Math.sqrt(1 - 2000.0 / spread.getLong(1));
        for (EffectRequest.Method method : EffectRequest.Method.values()) {
            Row found = model.effects(many, request.rows(2000).method(method)).first();
            double error = found.getAs("sampling_sd");
            assertEquals(expected, error, 0.5 * expected, method.toString());
            assertEquals(all.<Double>getAs("mean"), found.<Double>getAs("mean"), 4 * error);
            String over = found.getAs("averaged_over");
            assertTrue(over.matches("[12],\\d{3} rows, sampled from 6,400"), over);
        }
        Row few = model.effects(ROWS, request.rows(2000)).first();
        assertEquals("64 rows", few.getAs("averaged_over"), "there are no more");
        assertEquals(all.schema(), few.schema(), "all rows have no error of sampling");
    }

    @Test
    void theDeltaMethod_isExactOnTheLinkAndCloseOnTheResponse() {
        EffectRequest link = EffectRequest.of(Map.of("kind", "predictions", "by", "Age", "scale", "link"));
        EffectRequest response = EffectRequest.of(Kind.PREDICTIONS).by("Age");
        for (EffectRequest each : List.of(link, response)) {
            List<Row> draws =
                    MODEL.effects(ROWS, each.method(EffectRequest.Method.DRAWS)).collectAsList();
            List<Row> delta =
                    MODEL.effects(ROWS, each.method(EffectRequest.Method.DELTA)).collectAsList();
            for (int i = 0; i < draws.size(); i++) {
                double sd = draws.get(i).getAs("sd");
                double tolerance = each == link ? 1e-6 * sd : 0.1 * sd;
                assertEquals(draws.get(i).<Double>getAs("mean"), delta.get(i).<Double>getAs("mean"), tolerance);
                assertEquals(sd, delta.get(i).<Double>getAs("sd"), tolerance);
            }
        }
    }

    /** Labels that count 0 and 1, whole numbers or logical, as in marginaleffects: 1 against 0 in every row. */
    @Test
    void columnsOfZeroAndOne_areComparedAtTheseTwo() {
        Dataset<Row> rows = ROWS.withColumn("large", functions.expr("cast(Holders > 100 as int)"))
                .withColumn("old", functions.expr("Age = '>35'"));
        for (String name : List.of("large", "old")) {
            VariationalModel model = new VariationalEstimator()
                    .setFamily("poisson")
                    .setFormula("Claims ~ logh + " + name)
                    .option("priorSd", "100")
                    .fit(rows);
            Row found = model.effects(rows, EffectRequest.of(Kind.COMPARISONS).variables(name))
                    .first();
            String high = name.equals("large") ? "1" : "true";
            String low = name.equals("large") ? "0" : "false";
            assertEquals(high + " - " + low, found.getAs("contrast"));
            double coefficient = model.mean().apply(2);
            double ofOthers = model.transform(rows.withColumn(
                            name,
                            functions.lit(low).cast(rows.schema().apply(name).dataType())))
                    .agg(functions.avg("prediction"))
                    .first()
                    .getDouble(0);
            double expected = ofOthers * Math.expm1(coefficient);
            assertEquals(expected, found.<Double>getAs("mean"), 0.1 * found.<Double>getAs("sd"));
        }
    }

    /** The watcher ends the call once it has been told how long that will last. */
    @Test
    void longCalls_areAnnounced() {
        Dataset<Row> endless = TestSession.spark()
                .range(10_000_000)
                .selectExpr("'1' as District", "'<1l' as `Group`", "'<25' as Age", "5.0 as logh");
        EffectRequest request =
                EffectRequest.of(Kind.COMPARISONS).variables("District").method(EffectRequest.Method.DRAWS);
        Consumer<String> watcher = line -> {
            throw new IllegalStateException(line);
        };
        String said = assertThrows(
                        IllegalStateException.class,
                        () -> Announcements.runWatched(watcher, () -> MODEL.effects(endless, request)))
                .getMessage();
        assertTrue(
                said.matches(
                        "4 versions × 10,000,000 rows × 4,000 draws: about [\\d.]+ (minutes|hours); rows = 10000 takes .*"),
                said);
        Announcements.runWatched(watcher, () -> MODEL.effects(ROWS, request));
    }

    /** Cached rows are counted, as draws of a row take long. */
    @Test
    void drawsOfManyRows_areAnnounced() {
        Dataset<Row> many = TestSession.spark()
                .range(5_000_000)
                .selectExpr("'1' as District", "'<1l' as `Group`", "'<25' as Age", "5.0 as logh")
                .persist(StorageLevel.MEMORY_ONLY());
        List<String> said = new ArrayList<>();
        try {
            Announcements.runWatched(said::add, () -> MODEL.predictionDraws(many, 4000));
            Announcements.runWatched(said::add, () -> MODEL.predictionDraws(ROWS.cache(), 4000));
        } finally {
            many.unpersist();
            ROWS.unpersist();
        }
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).matches("5,000,000 rows × 4,000 draws: about \\d+ (s|minutes)"), said.toString());
    }

    @Test
    void relativities_listTheReference() {
        List<Row> rows = MODEL.relativities().collectAsList();
        Row reference = rows.stream()
                .filter(row -> row.getBoolean(5))
                .skip(1)
                .findFirst()
                .orElseThrow();
        assertEquals("Group", reference.getString(0));
        assertEquals("<1l", reference.getString(1));
        assertEquals(1, reference.getDouble(2));
        Row group = rows.get(rows.indexOf(reference) + 2);
        assertEquals("1.5-2l", group.getString(1));
        assertEquals(Math.exp(0.3792), group.getDouble(2), 0.01);
        assertEquals(12 + 2, rows.size(), "four districts, groups and ages, the intercept and a number");
    }

    /** Cells that were not observed, with populations, as in poststratification; by Params, as over Spark Connect. */
    @Test
    void requests_areParamsToo() {
        Dataset<Row> cells = TestSession.spark()
                .sql("select * from values ('1', '<1l', '<25', 5.0, 10), ('1', '>2l', '>35', 6.0, 30)"
                        + " as t(District, `Group`, Age, logh, population)");
        Row found = MODEL.copy(ParamMap.empty())
                .option("output", "effects")
                .option("outputEffects", Map.of("kind", "predictions", "weights", "population", "scale", "link"))
                .transform(cells)
                .first();
        double[] beta = MODEL.mean().toArray();
        List<String> names = MODEL.names();
        double expected = beta[0]
                + 5.75 * beta[names.indexOf("logh")]
                + 0.75 * (beta[names.indexOf("Group>2l")] + beta[names.indexOf("Age>35")]);
        assertEquals(expected, found.<Double>getAs("mean"), 0.05);
    }

    @Test
    void whatDoesNotFit_isRefused() {
        assertRefused(
                "the rows have no column region",
                EffectRequest.of(Kind.PREDICTIONS).by("region"));
        assertRefused(
                "there is no variable Holders in the model",
                EffectRequest.of(Kind.SLOPES).variables("Holders"));
        Dataset<Row> unseen = ROWS.withColumn("Group", functions.lit("new"));
        String message = assertThrows(
                        Exception.class, () -> MODEL.predictions(unseen).collectAsList())
                .getMessage();
        assertTrue(message.contains("'new'"), message);
    }

    private static void assertRefused(String problem, EffectRequest request) {
        String message = assertThrows(ConfigurationException.class, () -> MODEL.effects(ROWS, request))
                .getMessage();
        assertTrue(message.startsWith(problem), message);
    }
}
