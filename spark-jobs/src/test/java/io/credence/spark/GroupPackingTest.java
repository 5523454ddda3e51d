package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.data.RowBlock;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RowGrouping;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that packed rows bear the numbers of their levels, and that rows of a level of the largest factor lie side by
 * side.
 */
class GroupPackingTest {

    private static final int LARGE = 40;

    @TempDir
    Path folder;

    private static StructType schema(DataType group) {
        return new StructType()
                .add("y", DataTypes.DoubleType)
                .add("x", DataTypes.DoubleType)
                .add("z", DataTypes.DoubleType)
                .add("g", group)
                .add("h", DataTypes.StringType);
    }

    /** Rows of 40 levels g and 3 levels h; y is the number of g, z a number of the level. */
    private static List<Row> rows() {
        Random random = new Random(TestSeed.of("groups"));
        List<Row> rows = new ArrayList<>();
        for (int g = 0; g < LARGE; g++) {
            for (int i = 0; i < 2 + g % 5; i++) {
                rows.add(RowFactory.create((double) g, random.nextGaussian(), g * 0.5, "g" + (100 + g), "h" + i % 3));
            }
        }
        Collections.shuffle(rows, random);
        return rows;
    }

    private static PackedRows pack(Dataset<Row> frame, DataConfigs config, Backend backend) {
        return new RowPacker(LabelRule.anyNumber(), 7, backend).pack(frame, config.build());
    }

    private static PackedRows pack(List<Row> rows, int partitions, DataConfigs config) {
        Dataset<Row> frame = TestSession.spark().createDataFrame(rows, schema(DataTypes.StringType));
        return pack(frame.repartition(partitions), config, Backend.AUTO);
    }

    private static RowGrouping groups(PackedRows packed) {
        return Objects.requireNonNull(packed.groups(List.of()));
    }

    private static int[][] levels(RowBlock block) {
        return Objects.requireNonNull(block.attributes().levels());
    }

    private static DataConfigs formula(String text) {
        return DataConfigs.memory().formula(text);
    }

    @Test
    void rows_haveTheNumbersOfTheirLevels() {
        try (PackedRows packed =
                pack(rows(), 3, formula("y ~ x + (1 + z | g) + (1 | h)").partitions(4))) {
            RowGrouping groups = groups(packed);
            assertEquals(
                    List.of("g", "h"),
                    groups.factors().stream().map(GroupingFactor::name).toList());
            assertEquals(List.of("h0", "h1", "h2"), groups.levelNames().get(1).all());
            assertEquals("g100", groups.levelNames().get(0).all().get(0));
            assertEquals(List.of("(Intercept)", "x", "z"), packed.names());
            assertArrayEquals(new boolean[] {true, true, false}, groups.hasFixedCoefficient());
            assertEquals(List.of("(Intercept)", "z"), groups.effects().get(0).terms());
            assertArrayEquals(new int[] {0, 2}, groups.effects().get(0).columns());
            assertArrayEquals(new long[] {6, 64}, groups.largestLevelSizes());
            for (RowBlock block :
                    packed.collectedBlocks().stream().flatMap(List::stream).toList()) {
                assertArrayEquals(
                        Arrays.stream(block.attributes().labels())
                                .mapToInt(y -> (int) y)
                                .toArray(),
                        levels(block)[0]);
            }
        }
    }

    @Test
    void rowsOfALevel_lieSideBySideInOnePartition() {
        try (PackedRows packed =
                pack(rows(), 5, formula("y ~ x + (1 | h) + (1 | g)").partitions(4))) {
            List<List<RowBlock>> partitions = packed.collectedBlocks();
            Set<Integer> observed = new HashSet<>();
            for (List<RowBlock> partition : partitions) {
                int last = -1;
                for (RowBlock block : partition) {
                    for (int level : levels(block)[1]) {
                        assertTrue(level == last || observed.add(level), "level " + level + " is not in one place");
                        last = level;
                    }
                }
            }
            assertEquals(LARGE, observed.size());
            assertTrue(partitions.stream().filter(blocks -> !blocks.isEmpty()).count() > 1, "rows are dealt out");
        }
    }

