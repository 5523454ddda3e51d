package credence.ml;

import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.sum;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.config.ConfigurationException;
import io.credence.config.DataConfig;
import io.credence.config.Predictors;
import io.credence.config.Roles;
import io.credence.data.Precision;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TestSession;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.OneHotEncoder;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** The stages of spark.ml: the fit of the builder, in pipelines, on disk and under cross-validation. */
class VariationalEstimatorTest {

    @TempDir
    private static Path folder;

    /** Flights by number: age, weather, carrier, weight, offset, and a label of each kind. */
    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 240, 1, 2)
            .selectExpr(
                    "cast(id % 17 as double) / 8 as age",
                    "cast(id % 23 as double) / 11 - 1 as weather",
                    "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
                    "1.0 + id % 2 as w",
                    "cast(id % 5 as double) / 10 as known",
                    "cast((id * 7) % 4 = 0 as double) as late",
                    "cast(id % 9 as double) + cast(id % 17 as double) / 4 as delay",
                    "cast(id % 6 as double) as count")
            .cache();

    private static PipelineStage[] features(PipelineStage last) {
        return new PipelineStage[] {
            new StringIndexer().setInputCol("carrier").setOutputCol("index"),
            new OneHotEncoder().setInputCol("index").setOutputCol("carrierIs").setDropLast(true),
            new VectorAssembler()
                    .setInputCols(new String[] {"age", "carrierIs"})
                    .setOutputCol("features"),
            last
        };
    }

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
                "rows",
                "memory",
                Predictors.of(List.of("age", "weather")),
                new Roles("count", null, null, "w", null, "known", null, null, null, null, List.of()),
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
                new String[] {"name", "mean", "sd", "lower", "upper", "positive"},
                model.summary().columns());
    }

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
    }

    @Test
    void formula_makesItsColumnsOfNewRows() throws IOException {
        VariationalEstimator estimator = new VariationalGeneralizedLinearRegression()
                .setFamily("poisson")
                .setFormula("count ~ carrier * weather + poly(age, 2) + offset(known)");
        VariationalModel model = estimator.fit(ROWS);
        assertEquals(
                List.of(
                        "(Intercept)",
                        "carrierBB",
                        "carrierCC",
                        "weather",
                        "poly(age, 2)1",
                        "poly(age, 2)2",
                        "carrierBB:weather",
                        "carrierCC:weather"),
                model.names());
        assertTrue(model.decisions().contains("\nreference level of carrier: AA\n"), model.decisions());
        assertFalse(model.decisions().contains("note: "), model.decisions());
        String path = folder.resolve("formula").toString();
        model.write().overwrite().save(path);
        Dataset<Row> few = ROWS.filter("age > 1").drop("count");
        assertEquals(
                model.transform(ROWS)
                        .filter("age > 1")
                        .select("prediction", "upper")
                        .collectAsList(),
                VariationalModel.load(path)
                        .transform(few)
                        .select("prediction", "upper")
                        .collectAsList());
        VariationalEstimator both = estimator.setFeatures("age");
        assertTrue(assertThrows(ConfigurationException.class, () -> both.fit(ROWS))
                .getMessage()
                .contains("data.features cannot be used with a formula"));
    }

    @Test
    void pipeline_namesLevelsAndComesBackFromDisk() throws IOException {
        PipelineModel fitted = new Pipeline()
                .setStages(features(new VariationalLogisticRegression().setLabelCol("late")))
                .fit(ROWS);
        VariationalModel model = (VariationalModel) fitted.stages()[3];
        assertEquals(List.of("(Intercept)", "age", "carrierIs_AA", "carrierIs_BB"), model.names());
        Dataset<Row> scored = fitted.transform(ROWS);
        assertEquals(fitted.transformSchema(ROWS.schema()).fieldNames().length, scored.columns().length);
        Row row = scored.select("prediction", "lower", "upper", "probability").first();
        Vector probability = row.getAs(3);
        assertEquals(probability.apply(1) >= 0.5 ? 1 : 0, row.getDouble(0));
        assertTrue(row.getDouble(1) < probability.apply(1) && probability.apply(1) < row.getDouble(2));
        assertTrue(new BinaryClassificationEvaluator()
                        .setLabelCol("late")
                        .setRawPredictionCol("probability")
                        .evaluate(scored)
                > 0.4);
        assertTrue(new MulticlassClassificationEvaluator()
                        .setLabelCol("late")
                        .setMetricName("accuracy")
                        .evaluate(scored)
                >= 0.7);
        String path = folder.resolve("pipeline").toString();
        fitted.write().save(path);
        assertEquals(
                scored.drop("features", "carrierIs").collectAsList(),
                PipelineModel.load(path)
                        .transform(ROWS)
                        .drop("features", "carrierIs")
                        .collectAsList());
        assertTrue(Files.exists(Path.of(path, "stages", "3_" + model.uid(), "posterior.json")));
    }

    @Test
    void savedModel_keepsParamsDrawsAndSummary() throws IOException {
        VariationalEstimator estimator = new VariationalEstimator()
                .setFamily("gaussian")
                .setLabelCol("delay")
                .setFeatures("age", "carrier")
                .option("categorical", List.of("carrier"))
                .option("level", 0.8)
                .setSeed(5);
        String path = folder.resolve("estimator").toString();
        estimator.write().save(path);
        VariationalModel model = VariationalEstimator.load(path).fit(ROWS);
        assertEquals(List.of("(Intercept)", "age", "carrier=BB", "carrier=CC"), model.names());
        model.option("predictionCol", "expected")
                .write()
                .overwrite()
                .save(folder.resolve("model").toString());
        VariationalModel loaded = VariationalModel.load(folder.resolve("model").toString());
        assertEquals(model.summary().collectAsList(), loaded.summary().collectAsList());
        assertEquals(model.draws(3).collectAsList(), loaded.draws(3).collectAsList());
        assertEquals(5, model.draws(3).columns().length, "the dispersion is drawn too");
        assertEquals(
                model.transform(ROWS).collectAsList(), loaded.transform(ROWS).collectAsList());
        assertTrue(List.of(loaded.transform(ROWS).columns()).containsAll(List.of("expected", "predictionSd", "lower")));
        assertEquals(0.8, loaded.getOrDefault(loaded.getParam("level")));
        assertTrue(loaded.decisions().contains("stopped: converged"), loaded.decisions());
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
    void maps_chooseReferencesAndPriorsOfSingleCoefficients() throws IOException {
        VariationalEstimator estimator = new VariationalLogisticRegression()
                .setFeatures("age", "carrier")
                .setLabelCol("late")
                .option("categorical", List.of("carrier"))
                .option("reference", Map.of("carrier", "BB"))
                .option("priorCoefficients", Map.of("carrier=CC", Map.of("sd", 1e-3)));
        String path = folder.resolve("maps").toString();
        estimator.write().save(path);
        VariationalModel model = VariationalEstimator.load(path).fit(ROWS);
        assertEquals(List.of("(Intercept)", "age", "carrier=AA", "carrier=CC"), model.names());
        assertEquals(1e-3, Math.sqrt(model.covariance().apply(3, 3)), 1e-5);
        assertTrue(Math.sqrt(model.covariance().apply(2, 2)) > 0.1);
        assertRefused("reference must be map but was 3", () -> estimator.option("reference", 3));
        assertRefused("required a map", () -> estimator.option("reference", "carrier"));
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
            String message = String.valueOf(assertThrows(Exception.class, refusing::collectAsList));
            assertTrue(
                    message.contains(
                            "one of AA, BB, CC; did you mean 'AA'?; or, in scoring, score.onUnseen = flag; found: 'ZZ'"),
                    message);
        }
        assertRefused("one of fail, flag", () -> new VariationalEstimator().option("onUnseen", "guess"));
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

    private static void assertRefused(String text, org.junit.jupiter.api.function.Executable executable) {
        String message =
                String.valueOf(assertThrows(RuntimeException.class, executable).getMessage());
        assertTrue(message.contains(text), message);
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
