package credence.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.spark.TestSession;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the power of the Tweedie family estimated from the rows: it is the builder's, and a saved model predicts
 * with it.
 */
class EstimatedPowerTest {

    private static final Dataset<Row> ROWS = TestSession.spark()
            .read()
            .option("header", true)
            .option("inferSchema", true)
            .csv(Repository.file("conf/data/expenses.csv").toString())
            .limit(150)
            .coalesce(1)
            .cache();

    private static VariationalModel fit(Object power) {
        return new VariationalGeneralizedLinearRegression()
                .setFamily("tweedie")
                .setFeatures("diseases", "female")
                .setLabelCol("expenses")
                .option("power", power)
                .option("kernel", "java")
                .fit(ROWS);
    }

    @Test
    void savedModel_predictsWithThePowerOfItsRows(@TempDir Path folder) throws IOException {
        List<Row> rows = ROWS.collectAsList();
        double[][] features = rows.stream()
                .map(row -> new double[] {row.getDouble(2), row.getInt(4)})
                .toArray(double[][]::new);
        double[] labels = rows.stream().mapToDouble(row -> row.getDouble(0)).toArray();
        Fit expected = Inference.of("tweedie")
                .with("model.power", "auto")
                .kernel("java")
                .fit(Rows.of(features, labels));
        double power = expected.model().options().number("power");
        VariationalModel model = fit("auto");
        assertArrayEquals(expected.posterior().mean(), model.mean().toArray());
        assertArrayEquals(expected.posterior().covariance(), model.covariance().toArray());
        assertTrue(model.posterior().contains("\"power\" : " + power), model.posterior());
        assertTrue(model.posterior().contains("model.power is "), model.posterior());

        String path = folder.resolve("model").toString();
        model.write().save(path);
        VariationalModel loaded = VariationalModel.load(path);
        VariationalModel given = fit(power);
        assertEquals(
                given.transform(ROWS).collectAsList(), loaded.transform(ROWS).collectAsList());
        assertEquals(
                given.logLikelihood(ROWS, 3).collectAsList(),
                loaded.logLikelihood(ROWS, 3).collectAsList());
    }
}
