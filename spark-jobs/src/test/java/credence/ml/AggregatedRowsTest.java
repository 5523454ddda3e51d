package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectEstimate;
import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.spark.TestSession;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

/**
 * Tests that averages over rows that count many equal those over the same rows written out, whatever column counts
 * them.
 */
class AggregatedRowsTest {

    private static final Dataset<Row> CELLS = TestSession.spark()
            .sql("select * from values ('control', 'a', 60, 1000, 940), ('treated', 'a', 70, 1100, 1030),"
                    + " ('control', 'b', 9, 30, 21), ('treated', 'b', 16, 40, 24)"
                    + " as t(arm, place, clicks, n, rest)")
            .cache();

    private static final Dataset<Row> SINGLE = CELLS.withColumn(
                    "click",
                    functions.explode(functions.expr("concat(array_repeat(1, clicks), array_repeat(0, rest))")))
            .cache();

    private static VariationalEstimator estimator(String formula) {
        return new VariationalEstimator()
                .setFamily("bernoulli")
                .setFormula(formula)
                .option("checkLoo", "false")
                .option("priorSd", "2.5");
    }

    private static final VariationalModel TRIALS =
            estimator("clicks ~ arm * place").option("trialsCol", "n").fit(CELLS);
    private static final VariationalModel BOUND =
            estimator("cbind(clicks, rest) ~ arm * place").fit(CELLS);

    private static Row lift(VariationalModel model, Dataset<Row> rows, String weights) {
        EffectRequest request = EffectRequest.of(
                Map.of("kind", "comparisons", "variables", Map.of("arm", "reference"), "weights", weights));
        return model.effects(rows, request).first();
    }

    private static double mean(Row row) {
        return row.getAs("mean");
    }

    private static String over(Row row) {
        return row.getAs(EffectEstimate.OVER);
    }

    @Test
    void averages_countTrials() {
        VariationalModel written = estimator("click ~ arm * place").fit(SINGLE);
        Row expected = lift(written, SINGLE, "auto");
        assertEquals("2,170 rows", over(expected));
        for (VariationalModel model : List.of(TRIALS, BOUND)) {
            Row found = lift(model, CELLS, "auto");
            assertEquals(mean(expected), mean(found), 1e-4);
            assertEquals(expected.<Double>getAs("sd"), found.<Double>getAs("sd"), 1e-4);
            assertEquals("2,170 trials of 4 rows", over(found));
            assertEquals(mean(found), mean(lift(model, CELLS, "n")), 1e-12);
        }
        Row rows = lift(TRIALS, CELLS, "rows");
        assertEquals("4 rows", over(rows));
        assertTrue(Math.abs(mean(rows) - mean(expected)) > 0.01, mean(rows) + " for " + mean(expected));
    }

    @Test
    void averages_countWeights_alsoOfTrials() {
        Dataset<Row> weighted = SINGLE.groupBy("arm", "place", "click").count();
        VariationalModel model =
                estimator("click ~ arm * place").option("weightCol", "count").fit(weighted);
        Row found = lift(model, weighted, "auto");
        assertEquals(mean(lift(TRIALS, CELLS, "auto")), mean(found), 1e-4);
        assertEquals("weight 2,170 (count) of 8 rows", over(found));
        Dataset<Row> both = CELLS.withColumn("w", functions.lit(2.0));
        VariationalModel doubled = estimator("clicks ~ arm * place")
                .option("trialsCol", "n")
                .option("weightCol", "w")
                .fit(both);
        assertEquals("weight 4,340 (n × w) of 4 rows", over(lift(doubled, both, "auto")));
        assertEquals("2,170 trials of 4 rows without w", over(lift(doubled, CELLS, "auto")));
    }

    /** Groups have weights of their own; a grid without the column counts each row once, and states it. */
    @Test
    void rowsWithoutTheColumn_countOnce() {
        List<Row> places = TRIALS.predictions(CELLS, "place").collectAsList();
        assertEquals("2,100 trials of 2 rows", over(places.get(0)));
        assertEquals("70 trials of 2 rows", over(places.get(1)));
        assertEquals(130 / 2100.0, mean(places.get(0)), 0.01);
        Dataset<Row> grid = CELLS.select("arm", "place");
        Row found = lift(TRIALS, grid, "auto");
        assertEquals("4 rows without n", over(found));
        assertEquals(mean(lift(TRIALS, CELLS, "rows")), mean(found), 1e-12);
        assertEquals("4 rows without clicks, rest", over(lift(BOUND, grid, "auto")));
    }

    @Test
    void weightsThatCannotBe_areRefused() {
        String unknown = assertThrows(ConfigurationException.class, () -> lift(TRIALS, CELLS, "m"))
                .getMessage();
        assertTrue(unknown.startsWith("the rows have no column m of weights: required auto, rows or one of"), unknown);
        Dataset<Row> named = CELLS.withColumn("rows", functions.lit(1));
        String word = assertThrows(ConfigurationException.class, () -> lift(TRIALS, named, "rows"))
                .getMessage();
        assertTrue(word.startsWith("weights = rows counts each row once, and a column has this name"), word);
        Dataset<Row> empty = CELLS.withColumn("n", functions.expr("nullif(n, 40)"));
        Exception missing = assertThrows(
                Exception.class,
                () -> TRIALS.effects(empty, EffectRequest.of(Kind.PREDICTIONS)).collectAsList());
        assertTrue(missing.getMessage().contains("weights = rows"), missing.getMessage());
        assertTrue(missing.getMessage().contains("NaN in n"), missing.getMessage());
    }
}
