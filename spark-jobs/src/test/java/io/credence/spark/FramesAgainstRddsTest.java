package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.config.FitConfig.Backend;
import io.credence.example.RobustRegression;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.spark.pack.BlockBytes;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that packing and fitting over data frames give the bits that they give over RDDs. */
class FramesAgainstRddsTest {

    private static final Backend RDD = new Backend(Backend.Kind.RDD, null);
    private static final Backend FRAME = new Backend(Backend.Kind.DATAFRAME, null);

    private static final Map<String, Dataset<Row>> TABLES = new HashMap<>();

    /** Cells of every kind, with some that are missing, in partitions of that many rows. */
    private static Dataset<Row> table(int... rows) {
        return TABLES.computeIfAbsent(Arrays.toString(rows), key -> made(rows).cache());
    }

    @AfterAll
    static void forget() {
        TABLES.values().forEach(Dataset::unpersist);
        TABLES.clear();
    }

    private static Dataset<Row> made(int... rows) {
        Dataset<Long> ids = null;
        int first = 0;
        for (int count : rows) {
            Dataset<Long> part = TestSession.spark().range(first, first + count, 1, 1);
            ids = ids == null ? part : ids.union(part);
            first += count;
        }
        return ids.selectExpr(
                "cast(pmod(hash(id), 2) as double) as y",
                "cast(pmod(hash(id, 1), 3) as int) as class",
                "1 + pmod(hash(id, 2), 1000) / 500d as w",
                "if(id % 50 = 7, null, pmod(hash(id, 3), 2000) / 1000d - 1) as a",
                "pmod(hash(id, 4), 2000) / 1000d - 1 as b",
                "cast(pmod(hash(id, 5), 2000) / 700 as decimal(9, 4)) as decimal",
                "id % 3 = 0 as flag",
                "concat('level ', pmod(hash(id, 6), 4)) as level",
                "date_add(date'1999-12-28', cast(id as int)) as day",
                "timestamp_micros(hash(id, 7) * 1000000L + id) as time",
                "concat('s', id % 5) as series");
    }

