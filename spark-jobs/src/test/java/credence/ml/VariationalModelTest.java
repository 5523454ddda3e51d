package credence.ml;

import static credence.ml.Flights.ROWS;
import static credence.ml.Flights.assertRefused;
import static org.apache.spark.sql.functions.count;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import breeze.linalg.DenseMatrix;
import breeze.linalg.DenseVector;
import breeze.stats.distributions.MultivariateGaussian;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Kernels;
import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.reflect.ClassTag;

/** Tests of the reports of a fitted stage on its posterior, and of its scoring. */
class VariationalModelTest {

    @TempDir
    Path folder;

    @Test
    void modelThatIsNotChecked_isNotReliable() {
        VariationalModel model = new VariationalEstimator()
                .setFamily("poisson")
                .setFeatures("age", "weather")
                .setLabelCol("count")
                .option("checkKhat", false)
                .fit(ROWS);
        assertEquals("converged", model.status());
        assertFalse(model.isReliable());
        assertEquals("skipped", model.check());
        assertTrue(model.checkReason().contains("check.khat = true"), model.checkReason());
        assertTrue(model.toString().endsWith("converged, not checked"), model.toString());
        assertTrue(model.report().contains("Converged, but not checked"), model.report());
    }

    /** Features that correlate, fitted as independent: somewhat too narrow, which their weights can mend. */
    @Test
    void numbersToBeTrusted_standBesideThoseOfThePosterior() {
        StructType schema = new StructType()
                .add("a", DataTypes.DoubleType)
                .add("b", DataTypes.DoubleType)
                .add("y", DataTypes.DoubleType);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            double shared = Math.sin(i);
            double a = shared + Math.cos(7 * i);
            double b = shared - Math.cos(7 * i) + 0.5 * Math.sin(3 * i) + 0.7 * a;
            rows.add(RowFactory.create(a, b, a + 0.5 * Math.sin(13 * i)));
        }
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setFeatures("a", "b")
                .setLabelCol("y")
                .setPosterior("gaussian-diagonal")
                .option("dispersion", 0.125)
                .fit(TestSession.spark().createDataFrame(rows, schema));
        assertFalse(model.isReliable());
        assertEquals("failed", model.check());
        Dataset<Row> summary = model.summary();
        assertEquals(
                List.of("correctedMean", "correctedSd", "correctedLower", "correctedUpper", "correctedPositive"),
                List.of(summary.columns()).subList(6, 11));
        Row slope = summary.filter("name = 'a'").first();
        assertTrue(slope.<Double>getAs("correctedSd") > 1.1 * slope.<Double>getAs("sd"), slope.toString());
        Row wide = model.summary(0.95).filter("name = 'a'").first();
        assertTrue(wide.<Double>getAs("upper") > slope.<Double>getAs("upper"), wide.toString());
        assertEquals(slope.<Double>getAs("correctedSd"), wide.<Double>getAs("correctedSd"));
        assertTrue(Double.isNaN(wide.<Double>getAs("correctedUpper")), "saved at 0.9 alone");
        assertEquals(
                Map.of("(Intercept)", true, "a", false, "b", false),
                summary.collectAsList().stream()
                        .collect(Collectors.toMap(row -> row.getString(0), row -> row.<Boolean>getAs("reliable"))));
        String page = model.report();
        assertTrue(page.contains("Converged, reliable but for a, b"), page);
        assertEquals(
                List.of("a", "b"),
                page.lines()
                        .filter(line -> line.endsWith("<td class=\"\">not reliable</td></tr>"))
                        .map(line -> line.replaceAll("^<tr[^>]*><td[^>]*>|</td>.*", ""))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"qbvi", "dadvi"})
    void level_isThatOfIntervalsOfTheSummary(String method) {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setLabelCol("delay")
                .setFeatures("age")
                .setMethod(method)
                .fit(ROWS);
        List<Row> ninety = model.summary().collectAsList();
        List<Row> nearly = model.summary(0.9 - 1e-9).collectAsList();
        List<Row> half = model.option("level", 0.5).summary().collectAsList();
        assertEquals(
                List.of("(Intercept)", "age", "sigma2"),
                half.stream().map(row -> row.getString(0)).toList());
        for (int k = 0; k < half.size(); k++) {
            double sd = half.get(k).getDouble(2);
            assertEquals(ninety.get(k).getDouble(3), nearly.get(k).getDouble(3), 1e-6 * sd);
            assertEquals(ninety.get(k).getDouble(4), nearly.get(k).getDouble(4), 1e-6 * sd);
            assertTrue(ninety.get(k).getDouble(3) < half.get(k).getDouble(3), half.toString());
            assertTrue(half.get(k).getDouble(4) < ninety.get(k).getDouble(4), half.toString());
        }
        Row age = half.get(1);
        assertEquals(age.getDouble(1) - 0.6744897501960817 * age.getDouble(2), age.getDouble(3), 1e-12);
        Dataset<Row> contrast = model.option("output", "contrast")
                .option("outputContrast", "age")
                .transform(ROWS);
        assertEquals(age.getDouble(3), contrast.first().getDouble(3), 1e-12);
        assertEquals(age.getDouble(4), model.contrast("age").upper(), 1e-12);
    }

    @Test
    void numbersOutOfRange_areRefusedAtTheCall() {
        VariationalModel model = new VariationalMixedModel()
                .setFormula("delay ~ age + (1 | carrier)")
                .fit(ROWS);
        for (double level : new double[] {95, 0, 1, Double.NaN}) {
            assertRefused("level cannot be used: required a number between 0 and 1", () -> model.summary(level));
            assertRefused("required a number between 0 and 1", () -> model.option("level", level));
            assertRefused("required a number between 0 and 1", () -> new VariationalEstimator().option("level", level));
        }
        for (Executable few : List.<Executable>of(
                () -> model.draws(0),
                () -> model.logLikelihood(ROWS, 0),
                () -> model.predictionDraws(ROWS, -1),
                () -> model.effectRanks(0),
                () -> model.option("outputDraws", 3_000_000_000L))) {
            assertRefused("cannot be used: required a whole number from 1", few);
        }
        assertEquals(
                model.draws(3).collectAsList().subList(0, 1), model.draws(1).collectAsList());
    }

    @Test
    void contrastWithoutACombination_isRefused() {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setLabelCol("delay")
                .setFeatures("age")
                .fit(ROWS)
                .option("output", "contrast");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> model.transform(ROWS));
        assertTrue(refused.getMessage().contains("required outputContrast"), refused.getMessage());
    }

    @Test
    void draws_haveTheMomentsOfThePosterior() {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setLabelCol("delay")
                .setFeatures("age")
                .fit(ROWS);
        int count = 4000;
        List<Row> draws = model.draws(count).collectAsList();
        for (int j = 0; j < model.names().size(); j++) {
            int column = j;
            double mean = draws.stream()
                    .mapToDouble(row -> row.getDouble(column))
                    .average()
                    .orElseThrow();
            double sd = model.sd().apply(j);
            assertEquals(
                    model.mean().apply(j),
                    mean,
                    4 * sd / Math.sqrt(count),
                    "seed 1, " + model.names().get(j));
        }
    }

    @Test
    void gaussian_isThePosteriorAsBreezeHasIt() {
        VariationalModel model = new VariationalLogisticRegression()
                .setLabelCol("late")
                .setFeatures("age", "weather")
                .fit(ROWS);
        MultivariateGaussian gaussian = model.gaussian();
        DenseVector<Object> mean = gaussian.mean();
        assertArrayEquals(model.mean().toArray(), (double[]) mean.toArray(ClassTag.Double()));
        assertArrayEquals(model.covariance().toArray(), gaussian.covariance().data$mcD$sp());
        double logDeterminant = 0;
        DenseMatrix<Object> covariance = gaussian.covariance();
        Cholesky factor = Objects.requireNonNull(
                Cholesky.of(Kernels.named("java"), covariance.data$mcD$sp().clone(), 3));
        for (int j = 0; j < 3; j++) {
            logDeterminant += Math.log(factor.factor()[3 * j + j]);
        }
        assertEquals(-1.5 * Math.log(2 * Math.PI) - logDeterminant, gaussian.logPdf(mean), 1e-9);
        assertArrayEquals(
                (double[]) model.gaussian().draw().toArray(ClassTag.Double()),
                (double[]) gaussian.draw().toArray(ClassTag.Double()),
                "draws repeat");
        VariationalModel student = new VariationalLogisticRegression()
                .setLabelCol("late")
                .setFeatures("age")
                .option("posterior", "student-t-diagonal")
                .fit(ROWS);
        assertRefused("required a Gaussian posterior, found student-t-diagonal", student::gaussian);
    }

    @Test
    void models_areComparedByRowsLeftOut() throws IOException {
        VariationalModel with = regression("age").fit(ROWS);
        VariationalModel without = regression("weather").fit(ROWS);
        Dataset<Row> found = with.compare(without);
        assertEquals(List.of("fit", "measure", "value", "error", "note"), List.of(found.columns()));
        List<Row> rows = found.collectAsList();
        assertEquals(
                List.of("A", "B", "A - B"),
                rows.stream().map(row -> row.getString(0)).toList());
        assertEquals("elpd", rows.get(2).getString(1));
        assertEquals(
                Objects.requireNonNull(with.leaveOneOut()).elpd().value(),
                rows.get(0).getDouble(2),
                1e-9);
        assertEquals(
                rows.get(0).getDouble(2) - rows.get(1).getDouble(2), rows.get(2).getDouble(2), 1e-9);
        String path = folder.resolve("model").toString();
        without.write().save(path);
        assertEquals(rows, with.compare(VariationalModel.load(path)).collectAsList(), "a model that was loaded");
        assertEquals(
                "they predict alike", with.compare(with).collectAsList().get(2).getString(4));
        assertRefused(
                "required the rows of its output = comparable",
                () -> with.option("output", "comparison").transform(ROWS));
        assertRefused("different rows", () -> with.compare(regression("age").fit(ROWS.limit(30))));
        VariationalModel unseen = regression("age").option("checkLoo", false).fit(ROWS);
        assertRefused("found no pointwise.csv", () -> with.compare(unseen));
    }

    private static VariationalEstimator regression(String column) {
        return new VariationalGeneralizedLinearRegression().setFeatures(column).setLabelCol("delay");
    }

    @Test
    void output_givesTablesOfThePosterior() {
        VariationalModel model = new VariationalLogisticRegression()
                .setLabelCol("late")
                .setFeatures("age")
                .fit(ROWS);
        Dataset<Row> any = TestSession.spark().range(1).toDF();
        assertEquals(2, model.option("output", "summary").transform(any).count());
        assertEquals(
                List.of("name", "(Intercept)", "age"),
                List.of(model.option("output", "covariance").transform(any).columns()));
        assertEquals(
                7,
                model.option("output", "draws")
                        .option("outputDraws", 7)
                        .transform(any)
                        .count());
        Row row = model.option("output", "posterior").transform(any).first();
        assertTrue(row.getString(0).contains("credence/posterior/2"));
    }

    @Test
    void unseenLevels_areRefusedOrFlagged() {
        Dataset<Row> other = ROWS.limit(2).selectExpr("age", "if(age = 0, 'ZZ', 'AA') as carrier", "late");
        for (String formula : List.of("late ~ age + carrier", "late ~ carrier")) {
            VariationalModel model = new VariationalLogisticRegression()
                    .setFormula(formula)
                    .option("onUnseen", "flag")
                    .option("unseenCol", "why")
                    .fit(ROWS);
            List<Row> rows = model.transform(other).collectAsList();
            assertEquals(
                    model.transformSchema(other.schema()).fieldNames().length,
                    rows.get(0).length());
            assertEquals("level 'ZZ' of column 'carrier'", rows.get(0).getAs("why"));
            assertNull(rows.get(0).getAs("prediction"));
            assertNull(rows.get(0).getAs("probability"));
            assertNull(rows.get(1).getAs("why"));
            assertTrue(rows.get(1).<Double>getAs("upper") > 0);
            Dataset<Row> refusing = model.option("onUnseen", "fail").transform(other);
            Exception thrown = assertThrows(Exception.class, refusing::collectAsList);
            String message = String.valueOf(thrown);
            assertTrue(
                    message.contains(
                            "one of AA, BB, CC; did you mean 'AA'?; or, in scoring, onUnseen = flag; found: 'ZZ'"),
                    message);
            assertEquals(
                    List.of(),
                    ExceptionUtils.getThrowableList(thrown).stream()
                            .flatMap(each -> Arrays.stream(each.getStackTrace()))
                            .filter(frame -> frame.getClassName().endsWith("ScoredRows"))
                            .toList());
        }
        assertRefused("one of fail, flag", () -> new VariationalEstimator().option("onUnseen", "guess"));
    }
}
