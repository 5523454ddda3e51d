package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.example.PoissonLogNormal;
import io.credence.family.choice.Families;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.ImportanceWeights;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.objective.Objectives;
import io.credence.part.Part;
import io.credence.risk.Risks;
import io.credence.spark.row.LabelRule;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import io.credence.testkit.FamilyOptions;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a few steps of a fit have the same bits in Spark's tasks and in this process. Every build runs every pass
 * over rows; the nightly one runs every family, objective, risk and loss.
 */
class EveryChoiceOnSparkTest {

    private static final int[] PARTITIONS = Nightly.runs() ? new int[] {1, 7} : new int[] {7};
    /** Passes over a partition inside Spark's tasks. */
    private static final AtomicLong TASKS = new AtomicLong();

    private static final Map<String, PackedRows> PACKED = new HashMap<>();

    /** A pass that is counted where it runs in a task. */
    private record Counted<T extends Sums<T>>(PartitionPass<T> pass) implements PartitionPass<T> {
        @Override
        public T sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            if (TaskContext.get() != null) {
                TASKS.incrementAndGet();
            }
            return pass.sumPartition(partition, blocks, kernel);
        }
    }

    /** A backend whose passes are counted. */
    private static final class Watched implements ExecutionBackend {
        private final ExecutionBackend backend;
        private long requested;

        Watched(ExecutionBackend backend) {
            this.backend = backend;
        }

        @Override
        public DataSummary summary() {
            return backend.summary();
        }

        @Override
        public <T extends Sums<T>> void collectEach(
                PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
            requested += partitions.length;
            backend.collectEach(new Counted<>(pass), partitions, taker);
        }

        @Override
        public List<String> kernels() {
            return backend.kernels();
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    static Stream<String> families() {
        return Nightly.cases(List.of("gaussian-full", "gaussian-mixture"), Families.ALL.names());
    }

    static Stream<String> objectives() {
        List<String> all = new ArrayList<>(Objectives.ALL.names());
        Risks.ALL.parts().stream()
                .filter(part -> !part.includesLogRatio())
                .map(Part::name)
                .forEach(all::add);
        return Nightly.cases(List.of("eubo", "entropic-risk"), all);
    }

    static Stream<String> losses() {
        return Nightly.cases(List.of("huber"), GeneralisedLosses.ALL.names());
    }

    private static Dataset<Row> frame() {
        Random random = new Random(TestSeed.of("every choice"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            double eta = 0.3 + 0.8 * a - 0.5 * b;
            double binary = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            rows.add(RowFactory.create(binary, eta + random.nextGaussian(), a, b));
        }
        StructType schema = new StructType()
                .add("binary", DataTypes.DoubleType)
                .add("real", DataTypes.DoubleType)
                .add("a", DataTypes.DoubleType)
                .add("b", DataTypes.DoubleType);
        return TestSession.spark().createDataFrame(rows, schema).repartition(3);
    }

    /** The rows in so many partitions, labelled as that likelihood takes them. */
    private static PackedRows rows(String likelihood, int partitions) {
        boolean real = likelihood.equals("gaussian");
        return PACKED.computeIfAbsent(
                likelihood + partitions,
                key -> new RowPacker(LabelRule.ofFamily(likelihood), 1)
                        .pack(
                                frame(),
                                DataConfigs.memory()
                                        .label(real ? "real" : "binary")
                                        .features("a", "b")
                                        .partitions(partitions)
                                        .build()));
    }

    @AfterAll
    static void close() {
        PACKED.values().forEach(PackedRows::close);
        PACKED.clear();
    }

    private static FitResult fit(
            Inference requested, @Nullable Model model, PackedRows rows, ExecutionBackend backend) {
        Inference brief = requested
                .with("estimator.draws", 8)
                .with("stop.maxIterations", 4)
                .kernel("java");
        return Inference.prepare(brief.config(), model, rows, backend, Kernels.named("java"))
                .run(null, List.of());
    }

    /** Fits in Spark's tasks and in this process, for each number of partitions. */
    private static void assertSameBits(Inference requested, @Nullable Model model, String likelihood) {
        for (int partitions : PARTITIONS) {
            PackedRows rows = rows(likelihood, partitions);
            try (Watched spark = new Watched(rows.toSparkBackend("java"));
                    Watched threads = new Watched(rows.toInProcessBackend("java"))) {
                assertEquals(partitions, spark.summary().partitionCount());
                long before = TASKS.get();
                FitResult expected = fit(requested, model, rows, threads);
                assertEquals(before, TASKS.get(), "no task runs in process");
                FitResult found = fit(requested, model, rows, spark);
                assertTrue(spark.requested >= 4, "passes: " + spark.requested);
                assertEquals(spark.requested, TASKS.get() - before, "every pass runs in a task");
                assertSameBits(expected, found);
            }
        }
    }

    private static void assertSameBits(FitResult expected, FitResult found) {
        assertEquals(expected.posterior().family(), found.posterior().family());
        assertArrayEquals(expected.posterior().parameters(), found.posterior().parameters(), 0.0);
        assertEquals(expected.dispersion(), found.dispersion());
        assertEquals(expected.elbo(), found.elbo());
        assertEquals(expected.iterations(), found.iterations());
        assertEquals(expected.passes(), found.passes());
        assertEquals(expected.decisions(), found.decisions());
        assertEquals(expected.objectiveValue(), found.objectiveValue());
        ImportanceWeights one = expected.weights();
        ImportanceWeights other = found.weights();
        assertEquals(one == null, other == null);
        if (one != null && other != null) {
            assertArrayEquals(one.logWeights(), other.logWeights(), 0.0);
        }
    }

    private static Inference family(String name) {
        return Inference.of("bernoulli")
                .posterior(name, FamilyOptions.of(name))
                .with("estimator.kind", "reparameterized");
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamily_hasTheBitsOfTheFitInProcess(String name) {
        assertSameBits(family(name), null, "bernoulli");
    }

    @ParameterizedTest
    @MethodSource("objectives")
    void everyObjective_hasTheBitsOfTheFitInProcess(String kind) {
        assertSameBits(Inference.of("bernoulli").objective(kind), null, "bernoulli");
    }

    @ParameterizedTest
    @MethodSource("losses")
    void everyLoss_hasTheBitsOfTheFitInProcess(String kind) {
        String likelihood = kind.equals("hinge") ? "bernoulli" : "gaussian";
        Inference requested = Inference.of(likelihood)
                .objective("gvi", Map.of("loss.kind", kind))
                .with("estimator.kind", "score");
        assertSameBits(requested, null, likelihood);
    }

    static Stream<String> priors() {
        return Nightly.cases(List.of("horseshoe"), List.of("laplace", "horseshoe"));
    }

    @ParameterizedTest
    @MethodSource("priors")
    void otherPriors_haveTheBitsOfTheFitInProcess(String kind) {
        assertSameBits(Inference.of("bernoulli").prior(kind, Map.of()), null, "bernoulli");
    }

    static Stream<String> stochastic() {
        return Nightly.cases(List.of("gaussian-full"), List.of("gaussian-full", "student-t-diagonal"));
    }

    @ParameterizedTest
    @MethodSource("stochastic")
    void minibatches_haveTheBitsOfTheFitInProcess(String name) {
        assertSameBits(family(name).with("minibatch.partitions", "auto"), null, "bernoulli");
    }

    @Test
    void sites_haveTheBitsOfTheFitInProcess() {
        assertSameBits(Inference.of("bernoulli").with("estimator.kind", "partitioned"), null, "bernoulli");
    }

    @Test
    void latentNumbers_haveTheBitsOfTheFitInProcess() {
        Model model = new PoissonLogNormal();
        assertSameBits(Inference.of(model).with("model.latent.draws", 4), model, "poisson");
    }
}
