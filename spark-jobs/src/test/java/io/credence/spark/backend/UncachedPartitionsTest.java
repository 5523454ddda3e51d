package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.config.FitConfig.Backend;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.spark.BlockRows;
import io.credence.spark.DataConfigs;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.TestSession;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.Nightly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of rows that are not kept, but read and packed anew in every pass. */
class UncachedPartitionsTest {

    private static final int ROWS = 40_000;
    private static final int COLUMNS = 24;

    private static final AtomicLong SHIFT = new AtomicLong();

    @TempDir
    private static Path folder;

    private static String path;

    /** A folder of four files of Parquet. */
    @BeforeAll
    static void write() {
        path = folder.resolve("rows").toString();
        rows(1).write().parquet(path);
    }

    /** Ways to hold rows. */
    static Stream<Backend.Kind> kinds() {
        List<Backend.Kind> all = List.of(Backend.Kind.DATAFRAME, Backend.Kind.RDD);
        return Nightly.cases(all.subList(0, 1), all);
    }

    /** Counts rows. */
    private record Counting() implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            PassStatistics sums = new PassStatistics(1, 0, 0);
            blocks.forEachRemaining(block -> {
                for (int i = 0; i < block.rows(); i++) {
                    sums.addRows(1, 1, 0, 0, 0, 0);
                }
            });
            return sums;
        }
    }

    private static Dataset<Row> rows(long salt) {
        List<String> cells = new ArrayList<>(List.of("cast(pmod(hash(id, " + salt + "), 2) as double) as y"));
        for (int j = 0; j < COLUMNS; j++) {
            cells.add("pmod(hash(id, " + j + ", " + salt + "), 20011) / 10000d - 1 as x" + j);
        }
        return TestSession.spark().range(0, ROWS, 1, 4).selectExpr(cells.toArray(new String[0]));
    }

    private static RowPacker packer(Backend.Kind kind, Backend.Persist persist) {
        return new RowPacker(LabelRule.ofFamily("bernoulli"), 1, new Backend(kind, null, persist));
    }

    private static PackedRows pack(Backend.Kind kind, Backend.Persist persist, DataConfigs config) {
        return packer(kind, persist).pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private static PackedRows pack(Backend.Kind kind, Backend.Persist persist, String path) {
        return pack(kind, persist, DataConfigs.of(path, "parquet"));
    }

    private static FitResult fit(Inference requested, PackedRows rows, ExecutionBackend backend) {
        return Inference.prepare(requested.kernel("java").config(), null, rows, backend, Kernels.named("java"))
                .run(null, List.of());
    }

    private static int kept() {
        return TestSession.spark().sparkContext().getPersistentRDDs().size();
    }

    private static final Inference EXACT = Inference.of("bernoulli");
    private static final Inference BY_DRAWS = Inference.of("bernoulli")
            .with("estimator.kind", "reparameterized")
            .with("estimator.draws", 4)
            .with("start.search", false)
            .with("stop.maxIterations", 2);

    /** Each way to fit, and each way to hold rows. */
    static Stream<Arguments> fits() {
        List<Arguments> few =
                List.of(Arguments.of(Backend.Kind.RDD, EXACT), Arguments.of(Backend.Kind.DATAFRAME, EXACT));
        List<Arguments> others =
                List.of(Arguments.of(Backend.Kind.DATAFRAME, BY_DRAWS), Arguments.of(Backend.Kind.RDD, BY_DRAWS));
        return Nightly.cases(few, Stream.concat(few.stream(), others.stream()).toList());
    }

    @ParameterizedTest
    @MethodSource("fits")
    void fit_hasTheBitsOfRowsThatAreKept(Backend.Kind kind, Inference requested) {
        FitResult expected;
        try (PackedRows rows = pack(kind, Backend.Persist.AUTO, path);
                ExecutionBackend backend = rows.toSparkBackend("java")) {
            assertEquals(2, rows.summary().partitionCount());
            expected = fit(requested, rows, backend);
        }
        int before = kept();
        try (PackedRows rows = pack(kind, Backend.Persist.NONE, path);
                ExecutionBackend backend = rows.toBackend("java")) {
            assertFalse(rows.isSmall());
            FitResult found = fit(requested, rows, backend);
            assertArrayEquals(
                    expected.posterior().parameters(), found.posterior().parameters());
            assertEquals(expected.elbo(), found.elbo());
            assertEquals(before, kept(), "nothing is kept");
        }
    }

    /** Tasks of an executor share one plan, and pack side by side. */
    @ParameterizedTest
    @MethodSource("kinds")
    void rowsOfFormula_areThoseThatAreKept(Backend.Kind kind) {
        DataConfigs config = DataConfigs.of(path, "parquet").formula("y ~ . + I(x0^2) + x1:x2");
        try (PackedRows kept = pack(kind, Backend.Persist.AUTO, config);
                PackedRows anew = pack(kind, Backend.Persist.NONE, config)) {
            assertEquals(2, anew.summary().partitionCount());
            assertEquals(BlockRows.all(kept), BlockRows.all(anew));
        }
    }

    /** Rows that Spark's tasks have read from files. */
    private static long read(Runnable action) throws TimeoutException {
        AtomicLong read = new AtomicLong();
        TestSession.hear(
                new SparkListener() {
                    @Override
                    public void onTaskEnd(SparkListenerTaskEnd end) {
                        read.addAndGet(end.taskMetrics().inputMetrics().recordsRead());
                    }
                },
                action);
        return read.get();
    }

    @ParameterizedTest
    @EnumSource(
            value = Backend.Kind.class,
            names = {"RDD", "DATAFRAME"})
    void pass_readsTheFilesOfItsPartitionsAgain(Backend.Kind kind) throws TimeoutException {
        try (PackedRows rows = pack(kind, Backend.Persist.NONE, path);
                ExecutionBackend backend = rows.toSparkBackend("java")) {
            assertEquals(2, rows.summary().partitionCount());
            assertEquals(ROWS, read(() -> backend.run(new Counting())));
            assertEquals(ROWS / 2, read(() -> backend.collect(new Counting(), new int[] {1})));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void rowsThatChange_areRefused(Backend.Kind kind) {
        TestSession.spark()
                .udf()
                .register("shifted", (UDF1<Double, Double>) x -> x + SHIFT.get(), DataTypes.DoubleType);
        Dataset<Row> rows = rows(3).withColumn("x0", functions.expr("shifted(x0)"));
        try (PackedRows packed = packer(kind, Backend.Persist.NONE)
                        .pack(rows, DataConfigs.memory().features("*").build());
                ExecutionBackend backend = packed.toSparkBackend("java")) {
            assertEquals(ROWS, backend.run(new Counting()).rows());
            SHIFT.set(1);
            Throwable thrown = assertThrows(Exception.class, () -> backend.run(new Counting()));
            while (thrown.getCause() != null && !(thrown instanceof DataException)) {
                thrown = thrown.getCause();
            }
            assertTrue(thrown.getMessage().contains("rows that stay the same while they are fitted"), thrown::toString);
        } finally {
            SHIFT.set(0);
        }
    }

    @Test
    void unevenPartitions_stayAndAreReported() {
        Dataset<Row> uneven = rows(4).where("id < " + ROWS * 3 / 4);
        try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.NONE)
                .pack(uneven, DataConfigs.memory().features("*").build())) {
            assertEquals(4, packed.summary().partitionCount());
            assertTrue(
                    packed.notes().stream()
                            .anyMatch(note -> note.contains("4 partitions") && note.contains("1.3 times the mean")),
                    () -> packed.notes().toString());
        }
    }

    @Test
    void rowsThatAreDealtOut_areNotTakenAnew() {
        assertThrows(
                IllegalArgumentException.class,
                () -> pack(
                        Backend.Kind.RDD,
                        Backend.Persist.NONE,
                        DataConfigs.of(path, "parquet").partitions(4)));
    }
}
