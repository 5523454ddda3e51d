package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.data.RowBlock;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeaveOneOutEstimator;
import io.credence.example.RobustRegression;
import io.credence.family.DispersionPosterior;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.ImportanceWeights;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.likelihood.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.DrawLoss;
import io.credence.loss.ModelLosses;
import io.credence.loss.PredictorLoss;
import io.credence.predict.PredictiveCheck;
import io.credence.predict.ReplicatedResponses;
import io.credence.prior.GaussianPrior;
import io.credence.spark.DataConfigs;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TestSession;
import io.credence.spark.row.LabelRule;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.Sums;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every backend on Spark holds to, whatever a pass is a job over. */
abstract class SparkBackendContract {

    private static final int ROWS = 3000;
    private static final int SIZE = 6;

    private static Dataset<Row> frame(double filled, boolean sparse, int size) {
        Random random = new Random(TestSeed.of("backend"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            double[] x = new double[size];
            double eta = 0.3;
            for (int j = 0; j < size; j++) {
                double value = random.nextGaussian();
                x[j] = random.nextDouble() < filled ? value : 0;
                eta += x[j] * (j % 3 - 1) * 0.5;
            }
            double y = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            var vector = Vectors.dense(x);
            rows.add(RowFactory.create(
                    y, sparse ? vector.toSparse() : vector, 0.5 + random.nextDouble(), 0.1 * random.nextGaussian()));
        }
        StructType schema = new StructType()
                .add("y", DataTypes.DoubleType)
                .add("v", new VectorUDT())
                .add("w", DataTypes.DoubleType)
                .add("o", DataTypes.DoubleType);
        return TestSession.spark().createDataFrame(rows, schema).repartition(3);
    }

    /** The one that is tested. */
    abstract Backend backend();

    private PackedRows pack(Dataset<Row> frame, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("bernoulli"), 1, backend()).pack(frame, config.build());
    }

    private static DataConfigs config() {
        return DataConfigs.memory().features("v").weight("w").offset("o");
    }

    private static FitResult fit(ExecutionBackend backend) {
        return fit(backend, GaussianPrior.of(backend.summary().columns(), 0, 2));
    }

    private static FitResult fit(ExecutionBackend backend, GaussianPrior prior) {
        ExactProblem problem = ExactProblem.withKnownScale(Likelihoods.named("bernoulli", 4, 0), prior, 1);
        return new NewtonAlgorithm(problem, FitSettings.of(GaussianStructure.FULL), backend, Kernels.named("java"))
                .fit();
    }

