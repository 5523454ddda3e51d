package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.data.RowBlock;
import io.credence.kind.LevelNames;
import io.credence.kind.RowGrouping;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of levels that Spark numbers where they are: the packed rows are those of levels that the driver holds. */
class NumberedLevelsTest {

    private static final String THRESHOLD = "spark.sql.autoBroadcastJoinThreshold";
    private static final SparkSession SPARK = TestSession.spark();
    /** Letters of one to four bytes in UTF-8, whose order is not that of UTF-16, and marks of texts of several columns. */
    private static final int[] LETTERS = {
        'a', 'b', ':', '\\', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0x10000, 0x1F600, 0x10FFFF, ' ', 0
    };

    @TempDir
    Path folder;

    @AfterEach
    void reset() {
        SPARK.conf().unset(THRESHOLD);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    /** Rows with levels of every kind of text, some of them missing. */
    private static Dataset<Row> rows(int count) {
        Random random = new Random(TestSeed.of("numbered levels"));
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(RowFactory.create(
                    random.nextGaussian(),
                    i % 37 == 5 ? null : random.nextGaussian(),
                    i % 53 == 1 ? null : text(random),
                    i % 59 == 2 ? null : (double) random.nextInt(90) / 8,
                    "h" + random.nextInt(40)));
        }
        StructType schema = new StructType()
                .add("y", DataTypes.DoubleType)
                .add("x", DataTypes.DoubleType)
                .add("g", DataTypes.StringType)
                .add("n", DataTypes.DoubleType)
                .add("h", DataTypes.StringType);
        return SPARK.createDataFrame(rows, schema).repartition(3);
    }

    private static PackedRows pack(Dataset<Row> rows, String formula, Backend.Kind kind) {
        return new RowPacker(LabelRule.anyNumber(), 7, new Backend(kind, null))
                .pack(
                        rows,
                        DataConfigs.memory()
                                .formula(formula)
                                .partitions(3)
                                .skip()
                                .build());
    }

    private static RowGrouping groups(PackedRows packed) {
        return Objects.requireNonNull(packed.groups(List.of()));
    }

    private static List<List<int[][]>> levels(PackedRows packed) {
        return BlockRows.blocks(packed).stream()
                .map(blocks -> blocks.stream()
                        .map(RowBlock::attributes)
                        .map(each -> Objects.requireNonNull(each.levels()))
                        .toList())
                .toList();
    }

    private static void assertSame(PackedRows held, PackedRows joined) {
        assertEquals(held.fingerprint(), joined.fingerprint(), TestSeed.replay());
        assertEquals(held.skipped(), joined.skipped());
        assertEquals(held.notes(), joined.notes());
        assertEquals(BlockRows.partitions(held), BlockRows.partitions(joined), TestSeed.replay());
        List<List<int[][]>> own = levels(held);
        List<List<int[][]>> others = levels(joined);
        for (int p = 0; p < own.size(); p++) {
            assertArrayEquals(own.get(p).toArray(), others.get(p).toArray());
        }
        assertEquals(groups(held).factors(), groups(joined).factors());
        assertArrayEquals(groups(held).largestLevelSizes(), groups(joined).largestLevelSizes());
        for (int f = 0; f < groups(held).factors().size(); f++) {
            LevelNames names = groups(joined).levelNames().get(f);
            List<String> all = groups(held).levelNames().get(f).all();
            assertEquals(all, names.all(), TestSeed.replay());
            assertEquals(
                    Map.of(0, all.get(0), all.size() - 1, all.get(all.size() - 1)),
                    names.of(Set.of(0, all.size() - 1)));
        }
    }

    /** Dirty texts, numbers, several columns, two factors, rows that are left out. */
    @ParameterizedTest
    @EnumSource(
            value = Backend.Kind.class,
            names = {"RDD", "DATAFRAME"})
    void rows_areThoseOfHeldLevels(Backend.Kind kind) {
        Dataset<Row> rows = rows(4_000);
        for (String formula : List.of("y ~ x + (1 + x | g) + (1 | h)", "y ~ x + (1 | n)", "y ~ x + (1 | h:g)")) {
            SPARK.conf().unset(THRESHOLD);
            try (PackedRows held = pack(rows, formula, Backend.Kind.RDD)) {
                SPARK.conf().set(THRESHOLD, -1);
                try (PackedRows joined = pack(rows, formula, kind)) {
                    assertSame(held, joined);
                }
            }
        }
    }

