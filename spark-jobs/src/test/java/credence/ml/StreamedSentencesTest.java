package credence.ml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of rows of likelihoods as expressions, of formulas of several parameters, and of smooths. */
class StreamedSentencesTest {

    private static final String SCHEMA = "x double, z double, y double";
    private static final int BATCH = 120;

    private final SparkSession spark = TestSession.spark();

    @TempDir
    private Path folder;

    private static VariationalEstimator estimator(String kind) {
        return switch (kind) {
            case "expression" ->
                new VariationalEstimator()
                        .setLabelCol("y")
                        .setLikelihood(LikelihoodExpression.of(
                                        "gaussian_lpdf(y, mu, sigma)",
                                        Map.of("mu", "~ x", "sigma", Map.of("constraint", "positive")))
                                .withMean("mu")
                                .withDraw("mu + sigma * normal()"));
            case "formulas" ->
                new VariationalEstimator()
                        .setFamily("gaussian")
                        .setFormula("y ~ x")
                        .setFormulas(Map.of("sigma", "~ z"))
                        .option("posterior", "gaussian-full");
            default -> new VariationalEstimator().setFamily("gaussian").setFormula("y ~ s(x, k = 6)");
        };
    }

    /** Writes the rows of two batches, a file each. */
    @BeforeEach
    void writeRows() throws IOException {
        Random random = new Random(23);
        Files.createDirectories(folder.resolve("rows"));
        for (int batch = 0; batch < 2; batch++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < BATCH; i++) {
                double x = random.nextGaussian();
                double z = random.nextGaussian();
                double y = 1 + 2 * x + Math.exp(0.2 + 0.3 * z) * random.nextGaussian();
                lines.append(x).append(',').append(z).append(',').append(y).append('\n');
            }
            Files.writeString(folder.resolve("rows/" + batch + ".csv"), lines);
        }
    }

    private Dataset<Row> arriving() {
        return spark.readStream()
                .schema(SCHEMA)
                .option("maxFilesPerTrigger", 1)
                .csv(folder.resolve("rows").toString());
    }

    private Dataset<Row> whole() {
        return spark.read().schema(SCHEMA).csv(folder.resolve("rows").toString());
    }

    private void forEachBatch(VoidFunction2<Dataset<Row>, Long> task) throws Exception {
        arriving()
                .writeStream()
                .foreachBatch(task)
                .option("checkpointLocation", folder.resolve("checkpoint").toString())
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
    }

    @ParameterizedTest
    @ValueSource(strings = {"expression", "formulas", "smooths"})
    void streams_areRefusedAndTheirBatchesScored(String kind) throws Exception {
        Dataset<Row> stream = arriving();
        assertStreamIsRefused(() -> estimator(kind).fit(stream));
        VariationalModel model = estimator(kind).fit(whole());
        assertStreamIsRefused(() -> model.transform(stream));
        String scored = folder.resolve("scored").toString();
        forEachBatch(
                (rows, batch) -> model.transform(rows).write().mode("append").parquet(scored));
        Dataset<Row> found = spark.read().parquet(scored);
        assertEquals(2 * BATCH, found.count());
        assertEquals(
                0,
                found.where("prediction is null or responseLower >= prediction").count());
    }

    private static void assertStreamIsRefused(org.junit.jupiter.api.function.Executable task) {
        String message = assertThrows(ConfigurationException.class, task).getMessage();
        assertTrue(message.contains("foreachBatch") && message.contains("found a stream"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"expression", "formulas"})
    void batches_continueTheFit(String kind) throws Exception {
        String fits = folder.resolve("fits").toString();
        forEachBatch(new StreamedFitTest.PosteriorSoFar(estimator(kind), fits));
        VariationalModel last = VariationalModel.load(fits + "/batch=1");
        VariationalModel all = estimator(kind).fit(whole());
        assertTrue(last.posterior().contains("batch=0"), "the prior of the second batch is the posterior of the first");
        for (int j = 0; j < all.names().size(); j++) {
            double sd = Math.sqrt(all.covariance().apply(j, j));
            assertEquals(
                    all.mean().apply(j),
                    last.mean().apply(j),
                    0.25 * sd,
                    all.names().get(j));
        }
    }

    @Test
    void batchesOfSmooths_stopTheQueryWithAReason() {
        String fits = folder.resolve("fits").toString();
        String message = assertThrows(
                        StreamingQueryException.class,
                        () -> forEachBatch(new StreamedFitTest.PosteriorSoFar(estimator("smooths"), fits)))
                .getMessage();
        assertTrue(message.contains("prior.kind") && message.contains("smooth"), message);
        assertTrue(Files.exists(folder.resolve("fits/batch=0/posterior.json")));
    }
}
