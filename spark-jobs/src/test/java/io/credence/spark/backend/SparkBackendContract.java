package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOutEstimator;
import io.credence.example.RobustRegression;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.ImportanceWeights;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.predict.PredictiveCheck;
import io.credence.predict.ReplicatedResponses;
import io.credence.prior.GaussianPrior;
import io.credence.spark.DataConfigs;
import io.credence.spark.PackedRows;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the results that every backend on Spark has, over RDDs as over data frames. */
abstract class SparkBackendContract extends OverPackedRows {

    /** Draws of that many parameters around 0, with weights that differ a little. */
    private static ImportanceWeights weights(int parameters) {
        Random random = new Random(TestSeed.of("left out on Spark"));
        double[][] theta = new double[200][parameters];
        double[] logWeights = new double[theta.length];
        double[] base = new double[theta.length];
        for (int s = 0; s < theta.length; s++) {
            base[s] = 1.0 / theta.length;
            logWeights[s] = 0.1 * random.nextGaussian();
            for (int j = 0; j < theta[s].length; j++) {
                theta[s][j] = 0.05 * random.nextGaussian();
            }
        }
        return new ImportanceWeights(theta, base, logWeights);
    }

    private static PredictorLoss loss(String family, int classes) {
        return new PredictorLoss(Likelihoods.named(family, 4, classes), SIZE + 1, new DispersionPosterior.Known(1));
    }

    /** Left out are all rows or, of more than five thousand, some. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void rowsLeftOutOnSpark_haveTheBitsOfThoseInProcess(int times) {
        Dataset<Row> frame = frame(1, false, SIZE);
        for (int i = 1; i < times; i++) {
            frame = frame.union(frame(1, false, SIZE).withColumn("o", functions.lit(0.1 * i)));
        }
        ImportanceWeights weights = weights(SIZE + 1);
        DrawLoss loss = loss("bernoulli", 2);
        try (PackedRows rows = pack(frame, config().partitions(5));
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            LeaveOneOut expected =
                    Objects.requireNonNull(new LeaveOneOutEstimator(loss, threads, 1, false).estimate(weights));
            assertEquals(expected, new LeaveOneOutEstimator(loss, spark, 1, false).estimate(weights));
            assertEquals(times == 1 ? ROWS : 0, expected.rows().allRows().size());
            assertEquals(
                    times > 1,
                    expected.rows().rowShare() < 1,
                    "share of the rows " + expected.rows().rowShare());
        }
    }

    @ParameterizedTest
    @CsvSource({"bernoulli, 2", "softmax, 3", "poisson, 0"})
    void responsesDrawnOnSpark_haveTheBitsOfThoseInProcess(String family, int classes) {
        assertSameResponses(loss(family, classes));
    }

    @Test
    void responsesThatAClassDrawsOnSpark_haveTheBitsOfThoseInProcess() {
        List<String> columns =
                IntStream.rangeClosed(0, SIZE).mapToObj(j -> "x" + j).toList();
        assertSameResponses(ModelLosses.of(new RobustRegression(), columns));
    }

    private void assertSameResponses(DrawLoss loss) {
        ImportanceWeights weights = weights(loss.dimension());
        try (PackedRows rows = pack(
                        frame(1, false, SIZE),
                        DataConfigs.memory().features("v").offset("o").partitions(5));
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            PredictiveCheck expected =
                    Objects.requireNonNull(new ReplicatedResponses(loss, threads, List.of(), 1).check(weights));
            assertEquals(expected, new ReplicatedResponses(loss, spark, List.of(), 1).check(weights));
            assertEquals(ROWS, expected.rows());
            assertFalse(expected.statistics().isEmpty());
        }
    }

    @Test
    void fitOnSpark_hasTheBitsOfTheFitInProcess() {
        for (DataConfigs config : List.of(config(), config().partitions(1), config().partitions(7))) {
            try (PackedRows rows = pack(frame(1, false, SIZE), config);
                    ExecutionBackend spark = rows.toSparkBackend("java");
                    ExecutionBackend threads = rows.toInProcessBackend("java")) {
                assertEquals(spark.summary(), threads.summary());
                assertSameBits(fit(threads), fit(spark));
            }
        }
    }

    @Test
    void sparseFitOnSpark_hasTheBitsOfTheFitInProcess() {
        try (PackedRows rows = pack(frame(0.1, true, 20), config());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            assertTrue(rows.summary().sparse());
            assertSameBits(fit(threads), fit(spark));
        }
    }

    @Test
    void permutedRows_giveTheSameBitsWithExplicitPartitions() {
        Dataset<Row> frame = frame(1, false, SIZE);
        try (PackedRows rows = pack(frame, config().partitions(4));
                PackedRows other = pack(frame.orderBy("w").repartition(2), config().partitions(4));
                ExecutionBackend first = rows.toBackend("java");
                ExecutionBackend second = other.toSparkBackend("java")) {
            assertSameBits(fit(first), fit(second));
        }
    }

    @Test
    void sparseAndDenseLayout_agree() {
        Dataset<Row> frame = frame(0.1, true, 20);
        try (PackedRows sparse = pack(frame, config())) {
            // The same rows as plain columns are packed dense
            List<String> names = new ArrayList<>();
            Dataset<Row> plain =
                    frame.withColumn("x", org.apache.spark.ml.functions.vector_to_array(frame.col("v"), "float64"));
            for (int j = 0; j < 20; j++) {
                names.add("x" + j);
                plain = plain.withColumn(
                        "x" + j, org.apache.spark.sql.functions.col("x").getItem(j));
            }
            try (PackedRows dense = pack(plain, config().features(names.toArray(new String[0])));
                    ExecutionBackend one = sparse.toBackend("java");
                    ExecutionBackend two = dense.toBackend("java")) {
                assertTrue(sparse.summary().sparse() && !dense.summary().sparse());
                assertArrayEquals(
                        fit(one).posterior().mean(), fit(two).posterior().mean(), 1e-12);
                assertArrayEquals(
                        fit(one).posterior().sd(), fit(two).posterior().sd(), 1e-12);
            }
        }
    }

    @Test
    void standardizedFit_isThePlainFitAfterUndoing() {
        Dataset<Row> frame = frame(1, false, SIZE);
        try (PackedRows plain = pack(frame, config());
                PackedRows scaled = pack(frame, config().standardize());
                ExecutionBackend one = plain.toBackend("java");
                ExecutionBackend two = scaled.toBackend("java")) {
            FitResult expected = fit(one);
            GaussianPrior prior = GaussianPrior.of(SIZE + 1, 0, 2);
            FitResult found = fit(two, scaled.scales().toScaled(prior));
            assertArrayEquals(
                    expected.posterior().mean(),
                    scaled.scales().toOriginal(found.posterior().mean()),
                    1e-7);
            assertArrayEquals(
                    expected.posterior().sd(),
                    scaled.scales().toOriginal(found.posterior().sd()),
                    1e-7);
            assertEquals(expected.elbo(), found.elbo(), 1e-6);
        }
    }

    @Test
    void unknownKernel_isRefused() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config())) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> rows.toSparkBackend("gpu").close());
        }
    }
}