    @Test
    void blocks_dependNeitherOnTheOrderOfRowsNorOnTheirPartitions() {
        List<Row> rows = rows();
        DataConfigs config = formula("y ~ x + (1 + x | g) + (1 | h)").partitions(3);
        try (PackedRows expected = pack(rows, 1, config)) {
            Collections.shuffle(rows, new Random(TestSeed.of("again")));
            try (PackedRows other = pack(rows, 4, config)) {
                assertEquals(BlockRows.partitions(expected), BlockRows.partitions(other), TestSeed.replay());
                assertEquals(expected.fingerprint(), other.fingerprint());
            }
            Dataset<Row> frame = TestSession.spark().createDataFrame(rows, schema(DataTypes.StringType));
            try (PackedRows frames = pack(frame, config, new Backend(Backend.Kind.DATAFRAME, null))) {
                assertEquals(BlockRows.partitions(expected), BlockRows.partitions(frames));
                assertArrayEquals(
                        levels(expected.collectedBlocks().get(0).get(0)),
                        levels(frames.collectedBlocks().get(0).get(0)));
            }
        }
        try (PackedRows fixed = pack(rows, 1, formula("y ~ x"));
                PackedRows grouped = pack(rows, 1, config)) {
            assertNotEquals(fixed.fingerprint(), grouped.fingerprint(), "levels are content");
        }
    }

    @Test
    void fewRows_haveFewPartitions() {
        try (PackedRows packed = pack(rows(), 2, formula("y ~ x + (1 | g)"))) {
            assertEquals(1, packed.summary().partitionCount());
            assertTrue(packed.notes().isEmpty(), packed.notes().toString());
        }
    }

    @Test
    void columnsByName_areThoseOfTheFormula() {
        DataConfigs config = DataConfigs.memory()
                .features("x")
                .group(List.of("(Intercept)", "z"), "g")
                .group(List.of("(Intercept)"), "h");
        try (PackedRows packed = pack(rows(), 2, config)) {
            assertEquals(List.of("(Intercept)", "x", "z"), packed.names());
            assertArrayEquals(new boolean[] {true, true, false}, groups(packed).hasFixedCoefficient());
            assertArrayEquals(new int[] {0, 2}, groups(packed).effects().get(0).columns());
        }
        DataConfigs all = DataConfigs.memory().group(List.of("x"), "g", "h");
        try (PackedRows packed = pack(rows(), 2, all)) {
            assertEquals(List.of("(Intercept)", "x", "z"), packed.names(), "columns of levels are no features");
            assertEquals("g:h", groups(packed).factors().get(0).name());
            assertEquals("g100:h0", groups(packed).levelNames().get(0).all().get(0));
        }
    }

