package credence.ml;

import static credence.ml.Flights.ROWS;
import static credence.ml.Flights.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.OneHotEncoder;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of stages in pipelines and on disk: a saved stage makes the same columns again. */
class SavedStagesTest {

    @TempDir
    private static Path folder;

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
        BinaryClassificationEvaluator ranks = new BinaryClassificationEvaluator().setLabelCol("late");
        assertEquals(
                ranks.evaluate(scored),
                ranks.copy(ParamMap.empty()).setRawPredictionCol("probability").evaluate(scored),
                "by rawPrediction, which evaluators look for");
        Vector raw = scored.select("rawPrediction").first().getAs(0);
        assertEquals(Math.log(probability.apply(1) / probability.apply(0)), raw.apply(1), 1e-12);
        assertEquals(-raw.apply(1), raw.apply(0));
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
        assertRefused("required a map such as {\"name\": …}, found 3", () -> estimator.option("reference", 3));
        assertRefused("required a map", () -> estimator.option("reference", "carrier"));
    }
}