    private static void assertSameBits(FitResult expected, FitResult found) {
        assertTrue(expected.isConverged(), expected.stopReason());
        assertArrayEquals(expected.posterior().mean(), found.posterior().mean());
        assertArrayEquals(
                ((FullGaussian) expected.posterior()).covariance(), ((FullGaussian) found.posterior()).covariance());
        assertEquals(expected.elbo(), found.elbo());
        assertEquals(expected.iterations(), found.iterations());
    }

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
                ExecutionBackend spark = rows.onSpark("java");
                ExecutionBackend threads = rows.collect("java")) {
            LeaveOneOut expected =
                    Objects.requireNonNull(new LeaveOneOutEstimator(loss, threads, 1, false).of(weights));
            assertEquals(expected, new LeaveOneOutEstimator(loss, spark, 1, false).of(weights));
            assertEquals(times == 1 ? ROWS : 0, expected.rows().pointwise().size());
            assertEquals(
                    times > 1,
                    expected.rows().share() < 1,
                    "share of the rows " + expected.rows().share());
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
                ExecutionBackend spark = rows.onSpark("java");
                ExecutionBackend threads = rows.collect("java")) {
            PredictiveCheck expected =
                    Objects.requireNonNull(new ReplicatedResponses(loss, threads, List.of(), 1).of(weights));
            assertEquals(expected, new ReplicatedResponses(loss, spark, List.of(), 1).of(weights));
            assertEquals(ROWS, expected.rows());
            assertFalse(expected.statistics().isEmpty());
        }
    }

    @Test
    void fitOnSpark_hasTheBitsOfTheFitInProcess() {
        for (DataConfigs config : List.of(config(), config().partitions(1), config().partitions(7))) {
            try (PackedRows rows = pack(frame(1, false, SIZE), config);
                    ExecutionBackend spark = rows.onSpark("java");
                    ExecutionBackend threads = rows.collect("java")) {
                assertEquals(spark.summary(), threads.summary());
                assertSameBits(fit(threads), fit(spark));
            }
        }
    }

    @Test
    void sparseFitOnSpark_hasTheBitsOfTheFitInProcess() {
        try (PackedRows rows = pack(frame(0.1, true, 20), config());
                ExecutionBackend spark = rows.onSpark("java");
                ExecutionBackend threads = rows.collect("java")) {
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
                ExecutionBackend second = other.onSpark("java")) {
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

    /** Fails the first attempt of partition 1. */
    private record Stumbling(int length) implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            PassStatistics sums = new PassStatistics(length, 0, 0);
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                for (int i = 0; i < block.rows(); i++) {
                    sums.addRows(
                            1, block.attributes().weight(i), block.attributes().offset(i), 0, 0, 0);
                }
            }
            TaskContext task = TaskContext.get();
            if (task != null && task.attemptNumber() == 0 && partition == 1) {
                throw new IllegalStateException("the first attempt of a task fails");
            }
            return sums;
        }
    }

    @Test
    void retriedTask_changesNothing() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config());
                ExecutionBackend spark = rows.onSpark("java");
                ExecutionBackend threads = rows.collect("java")) {
            PassStatistics expected = threads.run(new Stumbling(1));
            PassStatistics found = spark.run(new Stumbling(1));
            assertEquals(ROWS, found.rows());
            assertEquals(expected.weight(), found.weight());
            assertEquals(expected.value(), found.value());
        }
    }

    /** Fails in jobs without the names of a pass. */
    private record Named() implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            TaskContext task = TaskContext.get();
            if (task == null) {
                return new PassStatistics(1, 0, 0);
            }
            String description = task.getLocalProperty("spark.job.description");
            String stage = task.getLocalProperty("callSite.short");
            if (!"credence: pass 1 over 3 partitions".equals(description) || !"credence pass".equals(stage)) {
                throw new IllegalStateException("a job is called " + description + ", its stage " + stage);
            }
            PassStatistics sums = new PassStatistics(1, 0, 0);
            sums.addRows(1, 1, 0, 0, 0, 0);
            return sums;
        }
    }

    @Test
    void passes_areNamedOnSparksPages() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config());
                ExecutionBackend spark = rows.onSpark("java")) {
            List<PassStatistics> sums = spark.collect(new Named(), new int[] {2, 0, 1});
            assertEquals(
                    List.of(1L, 1L, 1L), sums.stream().map(PassStatistics::rows).toList());
        }
    }

    /** Seven partitions of which two, and then one, have room in a job. */
    @Test
    void passesInSeveralJobs_haveTheSameBits() throws TimeoutException {
        try (PackedRows rows = pack(frame(1, false, SIZE), config().partitions(7));
                ExecutionBackend whole = rows.onSpark("java")) {
            FitResult expected = fit(whole);
            try (ExecutionBackend one = withRoom(rows, 1);
                    ExecutionBackend two = withRoom(rows, 20_000)) {
                assertEquals(7, jobs(() -> one.run(new Stumbling(1))));
                assertEquals(4, jobs(() -> two.run(new Stumbling(1))));
                int all = jobs(() -> assertSameBits(expected, fit(two)));
                assertTrue(all > 0 && all % 4 == 0, () -> all + " jobs of passes of 4");
            }
        }
    }

    private static ExecutionBackend withRoom(PackedRows rows, long bytes) {
        return new SparkBackend(rows.blocks(), rows.summary(), "java", JobNames.NONE, new ResultLimit(1 << 20, bytes));
    }

    /** Sums that are counted when they come home to the driver. */
    private static final class Traced implements Sums<Traced> {

        private static final long serialVersionUID = 1;
        private static final AtomicInteger ARRIVED = new AtomicInteger();

        private final ArrayList<Integer> partitions = new ArrayList<>();

        @Override
        public void merge(Traced other) {
            partitions.addAll(other.partitions);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            ARRIVED.incrementAndGet();
        }
    }

    /** One partition in ten takes its time. */
    private record Tracing() implements PartitionPass<Traced> {
        @Override
        public Traced run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            if (TaskContext.get() != null && partition % 10 == 0) {
                LockSupport.parkNanos(50_000_000);
            }
            Traced sums = new Traced();
            sums.partitions.add(partition);
            return sums;
        }
    }

    /** Of sixty partitions ten have room in a job, so that no more than those wait for a slow one, and are let go one by one. */
    @Test
    void sumsOnTheDriver_areNoMoreThanThereIsRoomFor() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config().partitions(60));
                ExecutionBackend spark = withRoom(rows, 100_000)) {
            List<Integer> taken = new ArrayList<>();
            AtomicInteger most = new AtomicInteger();
            int before = Traced.ARRIVED.get();
            spark.each(new Tracing(), IntStream.range(0, 60).toArray(), sums -> {
                most.accumulateAndGet(Traced.ARRIVED.get() - before - taken.size(), Math::max);
                taken.addAll(sums.partitions);
            });
            assertEquals(IntStream.range(0, 60).boxed().toList(), taken);
            assertTrue(most.get() >= 1 && most.get() <= 12, most + " sums were on the driver at once");
        }
    }

    /** Number of jobs of an action, counted as they start: Spark itself remembers only its last thousand. */
    private static int jobs(Runnable action) throws TimeoutException {
        AtomicInteger jobs = new AtomicInteger();
        TestSession.hear(
                new SparkListener() {
                    @Override
                    public void onJobStart(SparkListenerJobStart start) {
                        jobs.incrementAndGet();
                    }
                },
                action);
        return jobs.get();
    }

    @Test
    void kernelsOfTheTasks_areKnown() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config());
                ExecutionBackend spark = rows.onSpark("java")) {
            assertEquals(List.of(), spark.kernels());
            spark.run(new Stumbling(1));
            assertEquals(List.of("java"), spark.kernels());
        }
    }

    @Test
    void lostBlocks_areMadeAgain() {
        PackedRows rows = pack(frame(1, false, SIZE), config().partitions(3));
        try (ExecutionBackend spark = rows.onSpark("java")) {
            FitResult before = fit(spark);
            rows.close();
            assertSameBits(before, fit(spark));
        }
    }

    @Test
    void unknownKernel_isRefused() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config())) {
            assertThrows(
                    IllegalArgumentException.class, () -> rows.onSpark("gpu").close());
        }
    }
}
