package credence.ml;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import io.credence.spark.row.DataException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the columns that {@code transform} appends to each row. */
class TransformTest {

    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 120, 1, 2)
            .selectExpr(
                    "id",
                    "if(id % 20 = 3, null, cast(id % 17 as double) / 8) as age",
                    "if(id = 5, double('NaN'), cast(id % 23 as double) / 11 - 1) as weather",
                    "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
                    "cast(id % 9 as double) + cast(id % 17 as double) / 4 as delay",
                    "cast((id * 7) % 4 = 0 as double) as late")
            .cache();

    private static VariationalEstimator delay() {
        return new VariationalEstimator()
                .setFamily("gaussian")
                .setFormula("delay ~ age + weather + carrier")
                .option("onMissing", "skip");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rdd", "dataframe"})
    void rowsThatTheFitLeftOut_stayWithoutPredictions(String backend) {
        VariationalModel model = delay().option("backend", backend).fit(ROWS);
        Dataset<Row> scored = model.transform(ROWS);
        assertEquals(
                List.of(model.transformSchema(ROWS.schema()).fieldNames()),
                List.of(scored.columns()),
                "the same columns");
        List<Row> rows = scored.orderBy("id").collectAsList();
        assertEquals(120, rows.size());
        assertEquals(
                113, rows.stream().filter(row -> row.getAs("missing") == null).count());
        for (Row row : rows) {
            boolean bad = row.getLong(0) % 20 == 3 || row.getLong(0) == 5;
            assertEquals(bad, row.getAs("prediction") == null, row.toString());
            assertEquals(bad, row.getAs("upper") == null, row.toString());
            assertEquals(bad, row.getAs("missing") != null, row.toString());
        }
        assertEquals("a cell is missing in column 'age'", rows.get(3).getAs("missing"));
        assertEquals(
                "a cell is not finite in column 'weather': NaN", rows.get(5).getAs("missing"));
    }

    @Test
    void missingCells_areFlaggedLeftOutOrRefusedAsRequested() {
        VariationalModel model = delay().option("missingCol", "why").fit(ROWS);
        assertEquals("why", Arrays.asList(model.transform(ROWS).columns()).get(ROWS.columns().length + 7));
        assertEquals(113, model.option("scoreOnMissing", "skip").transform(ROWS).count());
        assertFalse(List.of(model.transform(ROWS).columns()).contains("why"));
        Dataset<Row> refused = model.option("scoreOnMissing", "fail").transform(ROWS);
        String message =
                assertThrows(DataException.class, refused::collectAsList).getMessage();
        assertTrue(message.startsWith("a cell is missing") && message.lines().count() == 1, message);
        VariationalModel strict =
                delay().option("onMissing", "fail").fit(ROWS.na().drop());
        assertThrows(Exception.class, () -> strict.transform(ROWS).collectAsList());
        assertEquals(
                120, strict.option("scoreOnMissing", "flag").transform(ROWS).count());
    }

    /** Beside a word, a number for evaluators. */
    @Test
    void words_arePredicted() {
        Dataset<Row> rows = ROWS.na().drop().withColumn("arrival", expr("if(late = 1, 'late', 'on time')"));
        VariationalLogisticRegression estimator = new VariationalLogisticRegression();
        VariationalModel model =
                estimator.setFeatures("age", "weather").setLabelCol("arrival").fit(rows);
        Dataset<Row> scored = model.transform(rows);
        assertEquals(
                List.of(scored.columns()),
                List.of(estimator.transformSchema(rows.schema()).fieldNames()));
        assertEquals(scored.schema(), model.transformSchema(rows.schema()));
        for (Row row : scored.collectAsList()) {
            assertEquals(row.<Double>getAs("prediction") == 0 ? "late" : "on time", row.getAs("predictedLabel"));
        }
        assertEquals(
                "posterior standard deviation of the probability of label 1",
                scored.schema().apply("predictionSd").getComment().get());
        assertFalse(List.of(delay().fit(ROWS).transform(ROWS).columns()).contains("predictedLabel"));
    }

    /** Labels that are numbers are predicted as these, so that evaluators compare like with like. */
    @Test
    void numbersOtherThan0And1_arePredicted() {
        Dataset<Row> rows = ROWS.na().drop().withColumn("sign", expr("2 * late - 1"));
        VariationalModel model = new VariationalLogisticRegression()
                .setFeatures("age", "weather")
                .setLabelCol("sign")
                .fit(rows);
        for (Row row : model.transform(rows).collectAsList()) {
            double prediction = row.getAs("prediction");
            assertEquals(row.<Vector>getAs("probability").apply(1) >= 0.5 ? 1.0 : -1.0, prediction);
            assertEquals(prediction > 0 ? "1" : "-1", row.getAs("predictedLabel"));
        }
    }

    /** A row can lack a cell and have a level that was not in the fit; each reason has its column. */
    @Test
    void reasons_haveColumnsOfTheirOwn() {
        VariationalModel model = new VariationalLogisticRegression()
                .setFormula("late ~ age + carrier")
                .option("onMissing", "skip")
                .option("onUnseen", "flag")
                .fit(ROWS);
        Dataset<Row> other = ROWS.selectExpr("id", "age", "if(id = 4, 'ZZ', carrier) as carrier");
        List<Row> rows = model.transform(other).orderBy("id").collectAsList();
        assertEquals("level 'ZZ' of column 'carrier'", rows.get(4).getAs("unseen"));
        assertNull(rows.get(4).getAs("missing"));
        assertEquals("a cell is missing in column 'age'", rows.get(3).getAs("missing"));
        assertNull(rows.get(3).getAs("unseen"));
        assertNull(rows.get(3).getAs("probability"));
        assertNotNull(rows.get(2).getAs("probability"));
    }
}
