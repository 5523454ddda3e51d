package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.LeftOutRow;
import io.credence.diagnostic.RowKey;
import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the log likelihoods of the rows of a fit at its draws, by hand and against the leave-one-out measures of the
 * fit.
 */
class FittedRowsTest {

    private static final int DRAWS = 400;

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 120, 1, 2)
            .selectExpr(
                    "cast(id % 17 as double) * 100 as age",
                    "cast(id % 9 as double) + cast(id % 17 as double) / 4 as delay", "cast(id % 3 as double) as known")
            .cache();

    /** The log density of a normal at each row and draw. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void logLikelihoods_areThoseOfTheFormula(boolean standardize) {
        VariationalModel model = regression().option("standardize", standardize).fit(ROWS);
        assertEquals(List.of("(Intercept)", "age"), model.names());
        assertThoseOfTheFormula(model, ROWS, 13);
    }

    /** Of few rows the dispersion is fitted by its logarithm with the coefficients, and drawn by itself. */
    @Test
    void logLikelihoodsOfFewRows_areThoseOfTheFormula() {
        Dataset<Row> few = ROWS.limit(6);
        VariationalModel model = regression().fit(few);
        assertEquals(List.of("(Intercept)", "age", "log(sigma2)"), model.names());
        assertThoseOfTheFormula(model, few, 1);
    }

    private static VariationalEstimator regression() {
        return new VariationalGeneralizedLinearRegression()
                .setFeatures("age")
                .setLabelCol("delay")
                .setOffsetCol("known");
    }

    private static void assertThoseOfTheFormula(VariationalModel model, Dataset<Row> fitted, int step) {
        List<Row> draws = model.draws(DRAWS).collectAsList();
        List<Row> found = model.logLikelihood(fitted, DRAWS).collectAsList();
        List<Row> rows = fitted.collectAsList();
        assertEquals(rows.size(), found.size());
        for (int i = 0; i < rows.size(); i++) {
            assertEquals(rows.get(i).getDouble(1), found.get(i).getDouble(0));
            List<Double> logs = found.get(i).getList(1);
            for (int s = 0; s < DRAWS; s += step) {
                Row draw = draws.get(s);
                double eta = draw.getDouble(0)
                        + draw.getDouble(1) * rows.get(i).getDouble(0)
                        + rows.get(i).getDouble(2);
                double off = rows.get(i).getDouble(1) - eta;
                double variance = draw.getDouble(2);
                double log = -0.5 * Math.log(2 * Math.PI * variance) - 0.5 * off * off / variance;
                assertEquals(log, logs.get(s), 1e-9);
            }
        }
    }

    /** The log of the mean likelihood of a row is a little above what the others predict of it. */
    @Test
    void logLikelihoods_leaveRowsOutAsTheFitDid() {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setFeatures("age")
                .setLabelCol("delay")
                .fit(ROWS);
        double lppd = model.logLikelihood(ROWS, 2000).collectAsList().stream()
                .mapToDouble(row -> {
                    List<Double> logs = row.getList(1);
                    return Math.log(
                            logs.stream().mapToDouble(Math::exp).average().orElseThrow());
                })
                .sum();
        var loo = model.leaveOneOut();
        assertEquals(loo.effectiveParameters().value(), lppd - loo.elpd().value(), 0.3);
    }

    /** One row is far off, and is reported by its name by the model, by what is saved of it and by its page. */
    @Test
    void worstRow_isNamedByItsKey(@TempDir Path folder) throws IOException {
        Dataset<Row> named = ROWS.selectExpr("age", "concat(age, '/', delay) as name", "delay")
                .union(ROWS.limit(1).selectExpr("0.7 as age", "'far off' as name", "99.0 as delay"));
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setFeatures("*")
                .setLabelCol("delay")
                .setKeyCol("name")
                .fit(named);
        assertEquals(List.of("(Intercept)", "age"), model.names());
        String path = folder.resolve("model").toString();
        model.write().save(path);
        for (VariationalModel each : List.of(model, VariationalModel.load(path))) {
            LeftOutRow worst = Objects.requireNonNull(each.leaveOneOut())
                    .rows()
                    .surprisingRows()
                    .get(0);
            assertEquals(new RowKey("far off", 0), worst.key());
            assertEquals(99, worst.label());
            assertTrue(each.report().contains("<td>far off</td>"));
        }
        assertEquals(named.count(), model.transform(named.drop("name")).count());
    }

    @Test
    void otherRows_areRefused() {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setFeatures("age")
                .setLabelCol("delay")
                .option("checkLoo", "false")
                .fit(ROWS);
        ConfigurationException refused =
                assertThrows(ConfigurationException.class, () -> model.logLikelihood(ROWS.limit(50), 10));
        assertTrue(refused.getMessage().contains("the rows of the fit"), refused.getMessage());
    }

    @Test
    void report_isThePageOfTheFit() {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setFeatures("age")
                .setLabelCol("delay")
                .fit(ROWS);
        String page = model.report();
        assertTrue(page.startsWith("<!DOCTYPE html>") && page.contains("Converged and reliable"), page);
        model.option("output", "report");
        assertEquals(page, model.transform(ROWS).head().getString(0));
    }
}
