package credence.ml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the program of docs/streaming.md, where the posterior of each micro-batch is the prior of the next. */
class StreamedFitTest {

    private static final String SCHEMA = "a double, b double, y double";

    private final SparkSession spark = TestSession.spark();

    @TempDir
    private java.nio.file.Path folder;

    record PosteriorSoFar(VariationalEstimator estimator, String folder) implements VoidFunction2<Dataset<Row>, Long> {

        @Override
        public void call(Dataset<Row> rows, Long batch) throws IOException {
            Dataset<Row> kept = rows.persist();
            if (!kept.isEmpty()) {
                OptionalLong before = newest(batch, kept.sparkSession());
                VariationalEstimator requested = estimator.copy(ParamMap.empty());
                if (before.isPresent()) {
                    requested.setPrior("posterior").option("priorPath", path(before.getAsLong()));
                }
                requested.fit(kept).write().overwrite().save(path(batch));
            }
            kept.unpersist();
        }

        private String path(long batch) {
            return folder + "/batch=" + batch;
        }

        /** The newest whole result before a batch: posterior.json appears last. */
        private OptionalLong newest(long batch, SparkSession spark) throws IOException {
            Path all = new Path(folder, "batch=*/posterior.json");
            FileStatus[] whole =
                    all.getFileSystem(spark.sessionState().newHadoopConf()).globStatus(all);
            return Arrays.stream(whole == null ? new FileStatus[0] : whole)
                    .mapToLong(file ->
                            Long.parseLong(file.getPath().getParent().getName().substring(6)))
                    .filter(other -> other < batch)
                    .max();
        }
    }

    private static VariationalEstimator estimator() {
        return new VariationalEstimator()
                .setFamily("gaussian")
                .setFormula("y ~ a + b")
                .option("dispersion", 2.0)
                .option("priorSd", 3);
    }

    private void arrives(int day) throws IOException {
        String rows = IntStream.range(40 * day, 40 * (day + 1))
                .mapToObj(i -> (i % 11 - 5) / 4.0 + "," + i * 13 % 17 + "," + i * 7 % (2 + i % 4))
                .collect(Collectors.joining("\n", "", "\n"));
        Files.createDirectories(folder.resolve("rows"));
        Files.writeString(folder.resolve("rows/." + day), rows);
        Files.move(folder.resolve("rows/." + day), folder.resolve("rows/" + day + ".csv"));
    }

    private void stream() throws Exception {
        spark.readStream()
                .schema(SCHEMA)
                .option("maxFilesPerTrigger", 1)
                .csv(folder.resolve("rows").toString())
                .writeStream()
                .foreachBatch(
                        new PosteriorSoFar(estimator(), folder.resolve("fits").toString()))
                .option("checkpointLocation", folder.resolve("checkpoint").toString())
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
    }

    private VariationalModel fitted(int batch) {
        return VariationalModel.load(folder.resolve("fits/batch=" + batch).toString());
    }

    private String prior(int batch) throws IOException {
        return Files.readString(folder.resolve("fits/batch=" + batch + "/posterior.json"));
    }

    @Test
    void batches_addUpToTheFitOfAllRowsEvenIfOneIsRunAgain() throws Exception {
        arrives(0);
        arrives(1);
        stream();
        arrives(2);
        stream();
        double[] streamed = fitted(2).mean().toArray();
        assertTrue(prior(2).contains("batch=1"), "the prior of the third batch is the posterior of the second");

        Dataset<Row> all =
                spark.read().schema(SCHEMA).csv(folder.resolve("rows").toString());
        VariationalModel whole = estimator().fit(all);
        double[] covariance = whole.covariance().toArray();
        for (int j = 0; j < streamed.length; j++) {
            assertEquals(whole.mean().toArray()[j], streamed[j], 1e-8 * Math.sqrt(covariance[j * streamed.length + j]));
        }

        // As after a failure between the fit and the commit of the batch.
        try (Stream<java.nio.file.Path> commits = Files.list(folder.resolve("checkpoint/commits"))) {
            for (java.nio.file.Path commit : commits.filter(
                            file -> file.toString().matches(".*[/.]2(\\.crc)?"))
                    .toList()) {
                Files.delete(commit);
            }
        }
        Files.delete(folder.resolve("fits/batch=2/posterior.json"));
        stream();
        assertArrayEquals(streamed, fitted(2).mean().toArray());
        assertTrue(Files.notExists(folder.resolve("fits/batch=3")));
    }
}