    private static PackedRows pack(Backend backend, String family, Dataset<Row> rows, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily(family), 1, backend).pack(rows, config.build());
    }

    /** All blocks of each partition. */
    private static List<List<ByteBuffer>> bytes(PackedRows rows) {
        return BlockRows.blocks(rows).stream()
                .map(blocks -> blocks.stream()
                        .map(block -> ByteBuffer.wrap(BlockBytes.encode(new PackedBlock(block, null))))
                        .toList())
                .toList();
    }

    private static void assertSameRows(String family, Dataset<Row> rows, DataConfigs config) {
        try (PackedRows expected = pack(RDD, family, rows, config);
                PackedRows found = pack(FRAME, family, rows, config)) {
            assertEquals(bytes(expected), bytes(found));
            assertEquals(expected.summary(), found.summary());
            assertEquals(expected.names(), found.names());
            assertEquals(expected.fingerprint(), found.fingerprint());
            assertEquals(expected.notes(), found.notes());
            assertEquals(expected.skipped(), found.skipped());
            assertEquals(expected.bytes(), found.bytes());
            assertArrayEquals(expected.scales().scales(), found.scales().scales());
            assertEquals(
                    expected.blocks().run((partition, blocks) -> partition),
                    found.blocks().run((partition, blocks) -> partition));
            assertEquals(framed(expected), framed(found));
        }
    }

    /** Rows that tasks make of the blocks of each partition. */
    private static List<String> framed(PackedRows rows) {
        StructType schema = new StructType()
                .add("partition", DataTypes.IntegerType, false)
                .add("size", DataTypes.StringType, false)
                .add("labels", DataTypes.createArrayType(DataTypes.DoubleType, false), false);
        return rows.blocks()
                .toFrame(TestSession.spark(), schema, (partition, elements) -> {
                    List<InternalRow> made = new ArrayList<>();
                    PackedBlock.blocks(elements)
                            .forEachRemaining(block -> made.add(new GenericInternalRow(new Object[] {
                                partition,
                                UTF8String.fromString("rows: " + block.rows()),
                                UnsafeArrayData.fromPrimitiveArray(
                                        block.attributes().labels())
                            })));
                    return made.iterator();
                })
                .orderBy("partition")
                .toJSON()
                .collectAsList();
    }

    @Test
    void cellsOfEveryKind_arePackedAlike() {
        DataConfigs config = DataConfigs.memory()
                .features("a", "b", "decimal", "flag", "level", "day", "time")
                .categorical("level", "flag")
                .weight("w")
                .standardize()
                .skip();
        assertSameRows("bernoulli", table(300, 0, 200), config);
        assertSameRows("bernoulli", table(300, 0, 200), config.partitions(5));
    }

    @Test
    void formulas_arePackedAlike() {
        assertSameRows(
                "bernoulli",
                table(300, 200),
                DataConfigs.memory().formula("y ~ level * b + ns(w, df = 3)").skip());
    }

    @Tag("nightly")
    @Test
    void series_arePackedAlike() {
        DataConfigs config = DataConfigs.memory()
                .label("b")
                .features("w")
                .series("series", "time")
                .partitions(3);
        assertSameRows("gaussian", table(300, 200), config);
    }

    @Tag("nightly")
    @Test
    void unevenPartitions_areCutAlike() {
        DataConfigs config = DataConfigs.memory()
                .features("a", "b", "w", "decimal", "flag", "day")
                .skip();
        Dataset<Row> rows = table(60_000, 20_000, 5_000);
        assertSameRows("bernoulli", rows, config);
        try (PackedRows packed = pack(FRAME, "bernoulli", rows, config)) {
            assertEquals(12, packed.summary().partitionCount());
        }
    }

    @Test
    void rowThatCannotBeUsed_isNamedAlike() {
        DataConfigs config = DataConfigs.memory().features("a", "b");
        String expected = assertThrows(DataException.class, () -> pack(RDD, "bernoulli", table(300, 200), config))
                .getMessage();
        String found = assertThrows(DataException.class, () -> pack(FRAME, "bernoulli", table(300, 200), config))
                .getMessage();
        assertTrue(expected.contains("row 8, column 'a'"), expected);
        assertEquals(expected, found);
    }

    private static FitResult fit(Inference requested, @Nullable Model model, PackedRows rows) {
        try (ExecutionBackend backend = rows.toSparkBackend("java")) {
            Inference brief = requested.with("stop.maxIterations", 4).kernel("java");
            return Inference.prepare(brief.config(), model, rows, backend, Kernels.named("java"))
                    .run(null, List.of());
        }
    }

    private static void assertSameFit(Inference requested, @Nullable Model model, String family, DataConfigs config) {
        Dataset<Row> rows = table(300, 200);
        try (PackedRows one = pack(RDD, family, rows, config.skip());
                PackedRows other = pack(FRAME, family, rows, config.skip())) {
            FitResult expected = fit(requested, model, one);
            FitResult found = fit(requested, model, other);
            assertArrayEquals(
                    expected.posterior().parameters(), found.posterior().parameters());
            assertEquals(expected.elbo(), found.elbo());
            assertEquals(expected.iterations(), found.iterations());
            assertEquals(expected.passes(), found.passes());
            assertEquals(expected.decisions(), found.decisions());
        }
    }

    private static DataConfigs twoColumns() {
        return DataConfigs.memory().features("a", "b").weight("w");
    }

    @Test
    void exactFits_haveTheSameBits() {
        assertSameFit(Inference.of("bernoulli"), null, "bernoulli", twoColumns());
        assertSameFit(
                Inference.of("softmax"),
                null,
                "softmax",
                twoColumns().label("class").partitions(3));
    }

    @Test
    void fitsByDraws_haveTheSameBits() {
        Model model = new RobustRegression();
        assertSameFit(
                Inference.of(model), model, "gaussian", twoColumns().label("b").features("a"));
    }

    @Tag("nightly")
    @Test
    void regressions_haveTheSameBits() {
        assertSameFit(Inference.of("bernoulli").with("estimator.kind", "regression"), null, "bernoulli", twoColumns());
    }

    @Tag("nightly")
    @Test
    void minibatches_haveTheSameBits() {
        Inference requested = Inference.of("bernoulli")
                .with("estimator.kind", "reparameterized")
                .with("minibatch.partitions", 2);
        assertSameFit(requested, null, "bernoulli", twoColumns().partitions(8));
    }

    @Test
    void rowsInFiles_haveTheSameBitsAndLeaveNone(@TempDir Path folder) {
        Backend files = new Backend(Backend.Kind.DATAFRAME, folder.toString());
        DataConfigs config = twoColumns().skip();
        Dataset<Row> rows = table(300, 200);
        try (PackedRows one = pack(RDD, "bernoulli", rows, config);
                PackedRows other = pack(files, "bernoulli", rows, config)) {
            assertEquals(1, folder.toFile().list().length);
            assertEquals(bytes(one), bytes(other));
            Inference requested = Inference.of("bernoulli");
            assertArrayEquals(
                    fit(requested, null, one).posterior().parameters(),
                    fit(requested, null, other).posterior().parameters());
        }
        assertEquals(0, folder.toFile().list().length);
    }
}
