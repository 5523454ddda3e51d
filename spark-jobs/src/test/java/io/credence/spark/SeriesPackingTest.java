package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.DataConfig.TextFormat;
import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that rows of a series become one block, in order, wherever they came from. */
class SeriesPackingTest {

    @TempDir
    Path folder;

    private static StructType schema(DataType order) {
        return new StructType()
                .add("y", DataTypes.DoubleType)
                .add("x", DataTypes.DoubleType)
                .add("id", DataTypes.StringType)
                .add("t", order);
    }

    /** Rows of five series, y their place, shuffled. */
    private static List<Row> rows(int each, IntFunction<Object> position) {
        Random random = new Random(TestSeed.of("series"));
        List<Row> rows = new ArrayList<>();
        for (int s = 0; s < 5; s++) {
            for (int i = 0; i < each + s; i++) {
                rows.add(RowFactory.create((double) i, random.nextGaussian() + 10 * s, "s" + s, position.apply(i)));
            }
        }
        Collections.shuffle(rows, random);
        return rows;
    }

    private static PackedRows pack(List<Row> rows, DataType order, int partitions, DataConfigs config) {
        Dataset<Row> frame = TestSession.spark().createDataFrame(rows, schema(order));
        return new RowPacker(LabelRule.anyNumber(), 7)
                .pack(partitions == 0 ? frame.coalesce(1) : frame.repartition(partitions), config.build());
    }

    private static List<RowBlock> blocks(PackedRows packed) {
        return BlockRows.blocks(packed).stream().flatMap(List::stream).toList();
    }

    /** Demands blocks whose labels count up from 0. */
    private static void assertOrdered(List<RowBlock> blocks, int count) {
        assertEquals(count, blocks.size());
        for (RowBlock block : blocks) {
            for (int i = 0; i < block.rows(); i++) {
                assertEquals(i, block.attributes().labels()[i]);
            }
        }
    }

    @Test
    void eachSeries_isOneBlockInOrder() {
        DataConfigs config = DataConfigs.memory().series("id", "t");
        try (PackedRows packed = pack(rows(20, i -> i), DataTypes.IntegerType, 3, config)) {
            assertOrdered(blocks(packed), 5);
            assertEquals(List.of("(Intercept)", "x"), packed.names());
            assertEquals(64, packed.summary().partitionCount());
            assertEquals(110, packed.summary().rows());
        }
    }

    @Test
    void blocks_dependNeitherOnTheOrderOfRowsNorOnTheirPartitions() {
        List<Row> rows = rows(30, i -> i - 10.5);
        for (DataConfigs config : List.of(
                DataConfigs.memory().series("id", "t"),
                DataConfigs.memory().series("id", "t").partitions(3))) {
            try (PackedRows expected = pack(rows, DataTypes.DoubleType, 0, config)) {
                Collections.shuffle(rows, new Random(TestSeed.of("again")));
                try (PackedRows other = pack(rows, DataTypes.DoubleType, 5, config)) {
                    assertEquals(BlockRows.partitions(expected), BlockRows.partitions(other), TestSeed.replay());
                    assertEquals(expected.fingerprint(), other.fingerprint());
                    assertEquals(expected.summary(), other.summary());
                }
            }
        }
    }