    @Test
    void levelsOfAnyType_areTexts() {
        Map<DataType, List<Object>> cells = Map.of(
                DataTypes.IntegerType, List.of(10, 9),
                DataTypes.LongType, List.of(10L, 9L),
                DataTypes.DoubleType, List.of(10.0, 9.0),
                DataTypes.BooleanType, List.of(true, false),
                DataTypes.DateType, List.of(Date.valueOf("2026-01-02"), Date.valueOf("2025-12-31")));
        cells.forEach((type, two) -> {
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                rows.add(RowFactory.create((double) i, i * 0.5, 0.0, two.get(i % 2), "h"));
            }
            Dataset<Row> frame = TestSession.spark().createDataFrame(rows, schema(type));
            try (PackedRows packed = pack(frame, formula("y ~ x + (1 | g)"), Backend.AUTO)) {
                String first = groups(packed).levelNames().get(0).all().get(0);
                assertTrue(List.of("10", "false", "2025-12-31").contains(first), first);
            }
        });
    }

    @Test
    void manyLevels_areNumberedInOneJob() {
        Dataset<Row> many = TestSession.spark()
                .range(60_000)
                .selectExpr(
                        "cast(id % 7 as double) as y",
                        "cast(id as double) / 1e5 as x", "0.0 as z", "id as g", "'h' as h");
        try (PackedRows packed = pack(many, formula("y ~ x + (1 | g)"), Backend.AUTO)) {
            assertEquals(60_000, groups(packed).levelNames().get(0).all().size());
            assertEquals(
                    List.of("each row has a level of its own of 'g': its effects take up what varies from row to row"),
                    packed.notes());
            long observed = packed.collectedBlocks().stream()
                    .flatMap(List::stream)
                    .flatMapToInt(block -> Arrays.stream(levels(block)[0]))
                    .distinct()
                    .count();
            assertEquals(60_000, observed);
        }
    }

    @Test
    void slopesThatDoNotVaryWithinLevels_areNoted() {
        try (PackedRows packed = pack(rows(), 2, formula("y ~ x + z + (1 + x + z | g)"))) {
            assertEquals(
                    List.of(
                            "column 'z' does not vary within the levels of 'g': only the prior separates its effects from"
                                    + " those of the intercept"),
                    packed.notes());
        }
        try (PackedRows packed = pack(rows(), 2, formula("y ~ x + z + (0 + z | g)"))) {
            assertTrue(packed.notes().isEmpty(), packed.notes().toString());
        }
    }

    @Test
    void slopesOfAFactorByWhichRowsAreNotDealt_areComparedToo() {
        Dataset<Row> crossed = TestSession.spark()
                .range(0, 12_000, 1, 3)
                .selectExpr(
                        "cast(id % 7 as double) as y",
                        "cast(id % 11 as double) as x",
                        "cast(id % 5000 % 17 as double) as z",
                        "id % 5000 as g",
                        "id div 2 as h",
                        "id");
        DataConfigs config = formula("y ~ x + z + (1 + z | g) + (1 + x | h)").partitions(4);
        try (PackedRows packed = pack(crossed, config, Backend.AUTO)) {
            assertEquals(
                    List.of("column 'z' does not vary within the 4096 levels that were compared of 'g': only the prior"
                            + " separates its effects from those of the intercept"),
                    packed.notes());
        }
        Dataset<Row> once = crossed.selectExpr("y", "x", "if(id = 5000, 99.0, z) as z", "g", "h");
        try (PackedRows packed = pack(once, config, Backend.AUTO)) {
            assertEquals(List.of(), packed.notes());
        }
    }

    @Test
    void fewLevels_areNoted() {
        try (PackedRows packed = pack(rows(), 2, formula("y ~ x + (1 | h)"))) {
            assertEquals(1, packed.notes().size(), packed.notes().toString());
            assertTrue(
                    packed.notes().get(0).startsWith("'h' has 3 levels"),
                    packed.notes().get(0));
        }
    }

    @Test
    void knownSds_areWeights() throws IOException {
        Path file = folder.resolve("known.csv");
        Files.writeString(file, "y,se,s\n1,2,a\n2,0.5,b\n3,1,a\n");
        try (PackedRows packed = read(file, "y ~ 1 + (1 | s)", false, "se")) {
            assertEquals(
                    List.of("[1.0, 0.25, 0.0, 1.0]", "[2.0, 4.0, 0.0, 1.0]", "[3.0, 1.0, 0.0, 1.0]"),
                    BlockRows.sorted(packed));
        }
        Files.writeString(file, "y,se,s\n1,2,a\n2,0,b\n");
        refused(file, "y ~ 1 + (1 | s)", "se", "a standard deviation is out of range", "column 'se'");
    }

    static Stream<String> missing() {
        return Nightly.cases(List.of("", " NA "), List.of("", " NA ", "NA", "\"\""));
    }

    @ParameterizedTest
    @MethodSource("missing")
    void missingLevels_areRefusedOrSkipped(String cell) throws IOException {
        Path file = folder.resolve("missing.csv");
        Files.writeString(file, "y,x,g\n1,2,a\n2,3," + cell + "\n3,4,b\n4,6,b\n");
        refused(file, "y ~ x + (1 | g)", null, "a cell is missing", "row 2, column 'g'");
        try (PackedRows packed = read(file, "y ~ x + (1 | g)", true, null)) {
            assertEquals(List.of("a", "b"), groups(packed).levelNames().get(0).all());
            assertEquals(3, packed.rowsRead());
        }
    }

    /** Of a level all of whose rows are left out nothing is known: it is as one that was never there. */
    @Test
    void levelsWithoutRowsThatAreKept_areNone() throws IOException {
        Path file = folder.resolve("left.csv");
        Files.writeString(
                file,
                "y,x,z,w,f,g\n1,2,1,1,p,a\n2,,1,1,p,b\n3,4,1,1,p,c\n4,6,0,1,q,d\n5,1,1,0,p,e\n6,2,1,1,r,\n7,3,1,1,p,a\n2,,1,1,p,b\n");
        try (PackedRows packed = read(DataConfigs.of(file, "csv")
                .formula("y ~ x + log(z) + f + (1 | g)")
                .weight("w")
                .skip())) {
            assertEquals(List.of("a", "c"), groups(packed).levelNames().get(0).all());
            assertArrayEquals(new long[] {2}, groups(packed).largestLevelSizes());
            assertEquals(3, packed.rowsRead());
            assertEquals(List.of("(Intercept)", "x", "log(z)", "fq"), packed.names(), "r has no row with a level of g");
        }
        try (PackedRows packed = read(DataConfigs.of(file, "csv")
                .features("x")
                .categorical("f")
                .group(List.of("(Intercept)"), "g")
                .skip())) {
            assertEquals(
                    List.of("a", "c", "d", "e"),
                    groups(packed).levelNames().get(0).all());
            assertEquals(List.of("(Intercept)", "x", "f=q"), packed.names());
        }
    }

    @Test
    void levelThatIsNoNumber_isMissing() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            rows.add(RowFactory.create((double) i, i * 0.5, 0.0, i == 3 ? Double.NaN : (double) (i % 2), "h"));
        }
        Dataset<Row> frame = TestSession.spark().createDataFrame(rows, schema(DataTypes.DoubleType));
        String message = assertThrows(DataException.class, () -> pack(frame, formula("y ~ x + (1 | g)"), Backend.AUTO))
                .getMessage();
        assertTrue(message.startsWith("a cell is missing") && message.contains("column 'g'"), message);
    }

    @Test
    void columnsThatAreNoGroups_areRefused() throws IOException {
        Path file = folder.resolve("groups.csv");
        Files.writeString(file, "y,x,g,empty\n1,2,a,\n2,3,a,\n3,4,a,\n");
        refused(file, "y ~ x + (1 | county)", null, "there is no column 'county', required by model.groups");
        refused(file, "y ~ x + (1 | g)", null, "the grouping factor 'g' has one level");
        refused(file, "y ~ x + (1 | empty)", null, "the grouping factor 'empty' has no level");
        DataConfigs unknown = DataConfigs.of(file, "csv").features("x").group(List.of("floor"), "x");
        String message = assertThrows(DataException.class, () -> read(unknown)).getMessage();
        assertTrue(message.startsWith("there is no column 'floor', whose effects vary by x"), message);
    }

    private static PackedRows read(DataConfigs config) {
        return new RowPacker(LabelRule.anyNumber(), 7)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private static PackedRows read(Path file, String formula, boolean skip, String sd) {
        DataConfigs config = DataConfigs.of(file, "csv").formula(formula);
        if (sd != null) {
            config.sd(sd);
        }
        return read(skip ? config.skip() : config);
    }

    private static void refused(Path file, String formula, String sd, String... parts) {
        String message = assertThrows(DataException.class, () -> read(file, formula, false, sd))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
