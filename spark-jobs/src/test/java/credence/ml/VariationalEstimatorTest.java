package credence.ml;

import static credence.ml.Flights.ROWS;
import static credence.ml.Flights.assertRefused;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.sum;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.config.DataConfig;
import io.credence.config.DataConfig.TextFormat;
import io.credence.config.DataSource;
import io.credence.config.PredictorColumns;
import io.credence.config.Roles;
import io.credence.data.Precision;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TestSession;
import io.credence.spark.row.LabelRule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Tests of the estimators of spark.ml: the same fit as the builder's, their Params, and cross-validation. */
class VariationalEstimatorTest {

    @Test
    void weightsAndOffsets_giveTheFitOfTheBuilder() {
        VariationalModel model = new VariationalGeneralizedLinearRegression()
                .setFamily("poisson")
                .setFeatures("age", "weather")
                .setLabelCol("count")
                .setWeightCol("w")
                .setOffsetCol("known")
                .option("priorSd", 3)
                .option("kernel", "java")
                .fit(ROWS);
        DataConfig data = new DataConfig(
                new DataSource("rows", "memory", TextFormat.PLAIN),
                PredictorColumns.of(List.of("age", "weather")),
                new Roles(
                        new Roles.ResponseColumns("count", null, null),
                        "w",
                        null,
                        "known",
                        Roles.SeriesColumns.NONE,
                        null,
                        null,
                        List.of()),
                Map.of(),
                false,
                OptionalInt.empty(),
                DataConfig.OnMissing.FAIL,
                Precision.AUTO);
        Fit expected;
        try (PackedRows rows = new RowPacker(LabelRule.ofFamily("poisson"), 1).pack(ROWS, data)) {
            expected = Inference.of("poisson")
                    .prior("normal", Map.of("sd", 3.0))
                    .kernel("java")
                    .fit(rows);
        }
        assertEquals(List.of("(Intercept)", "age", "weather"), model.names());
        assertArrayEquals(expected.posterior().mean(), model.mean().toArray());
        assertArrayEquals(expected.posterior().covariance(), model.covariance().toArray());
        assertEquals("converged", model.status());
        assertTrue(model.isReliable());
        assertEquals("passed", model.check());
        assertArrayEquals(
                new String[] {"name", "mean", "sd", "lower", "upper", "positive", "reliable"},
                model.summary().columns());
    }

    @Test
    void crossValidation_choosesAmongPriors() {
        VariationalEstimator estimator = new VariationalGeneralizedLinearRegression()
                .setLabelCol("delay")
                .setFeatures("age", "weather");
        @SuppressWarnings("unchecked")
        Param<String> sd = (Param<String>) (Param<?>) estimator.getParam("priorSd");
        ParamMap[] grid = new ParamGridBuilder()
                .addGrid(sd, CollectionConverters.asScala(List.of("1e-3", "10")))
                .build();
        CrossValidatorModel chosen = new CrossValidator()
                .setEstimator(estimator)
                .setEvaluator(new RegressionEvaluator().setLabelCol("delay"))
                .setEstimatorParamMaps(grid)
                .setNumFolds(2)
                .setSeed(3)
                .fit(ROWS);
        assertTrue(chosen.avgMetrics()[1] < chosen.avgMetrics()[0], Arrays.toString(chosen.avgMetrics()));
    }

    @Test
    void trials_areCountedByAColumn() {
        Dataset<Row> counts =
                ROWS.groupBy("age").agg(sum("late").as("late"), count("*").as("flights"));
        VariationalLogisticRegression estimator = new VariationalLogisticRegression();
        estimator.setFeatures("age").setLabelCol("late").option("kernel", "java");
        VariationalModel single = estimator.fit(ROWS);
        VariationalModel grouped = estimator.option("trialsCol", "flights").fit(counts);
        assertArrayEquals(single.mean().toArray(), grouped.mean().toArray(), 1e-5);
        assertArrayEquals(single.sd().toArray(), grouped.sd().toArray(), 1e-5);
        assertTrue(grouped.posterior().replaceAll("\\s", "").contains("\"rows\":17,"), grouped.posterior());
    }