    @Test
    void rowsWithoutSeries_areAllOne() {
        List<Row> rows = rows(1, i -> 0).subList(0, 5);
        List<Row> distinct = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            distinct.add(RowFactory.create((double) i, rows.get(i).get(1), "any", (long) i));
        }
        Collections.reverse(distinct);
        DataConfigs config = DataConfigs.memory().features("x").series(null, "t");
        try (PackedRows packed = pack(distinct, DataTypes.LongType, 4, config)) {
            assertOrdered(blocks(packed), 1);
            assertEquals(1, packed.summary().partitionCount());
        }
    }

    @Test
    void seriesLargerThanABlock_isNotCut() {
        int count = 3000;
        List<Row> rows = new ArrayList<>();
        for (int i = count - 1; i >= 0; i--) {
            rows.add(RowFactory.create((double) i, 1.0 / (i + 1), "one", i));
        }
        DataConfigs config = DataConfigs.memory().series("id", "t").partitions(2);
        try (PackedRows packed = pack(rows, DataTypes.IntegerType, 2, config)) {
            assertOrdered(blocks(packed), 1);
            assertEquals(count, blocks(packed).get(0).rows());
        }
        BlockBuilder whole = BlockBuilder.ofWholeSeries(1000, false, Precision.FLOAT64, 2000);
        for (int i = 0; i < 2000; i++) {
            whole.add(i, 1, 0, new double[1000]);
        }
        assertTrue(whole.isFull());
        assertTrue(whole.build().bytes() > 3 * BlockBuilder.DEFAULT_BLOCK_BYTES, "beyond the bytes of a block");
    }

    @Test
    void datesTimestampsAndTexts_orderRows() {
        LocalDate first = LocalDate.of(1969, 12, 28);
        DataConfigs config = DataConfigs.memory().series("id", "t").partitions(2);
        try (PackedRows packed = pack(rows(12, i -> Date.valueOf(first.plusDays(i))), DataTypes.DateType, 2, config)) {
            assertOrdered(blocks(packed), 5);
        }
        try (PackedRows packed = pack(
                rows(12, i -> Timestamp.valueOf(first.plusDays(i).atTime(1, 2, i % 60))),
                DataTypes.TimestampType,
                2,
                config)) {
            assertOrdered(blocks(packed), 5);
        }
        try (PackedRows packed =
                pack(rows(12, i -> first.plusDays(i) + " 23:59:59.5"), DataTypes.StringType, 2, config)) {
            assertOrdered(blocks(packed), 5);
        }
        try (PackedRows packed = pack(rows(12, i -> String.valueOf(i - 3)), DataTypes.StringType, 2, config)) {
            assertOrdered(blocks(packed), 5);
        }
    }

    @Test
    void numbersWithCommas_orderRows() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), "y;id;t\n1;a;2,5\n2;a;10\n0;a;-1,5\n");
        DataConfigs config = DataConfigs.of(file, "csv")
                .text(new TextFormat(';', ',', TextFormat.PLAIN.naStrings()))
                .series("id", "t")
                .partitions(2);
        try (PackedRows packed = new RowPacker(LabelRule.anyNumber(), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build())) {
            assertOrdered(blocks(packed), 1);
        }
    }

    @Test
    void fingerprint_coversSeriesAndOrder() {
        List<Row> rows = rows(10, i -> i);
        DataConfigs config =
                DataConfigs.memory().features("x").series("id", "t").partitions(2);
        List<Row> turned = rows.stream()
                .map(row -> RowFactory.create(row.get(0), row.get(1), row.get(2), -row.getInt(3)))
                .toList();
        List<Row> renamed = rows.stream()
                .map(row -> RowFactory.create(row.get(0), row.get(1), "t" + row.get(2), row.getInt(3)))
                .toList();
        try (PackedRows before = pack(rows, DataTypes.IntegerType, 2, config);
                PackedRows backward = pack(turned, DataTypes.IntegerType, 2, config);
                PackedRows other = pack(renamed, DataTypes.IntegerType, 2, config)) {
            assertNotEquals(before.fingerprint(), backward.fingerprint());
            assertNotEquals(before.fingerprint(), other.fingerprint());
        }
    }

    @Test
    void collectedRows_areTheSameBlocks() {
        DataConfigs config = DataConfigs.memory().series("id", "t").partitions(2);
        try (PackedRows packed = pack(rows(20, i -> i), DataTypes.IntegerType, 3, config);
                var backend = packed.toBackend("java")) {
            assertTrue(packed.isSmall());
            assertEquals(packed.summary(), backend.summary());
        }
    }

    @Test
    void tie_isRefusedWithItsSeriesAndPlace() {
        List<Row> rows = rows(6, i -> Date.valueOf(LocalDate.of(2020, 1, 1 + i)));
        rows.add(RowFactory.create(9.0, 9.0, "s3", Date.valueOf("2020-01-04")));
        DataConfigs config = DataConfigs.memory().series("id", "t").partitions(2);
        assertEquals(
                "two rows of a series have the same position; required: distinct cells of column 't' within the series"
                        + " 's3'; found: 2020-01-04 more than once; in: the data frame",
                assertThrows(DataException.class, () -> pack(rows, DataTypes.DateType, 3, config))
                        .getMessage());
        assertTrue(assertThrows(
                        DataException.class,
                        () -> pack(
                                rows,
                                DataTypes.DateType,
                                3,
                                DataConfigs.memory().features("x").series(null, "t")))
                .getMessage()
                .contains("within the rows"));
    }

    private String refusal(String cells) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), "y,id,t\n1,a,2020-01-01\n2,a,2020-01-02\n" + cells);
        DataConfigs config = DataConfigs.of(file, "csv").series("id", "t").partitions(2);
        return assertThrows(
                        DataException.class,
                        () -> new RowPacker(LabelRule.anyNumber(), 1)
                                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build()))
                .getMessage();
    }

    @Test
    void rowWithoutPlaceOrSeries_isRefusedByNumber() throws IOException {
        String position = refusal("3,a,\n");
        assertTrue(position.contains("row 3, column 't'"), position);
        String series = refusal("3,,2020-01-03\n");
        assertTrue(series.contains("found: nothing; in: ") && series.contains("column 'id'"), series);
        String words = refusal("3,a,soon\n");
        assertTrue(words.contains("gives a row no position") && words.contains("a date or timestamp"), words);
        assertTrue(words.contains("'soon'") && words.contains("row 3, column 't'"), words);
        String time = refusal("3,a,12:30\n");
        assertTrue(time.contains("'12:30'"), "a time of day alone has no day: " + time);
    }

    @Test
    void rowWithoutPlace_isLeftOutOnRequest() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), "y,id,t\n0,a,1\n7,a,\n1,a,2\n8,,3\n");
        DataConfigs config =
                DataConfigs.of(file, "csv").series("id", "t").skip().partitions(2);
        try (PackedRows packed = new RowPacker(LabelRule.anyNumber(), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build())) {
            assertOrdered(blocks(packed), 1);
            assertEquals(2, packed.skipped());
        }
    }

    @Test
    void columnThatCannotOrder_isRefused() {
        List<Row> rows = rows(3, i -> "word" + i);
        DataConfigs config = DataConfigs.memory().series("id", "t").partitions(2);
        assertTrue(assertThrows(DataException.class, () -> pack(rows, DataTypes.StringType, 1, config))
                .getMessage()
                .startsWith("column 't' cannot order rows; required: numbers, dates or timestamps; found: text"));
        assertTrue(assertThrows(
                        DataException.class,
                        () -> pack(
                                rows,
                                DataTypes.StringType,
                                1,
                                DataConfigs.memory().series("id", "tt")))
                .getMessage()
                .contains("required by data.order"));
    }
}