    /** A factor of few levels is held beside one of many. */
    @Test
    void factorsOfEitherSize_areOfOneModel() {
        Dataset<Row> rows = rows(3_000);
        String formula = "y ~ x + (1 | h) + (1 + x | g)";
        try (PackedRows held = pack(rows, formula, Backend.Kind.RDD)) {
            SPARK.conf().set(THRESHOLD, 2_000);
            try (PackedRows joined = pack(rows, formula, Backend.Kind.RDD)) {
                assertSame(held, joined);
            }
        }
    }

    /** More levels than the driver reads before it lets Spark number them. */
    @Test
    void sampledLevels_areInOrder() {
        Dataset<Row> many = SPARK.range(0, 120_000, 1, 4)
                .selectExpr("cast(id % 7 as double) as y", "cast(id as double) / 1e5 as x", "id % 60000 as g");
        SPARK.conf().set(THRESHOLD, 100_000);
        try (PackedRows packed = pack(many, "y ~ x + (1 + x | g)", Backend.Kind.RDD)) {
            List<String> expected = IntStream.range(0, 60_000)
                    .mapToObj(Integer::toString)
                    .sorted()
                    .toList();
            assertEquals(expected, groups(packed).levelNames().get(0).all());
            for (List<RowBlock> blocks : BlockRows.blocks(packed)) {
                for (RowBlock block : blocks) {
                    int[] levels = Objects.requireNonNull(block.attributes().levels())[0];
                    for (int i = 0; i < block.rows(); i++) {
                        double id = Math.rint(1e5 * ((io.credence.data.DenseBlock) block).values()[2 * i + 1]);
                        assertEquals(Double.toString(id % 60_000), Double.parseDouble(expected.get(levels[i])) + "");
                    }
                }
            }
        }
    }

    @Test
    void nothingIsKept_afterTheFit() {
        int before = SPARK.sparkContext().getPersistentRDDs().size();
        SPARK.conf().set(THRESHOLD, -1);
        try (PackedRows packed = pack(rows(500), "y ~ x + (1 | g)", Backend.Kind.RDD)) {
            assertEquals(before + 2, SPARK.sparkContext().getPersistentRDDs().size(), "rows and levels");
            assertEquals(500 - packed.skipped(), packed.rowsRead());
        }
        assertEquals(before, SPARK.sparkContext().getPersistentRDDs().size());
        assertThrows(DataException.class, () -> pack(rows(500).where("g = 'a'"), "y ~ x + (1 | g)", Backend.Kind.RDD));
        assertEquals(before, SPARK.sparkContext().getPersistentRDDs().size(), "after a refusal");
    }

    /** Rows that are read again have no numbers of levels, which are part of their contents. */
    @Test
    void joinedRows_haveNoKeys() {
        DataConfigs config =
                DataConfigs.memory().formula("y ~ x + (1 | g)").skip().key("h");
        RowPacker packer = new RowPacker(LabelRule.anyNumber(), 7);
        try (PackedRows held = packer.pack(rows(300), config.build())) {
            assertNotNull(held.keys());
        }
        SPARK.conf().set(THRESHOLD, -1);
        try (PackedRows joined = packer.pack(rows(300), config.build())) {
            assertNull(joined.keys());
        }
    }

    @Test
    void faults_areFoundWhereTheyAreInTheFile() throws IOException {
        SPARK.conf().set(THRESHOLD, -1);
        refused("y,x,g\n1,2,a\n2,3,\n3,4,b\n4,6,b\n", "a cell is missing", "row 2, column 'g'");
        refused("y,x,g\n1,2,a\n2,3,b\n3,,b\n4,6,\n", "row 3, column 'x'");
        refused("y,x,g\n1,2,a\n2,3,a\n", "the grouping factor 'g' has one level", "'a'");
        refused("y,x,g\n1,2,\n2,3,\n", "the grouping factor 'g' has no level");
    }

    private void refused(String lines, String... parts) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), lines);
        DataConfigs config = DataConfigs.of(file, "csv").formula("y ~ x + (1 | g)");
        String message = assertThrows(
                        DataException.class,
                        () -> new RowPacker(LabelRule.anyNumber(), 7)
                                .pack(new TableReader(SPARK).read(config.build()), config.build()))
                .getMessage();
        assertTrue(Arrays.stream(parts).allMatch(message::contains), message);
    }
}
