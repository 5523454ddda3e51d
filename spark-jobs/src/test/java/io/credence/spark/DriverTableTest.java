package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.LevelDraws;
import io.credence.predict.MixedScoring;
import io.credence.predict.MixedScoring.LevelMoments;
import io.credence.spark.backend.DriverTable;
import io.credence.spark.pack.JavaBytes;
import io.credence.spark.score.LevelDrawsTable;
import io.credence.spark.score.LevelEffectsTable;
import io.credence.spark.score.LevelTable;
import io.credence.summary.FactorSummary.FactorTerms;
import io.credence.summary.LevelEffects;
import io.credence.testkit.TestSeed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.Partition;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of tables that are larger than Spark's messages, which are limited to a megabyte here. */
class DriverTableTest {

    private static final int MEGABYTE = 1 << 20;
    private static final int LEVELS = 3_000;
    private static final List<String> TERMS = List.of("(Intercept)", "x", "z");

    @TempDir
    private Path folder;

    private static LevelEffects effects(SplittableRandom random) {
        int k = TERMS.size();
        return new LevelEffects(
                "site",
                TERMS,
                IntStream.range(0, LEVELS).mapToObj(level -> "level " + level).toList(),
                random.doubles(LEVELS * k).toArray(),
                random.doubles(LEVELS * k * k).toArray(),
                random.doubles(LEVELS * k * 20).toArray());
    }

    /** What Spark would send with each task. */
    private static void requireSmallTasks(Dataset<Row> frame) {
        Partition[] partitions = frame.queryExecution().toRdd().partitions();
        assertTrue(partitions.length > 1, "one task");
        for (Partition each : partitions) {
            long bytes = JavaBytes.serializedSize(each);
            assertTrue(bytes < MEGABYTE, () -> bytes + " bytes in a task");
        }
    }

    @Test
    void rowsOfTheDriver_goInSmallTasksAndKeepTheirOrder() {
        StructType schema =
                new StructType().add("number", DataTypes.IntegerType).add("text", DataTypes.StringType);
        List<Row> rows = IntStream.range(0, 20_000)
                .mapToObj(i -> RowFactory.create(i, "x".repeat(i % 100)))
                .toList();
        Dataset<Row> frame = DriverTable.of(schema, rows).toDataFrame(TestSession.spark());
        requireSmallTasks(frame);
        assertEquals(rows, frame.collectAsList());
    }

    @Test
    void rowsOfOnePart_areReadWithoutAJob() {
        StructType schema = new StructType()
                .add("text", DataTypes.StringType)
                .add("numbers", DataTypes.createArrayType(DataTypes.DoubleType));
        for (int count : List.of(0, 3)) {
            List<Row> rows = IntStream.range(0, count)
                    .mapToObj(i -> RowFactory.create("row " + i, new Double[] {0.5, (double) i}))
                    .toList();
            Dataset<Row> frame = DriverTable.of(schema, rows).toDataFrame(TestSession.spark());
            assertTrue(frame.isLocal());
            assertEquals(
                    IntStream.range(0, count)
                            .mapToObj(i -> "row " + i + " [0.5, " + (double) i + "]")
                            .toList(),
                    frame.collectAsList().stream()
                            .map(row -> row.getString(0) + " " + row.getList(1))
                            .toList());
        }
    }

    @Test
    void effectsOfManyLevels_goInSmallTasksAndComeBack() throws Exception {
        SplittableRandom random = new SplittableRandom(TestSeed.get());
        LevelEffects written = effects(random);
        Dataset<Row> shown = LevelEffectsTable.effects(List.of(written)).toDataFrame(TestSession.spark());
        List<Row> rows = shown.collectAsList();
        assertEquals(LEVELS * TERMS.size(), rows.size());
        assertEquals(RowFactory.create("site", "level 7", "z", written.mean()[23], written.sd(7, 2)), rows.get(23));
        String path = folder.resolve("moments").toString();
        LevelTable.of(List.of(written)).writeMoments(TestSession.spark(), path);
        FactorTerms group = new FactorTerms("site", TERMS, true, LEVELS);
        LevelEffects read = LevelEffectsTable.readMoments(TestSession.spark(), path, List.of(group))
                .get(0);
        assertEquals(written.levels(), read.levels());
        assertArrayEquals(written.mean(), read.mean());
        assertArrayEquals(written.covariance(), read.covariance());
        assertArrayEquals(written.crossCovariance(), read.crossCovariance());
        try (Stream<Path> files = Files.list(folder.resolve("moments"))) {
            assertTrue(
                    files.filter(file -> file.toString().endsWith(".parquet")).count() > 1, "written as one part");
        }
    }

    @Test
    void fewDrawsOfLevelsWithLongNames_goInSmallTasks() {
        SplittableRandom random = new SplittableRandom(TestSeed.get());
        LevelEffects effects = new LevelEffects(
                "site",
                List.of("(Intercept)"),
                IntStream.range(0, LEVELS)
                        .mapToObj(level -> "x".repeat(1_000) + level)
                        .toList(),
                random.doubles(LEVELS).toArray(),
                random.doubles(LEVELS).toArray(),
                new double[LEVELS]);
        LevelMoments moments = new LevelMoments(effects.mean(), effects.covariance(), effects.crossCovariance());
        LevelDraws draws = LevelDraws.of(
                List.of(new MixedScoring.LevelEffects(0, new int[] {0}, moments, new double[] {1})),
                new double[][] {{0}, {1}},
                new double[] {0},
                new double[] {1},
                7);
        Dataset<Row> frame = LevelDrawsTable.of(List.of(effects), draws, 2).toDataFrame(TestSession.spark());
        requireSmallTasks(frame);
        assertEquals(LEVELS, frame.count());
    }

    @Test
    void parts_coverAllItems() {
        assertEquals(
                List.of(new DriverTable.Range(0, 3), new DriverTable.Range(3, 6), new DriverTable.Range(6, 7)),
                DriverTable.splitByBytes(7, 10, 35).toList());
        assertEquals(7, DriverTable.splitByBytes(7, 10, 1).count());
        assertEquals(0, DriverTable.splitByBytes(0, 0, 1).count());
    }
}
