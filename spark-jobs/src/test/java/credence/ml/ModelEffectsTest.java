package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.spark.TestSession;
import io.credence.testkit.Repository;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
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
