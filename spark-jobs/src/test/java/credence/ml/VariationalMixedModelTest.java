package credence.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.EffectRequest;
import io.credence.effect.EffectRequest.Kind;
import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of mixed models on a data frame, from a formula to the effects of levels. */
class VariationalMixedModelTest {

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 240, 1, 2)
            .selectExpr(
                    "id % 12 as site",
                    "cast(id % 7 as double) as x",
                    "cast((id * 37) % 11 as double) / 5 + (id % 12) / 4.0 + 0.3 * (id % 7) as y")
            .cache();

    @TempDir
    Path folder;

    @Test
    void levels_haveEffectsThatScoreAndTravel() throws IOException {
        VariationalModel model = new VariationalMixedModel()
                .setFormula("y ~ x + (1 | site)")
                .option("groupPriors", Map.of("site", Map.of("sd", Map.of("kind", "half-normal", "scale", 2))))
                .fit(ROWS);
        assertEquals(List.of("(Intercept)", "x"), model.names());
        Dataset<Row> effects = model.randomEffects();
        assertArrayEquals(new String[] {"factor", "level", "term", "mean", "sd"}, effects.columns());
        assertEquals(12, effects.count());
        List<Row> rising = effects.orderBy("mean").collectAsList();
        assertEquals("0", rising.get(0).getString(1));
        assertEquals("11", rising.get(11).getString(1));
        assertTrue(model.posterior().contains("\"half-normal\""), "the prior is in the result");

        List<Row> ranks = model.effectRanks(3).orderBy("rank").collectAsList();
        assertEquals("11", ranks.get(0).<String>getAs("level"));
        assertEquals(
                3, ranks.stream().mapToDouble(row -> row.<Double>getAs("top")).sum(), 1e-9);
        assertNull(model.leaveOneOut(), "rows of a level give little information on each other");
        Exception refused = assertThrows(Exception.class, () -> model.logLikelihood(ROWS, 10));
        assertTrue(refused.getMessage().contains("required a model without grouping factors, found [site]"));

        model.write().overwrite().save(folder.resolve("model").toString());
        VariationalModel loaded = VariationalModel.load(folder.resolve("model").toString());
        Dataset<Row> rows = ROWS.selectExpr("site + 5 as site", "x");
        assertThrows(Exception.class, () -> loaded.transform(rows).collectAsList(), "sites that were not in the fit");
        List<Row> scored = loaded.option("allowNewLevels", true).transform(rows).collectAsList();
        assertEquals(240, scored.size());
        Row known =
                scored.stream().filter(row -> row.getLong(0) == 5).findFirst().orElseThrow();
        Row fresh =
                scored.stream().filter(row -> row.getLong(0) == 16).findFirst().orElseThrow();
        assertTrue(known.<Double>getAs("predictionSd") < 0.5 * fresh.<Double>getAs("predictionSd"));
        assertAveraged(loaded, TestSession.spark().range(5, 17, 1, 2).selectExpr("id as site", "3.0 as x"));
    }

    /** Averages of one row each, of sites of the fit and of others, are the predictions of the row. */
    private static void assertAveraged(VariationalModel model, Dataset<Row> cells) {
        EffectRequest linear = EffectRequest.of(Kind.PREDICTIONS).method(EffectRequest.Method.DELTA);
        Exception refused = assertThrows(Exception.class, () -> model.effects(cells, linear));
        assertTrue(refused.getMessage().contains("required method = draws"), refused.getMessage());
        List<Row> scored = model.transform(cells).orderBy("site").collectAsList();
        List<Row> averaged =
                model.option("outputDraws", 4000).predictions(cells, "site").collectAsList();
        assertEquals(12, averaged.size());
        for (int i = 0; i < 12; i++) {
            double sd = scored.get(i).getAs("predictionSd");
            assertEquals(
                    String.valueOf(scored.get(i).getLong(0)), averaged.get(i).getAs("site"));
            assertEquals(
                    scored.get(i).<Double>getAs("prediction"), averaged.get(i).getAs("mean"), 0.07 * sd);
            assertEquals(sd, averaged.get(i).getAs("sd"), 0.05 * sd);
            long site = scored.get(i).getLong(0);
            assertEquals(
                    site < 12 ? "1 row" : "1 row, 100 % prior (no rows of site " + site + ")",
                    averaged.get(i).getAs("averaged_over"));
        }
    }
}
