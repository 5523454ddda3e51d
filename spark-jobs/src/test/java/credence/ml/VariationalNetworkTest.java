package credence.ml;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of networks on data frames, from rows to predictions, on disk and in pipelines. */
class VariationalNetworkTest {

    /** y = 3 + 2ab, which no linear predictor sees. */
    private static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 240, 1, 2)
            .selectExpr("(id % 20 - 9.5) / 5 as a", "(id div 20 - 5.5) / 3 as b", "0.1 * sin(37.0 * id) as e")
            .selectExpr("cast(a as double) as a", "cast(b as double) as b", "3 + 2 * a * b + e as y")
            .withColumn("y", expr("cast(y as double)"))
            .withColumn("size", expr("case when y > 3.5 then 'big' when y < 2.5 then 'little' else 'middle' end"))
            .cache();

    @TempDir
    Path folder;

    private static VariationalNetwork network() {
        return new VariationalNetwork()
                .setFeatures("a", "b")
                .setLayers(12)
                .setEpochs(60)
                .option("batch", 25);
    }

    @Test
    void network_isThatOfTheCommandLine_andTravels() throws IOException {
        VariationalNetworkModel model = network().setLabelCol("y").fit(ROWS);
        assertEquals(List.of("(Intercept)", "a", "b"), model.names());
        assertEquals("unconverged", model.status(), "training does not settle in 60 epochs");
        assertNotNull(model.heldOut());
        assertTrue(model.heldOut().logScore() > model.heldOut().constantScore() + 0.5);
        assertTrue(model.toString().contains("8 networks of 2 columns and hidden layers [12]"), model.toString());

        Dataset<Row> scored = model.transform(ROWS);
        assertArrayEquals(
                model.transformSchema(ROWS.schema()).fieldNames(), scored.columns(), "columns known before the rows");
        double error = new RegressionEvaluator().setLabelCol("y").evaluate(scored);
        assertTrue(error < 0.8, "root mean squared error " + error);
        for (Row row : scored.collectAsList()) {
            double sd = row.getAs("predictionSd");
            assertTrue(sd > 0 && sd < row.<Double>getAs("responseSd"), row.toString());
            assertTrue(row.<Double>getAs("lower") < row.<Double>getAs("upper"), row.toString());
        }

        String path = folder.resolve("model").toString();
        model.write().overwrite().save(path);
        VariationalNetworkModel loaded = VariationalNetworkModel.load(path);
        List<String> columns = List.of("prediction", "predictionSd", "lower", "upper", "responseLower");
        assertEquals(
                scored.selectExpr(columns.toArray(String[]::new)).collectAsList(),
                loaded.transform(ROWS)
                        .selectExpr(columns.toArray(String[]::new))
                        .collectAsList());
        assertArrayEquals(
                network().setLabelCol("y").fit(ROWS).files().binaries().get("networks.bin"),
                Files.readAllBytes(folder.resolve("model").resolve("networks.bin")),
                "the same fit again");
        assertTrue(model.report().contains("networks"), "the page of networks");
        assertEquals(1, loaded.option("output", "posterior").transform(ROWS).count());
        assertThrows(IllegalArgumentException.class, () -> loaded.option("output", "summary"));
        assertThrows(RuntimeException.class, () -> VariationalModel.load(path), "another kind of model");
    }

    @Test
    void wordsAreClasses_inAPipeline() throws IOException {
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {
            new StringIndexer().setInputCol("size").setOutputCol("label"),
            new VectorAssembler().setInputCols(new String[] {"a", "b"}).setOutputCol("features"),
            new VariationalNetwork()
                    .setFamily("softmax")
                    .setLayers(12)
                    .setEpochs(80)
                    .option("ensemble", 2)
        });
        PipelineModel fitted = pipeline.fit(ROWS);
        fitted.write().overwrite().save(folder.resolve("pipeline").toString());
        Dataset<Row> scored =
                PipelineModel.load(folder.resolve("pipeline").toString()).transform(ROWS);
        double right = new MulticlassClassificationEvaluator()
                .setMetricName("accuracy")
                .evaluate(scored);
        assertTrue(right > 0.75, "accuracy " + right);
        assertEquals(3, scored.first().<Vector>getAs("probability").size());

        VariationalNetworkModel words = network()
                .setFamily("softmax")
                .setLabelCol("size")
                .option("ensemble", 2)
                .option("predict", "class")
                .fit(ROWS);
        List<Row> rows = words.transform(ROWS).collectAsList();
        long same = rows.stream()
                .filter(row -> row.getAs("size").equals(row.getAs("predictedLabel")))
                .count();
        assertTrue(same > 180, same + " of 240");
    }

    @Test
    void paramOfARetiredKey_isRefusedWithWhatReplacesIt() {
        VariationalNetwork network = network();
        String message = assertThrows(IllegalArgumentException.class, () -> network.option("covariance", "full"))
                .getMessage();
        assertTrue(message.startsWith("there is no Param covariance: weights of a network are independent"), message);
    }

    @Test
    void robustLoss_isAParam() {
        VariationalNetworkModel model = network()
                .setLabelCol("y")
                .setEpochs(3)
                .option("objective", "gvi")
                .option("objectiveLoss", "gamma")
                .option("objectiveLossGamma", 1.2)
                .fit(ROWS);
        assertTrue(model.decisions().contains("gamma-loss of order 1.2"), model.decisions());
        assertEquals(
                240, model.transform(ROWS).where("responseSd > predictionSd").count());
    }

    @Test
    void deepProcess_isAParam() {
        VariationalNetworkModel deep = network()
                .setLabelCol("y")
                .setEpochs(4)
                .setLayers()
                .option("processes", 1)
                .option("inducing", 9)
                .fit(ROWS);
        assertTrue(deep.toString()
                .contains("a deep Gaussian process of 2 columns, layers: 1, inducing inputs of each: 9"));
        assertEquals(
                240, deep.transform(ROWS).where("responseSd > predictionSd").count());
    }

    @Test
    void keysOfOtherFits_areNoParams() {
        VariationalNetwork stage = new VariationalNetwork();
        for (String other : List.of("prior", "posterior", "update", "offsetCol", "trialsCol", "standardize")) {
            assertFalse(stage.hasParam(other), other);
        }
        for (String own : List.of(
                "layers", "activation", "noise", "ensemble", "processes", "epochs", "batch", "estimator", "draws")) {
            assertTrue(stage.hasParam(own), own);
        }
        assertEquals("auto", stage.getOrDefault(stage.getParam("stepSize")), "train.stepSize");
        assertThrows(IllegalArgumentException.class, () -> stage.option("validation", Map.of()));
        String message = assertThrows(
                        RuntimeException.class,
                        () -> stage.setFeatures("a", "b")
                                .setLabelCol("y")
                                .setFamily("gamma")
                                .fit(ROWS))
                .getMessage();
        assertTrue(message.contains("has no network"), message);
    }
}