    @Test
    void params_areTheKeysAndRefuseWhatTheyRefuse() {
        VariationalEstimator estimator = new VariationalEstimator();
        List<String> names = Arrays.stream(estimator.params()).map(Param::name).toList();
        assertEquals(names.size(), names.stream().distinct().count());
        assertTrue(names.containsAll(List.of(
                "family",
                "posterior",
                "prior",
                "priorSd",
                "maxIterations",
                "tolerance",
                "draws",
                "stepSize",
                "seed",
                "labelCol",
                "featuresCol",
                "weightCol",
                "offsetCol",
                "standardize",
                "intercept",
                "method",
                "level")));
        assertTrue(estimator.explainParams().contains("prior.sd"));
        assertRefused("did you mean 'bernoulli'", () -> estimator.setFamily("bernuli"));
        assertRefused(
                "posterior cannot be used: required another one, since gaussian-sparse-precision is retired; where a",
                () -> estimator.option("posterior", "gaussian-sparse-precision"));
        assertRefused(
                "since gaussian-sparse-precision is retired; where a full covariance is too large, posterior.family =",
                () -> new VariationalLogisticRegression()
                        .setFeatures("age")
                        .setLabelCol("late")
                        .option("posterior", "product")
                        .option("posteriorFactors", "[{ size = 4, family = gaussian-sparse-precision }]")
                        .fit(ROWS));
        assertRefused("whole number", () -> estimator.option("posteriorRank", 0));
        assertRefused("required a number above 0, or auto, found wide", () -> estimator.option("priorSd", "wide"));
        assertRefused("is missing", () -> estimator.fit(ROWS));
        assertRefused(
                "already have a column named age",
                () -> new VariationalLogisticRegression()
                        .option("predictionCol", "age")
                        .transformSchema(ROWS.schema()));
        assertRefused("nothing was fitted", () -> new VariationalModel().names());
        VariationalEstimator other = estimator.setFamily("poisson").copy(ParamMap.empty());
        assertEquals(estimator.uid(), other.uid());
        assertEquals("poisson", other.getOrDefault(other.getParam("family")));
        assertFalse(other.isSet(other.getParam("prior")));
    }

    @Test
    void stageNamedAfterATask_refusesAnother() {
        assertRefused(
                "required bernoulli, softmax or ordinal, or VariationalEstimator, which fits any, found poisson",
                () -> new VariationalLogisticRegression()
                        .setFamily("poisson")
                        .setFormula("count ~ age")
                        .fit(ROWS));
        assertRefused(
                "required a grouping factor such as (1 | county)",
                () -> new VariationalMixedModel().setFormula("delay ~ age").fit(ROWS));
    }

    @Test
    void rowsThatHaveNotArrived_areRefused() {
        Dataset<Row> stream = TestSession.spark()
                .readStream()
                .format("rate")
                .load()
                .selectExpr("cast(value as double) as age", "1.0 as late");
        VariationalLogisticRegression estimator = new VariationalLogisticRegression();
        estimator.setFormula("late ~ age");
        assertRefused("foreachBatch", () -> estimator.fit(stream));
        assertRefused("foreachBatch", () -> estimator.fit(ROWS).transform(stream));
    }

    @Test
    void services_nameEveryStage() {
        List<String> estimators = ServiceLoader.load(Estimator.class).stream()
                .map(provider -> provider.type().getSimpleName())
                .collect(Collectors.toList());
        assertTrue(estimators.containsAll(List.of(
                "VariationalEstimator", "VariationalLogisticRegression", "VariationalGeneralizedLinearRegression")));
        assertTrue(ServiceLoader.load(Transformer.class).stream()
                .anyMatch(provider -> provider.type() == VariationalModel.class));
    }
}
