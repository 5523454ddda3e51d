package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.example.RobustRegression;
import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a stage that fits a user's model class. */
class UserModelStageTest {

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 120, 1, 2)
            .selectExpr(
                    "cast(id % 11 as double) / 5 as x",
                    "2 + 0.5 * (id % 11) / 5 + ((id * 7919) % 101) / 101.0 - 0.5 + if(id = 60, 40, 0) as y");

    @TempDir
    private Path folder;

    private static VariationalEstimator robust() {
        return new VariationalEstimator()
                .setFormula("y ~ x")
                .option("modelClass", RobustRegression.class.getName())
                .option("partitions", 2);
    }

    @Test
    void classIsFittedScoredSavedAndLoaded() throws IOException {
        VariationalModel model = robust().fit(ROWS);
        assertEquals("converged", model.status());
        assertEquals(List.of("(Intercept)", "x", "log(scale)"), model.names());
        Row slope = model.summary().filter("name = 'x'").first();
        assertEquals(0.5, slope.<Double>getAs("mean"), 4 * slope.<Double>getAs("sd"));
        assertTrue(slope.<Double>getAs("sd") < 0.1, "a wild label does not widen it: " + slope);

        Dataset<Row> scored = model.transform(ROWS);
        assertEquals(model.transformSchema(ROWS.schema()), scored.schema());
        assertEquals(robust().transformSchema(ROWS.schema()), scored.schema());
        Row first = scored.filter("x = 0").first();
        assertEquals(2, first.<Double>getAs("prediction"), 4 * first.<Double>getAs("predictionSd"));
        assertTrue(first.<Double>getAs("responseSd") > first.<Double>getAs("predictionSd"));

        Dataset<Row> averages = model.predictions(ROWS, "x");
        Row average = averages.filter("x = '0'").first();
        assertEquals(
                first.<Double>getAs("prediction"),
                average.<Double>getAs("mean"),
                first.<Double>getAs("predictionSd") / 5);

        String path = folder.resolve("model").toString();
        model.write().save(path);
        VariationalModel loaded = VariationalModel.load(path);
        assertEquals(first, loaded.transform(ROWS).filter("x = 0").first());
    }

    @Test
    void optionsReachTheClass() {
        VariationalModel heavy =
                robust().option("modelOptions", Map.of("degreesOfFreedom", 2)).fit(ROWS);
        assertTrue(heavy.posterior().contains("\"degreesOfFreedom\""), heavy.posterior());
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> robust().option("modelOptions", Map.of("degrees", 2)).fit(ROWS));
        assertTrue(refused.getMessage().contains("degreesOfFreedom"), refused.getMessage());
    }

    @Test
    void classThatIsNotThere_isRefused() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> robust().option("modelClass", "org.example.Missing").fit(ROWS));
        assertTrue(
                refused.getMessage().startsWith("model.class cannot be found: required a class on the class path"),
                refused.getMessage());
    }
}
