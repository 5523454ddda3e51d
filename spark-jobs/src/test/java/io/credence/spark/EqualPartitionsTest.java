package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.CoefficientCovariance;
import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.spark.pack.RowSlices;
import io.credence.spark.pack.RowSlices.Slice;
import io.credence.spark.row.LabelRule;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;

/** Tests that rows read in uneven partitions are cut into equal ones. */
class EqualPartitionsTest {

    private static final int COLUMNS = 24;

    /** As Spark reads a file of row groups that it may not split: few rows here, many there. */
    private static Dataset<Row> uneven(long... rows) {
        List<Column> cells = new ArrayList<>(List.of(functions.expr("id % 2").as("y")));
        for (int j = 1; j <= COLUMNS; j++) {
            cells.add(functions.rand(j).as("x" + j));
        }
        Dataset<Long> ids = null;
        long first = 0;
        for (long count : rows) {
            Dataset<Long> part = TestSession.spark().range(first, first + count, 1, 1);
            ids = ids == null ? part : ids.union(part);
            first += count;
        }
        return ids.select(cells.toArray(new Column[0]));
    }

    private static PackedRows pack(Dataset<Row> rows) {
        return new RowPacker(LabelRule.ofFamily("bernoulli"), 1)
                .pack(rows, DataConfigs.memory().features("*").build());
    }

    private static List<Integer> rowsOf(PackedRows packed) {
        return BlockRows.blocks(packed).stream()
                .map(blocks -> blocks.stream().mapToInt(RowBlock::rows).sum())
                .toList();
    }

    private static List<Double> lastCells(PackedRows packed) {
        return BlockRows.all(packed).stream()
                .map(row -> row.get(row.size() - 1))
                .sorted()
                .toList();
    }

    @Test
    void slices_holdEveryRowOnceInPartitionsOfEqualWeight() {
        Random random = new Random(TestSeed.of("slices"));
        for (int repeat = 0; repeat < 200; repeat++) {
            long[] rows = new long[1 + random.nextInt(20)];
            for (int p = 0; p < rows.length; p++) {
                rows[p] = random.nextInt(4) == 0 ? 0 : random.nextInt(1000);
            }
            RowSlices slices = RowSlices.ofRowCounts(rows);
            if (slices != null) {
                requireWhole(rows, slices);
            }
        }
    }

    private static void requireWhole(long[] rows, RowSlices slices) {
        List<Slice> all = new ArrayList<>();
        List<Long> weights = new ArrayList<>();
        for (List<Slice> partition : slices.slicesByPartition()) {
            all.addAll(partition);
            weights.add(partition.stream().mapToLong(s -> s.until() - s.from()).sum());
        }
        assertTrue(weights.stream().max(Long::compare).orElseThrow()
                        - weights.stream().min(Long::compare).orElseThrow()
                <= 1);
        all.sort(Comparator.comparingInt(Slice::source).thenComparingLong(Slice::from));
        long[] observed = new long[rows.length];
        for (Slice slice : all) {
            assertEquals(observed[slice.source()], slice.from(), TestSeed.replay());
            assertTrue(slice.until() > slice.from());
            observed[slice.source()] = slice.until();
        }
        assertArrayEquals(rows, observed, TestSeed.replay());
    }

    @Test
    void slices_areNotMadeOfEqualPartitions() {
        assertNull(RowSlices.ofRowCounts(new long[] {100, 104, 98, 101}));
        assertNull(RowSlices.ofRowCounts(new long[] {0, 0}));
        assertNull(RowSlices.ofRowCounts(new long[17]));
    }

    @Test
    void slices_leaveRowsWhereTheyWereReadAsFarAsThatGoes() {
        RowSlices slices = RowSlices.ofRowCounts(new long[] {30, 10, 10, 10, 10, 10, 10, 10});
        assertNotNull(slices);
        assertEquals(List.of(new Slice(0, 0, 12)), slices.slicesByPartition().get(0));
        assertEquals(
                List.of(new Slice(1, 0, 10), new Slice(0, 12, 15)),
                slices.slicesByPartition().get(1).subList(0, 2));
    }

    @Test
    void unevenPartitions_areCutToEqualOnesWithTheSameRows() {
        try (PackedRows packed = pack(uneven(20_000, 9_000, 1_000))) {
            assertEquals(12, packed.summary().partitionCount());
            List<Integer> rows = rowsOf(packed);
            assertEquals(12, rows.size());
            assertTrue(rows.stream().allMatch(count -> count == 2500), rows::toString);
            try (PackedRows read = new RowPacker(LabelRule.ofFamily("bernoulli"), 1)
                    .pack(
                            uneven(20_000, 9_000, 1_000),
                            DataConfigs.memory().features("*").partitions(2).build())) {
                assertEquals(lastCells(read), lastCells(packed));
            }
        }
    }

    @Test
    void equalPartitions_stayAsTheyAreRead() {
        try (PackedRows packed = pack(uneven(15_000, 15_100))) {
            assertEquals(List.of(15_000, 15_100), rowsOf(packed));
        }
    }

    @Test
    void cutPartitions_giveTheSameBitsWhoeverRunsThePass() {
        ExpectationPass pass = new ExpectationPass(
                Likelihoods.named("bernoulli", 1, 0).loss(new DispersionPosterior.Known(1)),
                new double[COLUMNS + 1],
                new CoefficientCovariance.None(),
                CurvatureForm.FULL,
                RowSample.ALL);
        try (PackedRows packed = pack(uneven(25_000, 5_000, 3_000));
                ExecutionBackend spark = packed.toSparkBackend("java");
                ExecutionBackend own = packed.toInProcessBackend("java")) {
            PassStatistics expected = own.run(pass);
            assertEquals(33_000, expected.rows());
            assertSame(expected, spark.run(pass));
            // Lost blocks are read, packed and cut again
            packed.blocks().release();
            assertSame(expected, spark.run(pass));
        }
    }

    private static void assertSame(PassStatistics expected, PassStatistics found) {
        assertEquals(expected.expectedLoss(), found.expectedLoss());
        assertArrayEquals(expected.gradient(), found.gradient());
        assertArrayEquals(expected.curvature(), found.curvature());
    }

    @Test
    void aSinglePartition_isCutTooAndClosingFreesBoth() {
        int before = TestSession.spark().sparkContext().getPersistentRDDs().size();
        PackedRows packed = pack(uneven(30_000));
        assertEquals(8, packed.summary().partitionCount());
        assertEquals(
                before + 1,
                TestSession.spark().sparkContext().getPersistentRDDs().size());
        packed.close();
        assertEquals(
                before, TestSession.spark().sparkContext().getPersistentRDDs().size());
    }
}
