package io.credence.spark.score;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.result.FittedColumns;
import io.credence.spark.DataConfigs;
import io.credence.spark.TestSession;
import io.credence.spark.read.Table;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkContext;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ScoringTableTest {

    private static final List<StructField> OUTPUT =
            List.of(DataTypes.createStructField("eta", DataTypes.DoubleType, true));

    private static final String TAG = "estimate";

    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    private static final CountDownLatch ENDED = new CountDownLatch(1);

    @TempDir
    Path folder;

    private static Dataset<Row> score(ScoringTable table, double... coefficients) {
        return table.score(() -> (row, out) -> out[0] = row.dot(coefficients, 0) + row.offset(), OUTPUT);
    }

    private static List<Double> eta(Dataset<Row> scored) {
        return scored.select("eta").collectAsList().stream()
                .map(row -> row.getDouble(0))
                .toList();
    }

    private ScoringTable csv(DataConfigs config, List<String> names, Map<String, String> baselines) {
        return ScoringTable.of(
                new TableReader(TestSession.spark()).read(config.build()).withBackend(Backend.AUTO),
                config.build(),
                names,
                FittedColumns.of(baselines));
    }

    private DataConfigs file(String... lines) throws IOException {
        return DataConfigs.of(Files.write(folder.resolve("new.csv"), List.of(lines)), "csv")
                .categorical("c")
                .offset("o");
    }

    @Test
    void rowsAreScoredByName_besideTheirColumns() throws IOException {
        DataConfigs config = file("id,x,c,o,junk", "r1,2,a,0.5,zz", "r2,3,b,0,", "r3,4,a,0,zz");
        ScoringTable table = csv(config, List.of("(Intercept)", "c=b", "x"), Map.of("c", "a"));
        assertEquals(new ScoringTable.Counts(3, 0, 0), table.countRows());
        Dataset<Row> scored = score(table, 1, 10, 100);
        assertEquals(List.of("id", "x", "c", "o", "junk", "eta"), List.of(scored.columns()));
        assertEquals(List.of(201.5, 311.0, 401.0), eta(scored));
        assertEquals("r2", scored.collectAsList().get(1).getString(0));
    }

    private static ScoringTable numbers(Dataset<Row> rows) {
        return ScoringTable.of(Table.of(rows), DataConfigs.memory().build(), List.of("x"), FittedColumns.of(Map.of()));
    }

    /** Rows whose number is known are not counted: here another number is said than there are. */
    @Test
    void estimate_countsNoRowsThatAreCounted() {
        RowScorer slow = () -> (row, out) -> LockSupport.parkNanos(100_000);
        List<String> said = new ArrayList<>();
        ScoringTable rows = numbers(TestSession.spark().range(3000).selectExpr("cast(id as double) as x"));
        ScoringTable.Counts counts = new ScoringTable.Counts(40_000_000, 2_000_000, 0);
        Announcements.runWatched(said::add, () -> rows.announceEstimate(slow, 1, "a number", counts));
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).startsWith("42,000,000 rows × a number: about "), said.toString());
        assertEquals(
                1L << 60, Table.of(TestSession.spark().range(1L << 60).toDF()).countRows(), "no job has the time");
    }

    /** The rows of the estimate wait in their tasks until their job is cancelled; scoring is not to begin then. */
    @Test
    @Timeout(120)
    void cancelledEstimate_isAFailure() throws InterruptedException {
        SparkContext context = TestSession.spark().sparkContext();
        RowScorer waiting = () -> (row, out) -> {
            BEGUN.countDown();
            while (ENDED.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
        };
        ScoringTable rows = numbers(TestSession.spark().range(10).selectExpr("cast(id as double) as x"));
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            context.addJobTag(TAG);
            try {
                rows.announceEstimate(waiting, 1, "a number", null);
            } catch (Throwable failed) {
                failure.set(failed);
            }
        });
        thread.start();
        BEGUN.await();
        context.cancelJobsWithTag(TAG);
        thread.join();
        ENDED.countDown();
        assertTrue(String.valueOf(failure.get()).contains("cancelled"), String.valueOf(failure.get()));
        assertFalse(failure.get() instanceof DataException, "no fault of the rows");
    }

    /** A cell that cannot be read is reported by scoring, with its place. */
    @Test
    void estimateOfRowsThatCannotBeRead_isLeftToScoring() {
        ScoringTable rows = numbers(TestSession.spark()
                .range(10)
                .selectExpr("if(id = 3, raise_error('no number'), cast(id as double)) as x"));
        rows.announceEstimate(() -> (row, out) -> {}, 1, "a number", null);
        assertThrows(DataException.class, rows::countRows);
    }

    @Test
    void unseenLevels_areRefusedOrFlagged() throws IOException {
        DataConfigs config =
                file("x,c,o", "2,a,0", "NA,new,0", "4,new,0", "3,b,1").skip();
        ScoringTable table = csv(config, List.of("(Intercept)", "c=b", "x"), Map.of("c", "a"));
        String message = assertThrows(DataException.class, table::countRows).getMessage();
        for (String part :
                List.of("a level was not in the rows of the fit", "one of a, b", "found: 'new'", "row 3, column 'c'")) {
            assertTrue(message.contains(part), message);
        }
        Throwable late =
                assertThrows(Exception.class, () -> score(table, 1, 10, 100).collectAsList());
        assertTrue(String.valueOf(late).contains("row 3 of partition 0, column 'c'"), String.valueOf(late));
        ScoringTable flagging = table.withUnseenFlagged("why");
        assertEquals(new ScoringTable.Counts(2, 1, 1), flagging.countRows());
        List<Row> rows = score(flagging, 1, 10, 100).select("eta", "why").collectAsList();
        assertEquals(
                List.of(
                        RowFactory.create(201.0, null),
                        RowFactory.create(null, "level 'new' of column 'c'"),
                        RowFactory.create(312.0, null)),
                rows);
    }

    /** Of a column with one level there is no coefficient, but another level is another nevertheless. */
    @Test
    void columnsOfOneLevel_refuseOthers() throws IOException {
        ScoringTable table = csv(file("x,c,o", "2,a,0", "3,b,0"), List.of("(Intercept)", "x"), Map.of("c", "a"));
        assertTrue(
                assertThrows(DataException.class, table::countRows).getMessage().contains("row 2, column 'c'"));
    }

    @Test
    void levelsAreNotCounted_whereTheFirstIsUnknown() throws IOException {
        ScoringTable table = csv(file("x,c,o", "2,a,0"), List.of("(Intercept)", "c=b", "x"), Map.of());
        assertEquals(0, table.countRows().unseen());
    }

    @Test
    void badRow_isNamedOrLeftOut() throws IOException {
        DataConfigs config = file("x,c,o", "2,a,0", "NA,a,0");
        List<String> names = List.of("(Intercept)", "x");
        assertTrue(assertThrows(
                        DataException.class, () -> csv(config, names, Map.of()).countRows())
                .getMessage()
                .contains("row 2, column 'x'"));
        ScoringTable skipping = csv(config.skip(), names, Map.of());
        assertEquals(new ScoringTable.Counts(1, 1, 0), skipping.countRows());
        assertEquals(List.of(21.0), eta(score(skipping, 1, 10)));
        ScoringTable keeping = skipping.withMissingKept("why");
        assertEquals(new ScoringTable.Counts(1, 1, 0), keeping.countRows());
        assertEquals(
                List.of(RowFactory.create(21.0, null), RowFactory.create(null, "a cell is missing in column 'x'")),
                score(keeping, 1, 10).select("eta", "why").collectAsList());
    }

    @Test
    void columnThatIsNotThere_isNamed() throws IOException {
        DataConfigs config = file("xx,c,o", "2,a,0");
        assertTrue(assertThrows(DataException.class, () -> csv(config, List.of("x"), Map.of()))
                .getMessage()
                .startsWith("there is no column 'x', required by data.features"));
    }

    @Test
    void vectorElements_areFoundByName() {
        Dataset<Row> frame = TestSession.spark()
                .createDataFrame(
                        List.of(
                                RowFactory.create(Vectors.dense(1, 2)),
                                RowFactory.create(Vectors.sparse(2, new int[] {1}, new double[] {5}))),
                        new StructType().add("v", new VectorUDT()))
                .coalesce(1);
        ScoringTable table = ScoringTable.of(
                Table.of(frame),
                DataConfigs.memory().features("v").build(),
                List.of("(Intercept)", "v[0]", "v[1]"),
                FittedColumns.of(Map.of()));
        assertEquals(List.of(211.0, 501.0), eta(score(table, 1, 10, 100)));
    }

    @Test
    void libsvmWithFewerFeatures_isScored() throws IOException {
        Path path = Files.write(folder.resolve("new.libsvm"), List.of("0 1:2", "0 2:3"));
        ScoringTable table =
                csv(DataConfigs.of(path, "libsvm").label("label"), List.of("(Intercept)", "f1", "f2", "f3"), Map.of());
        assertEquals(List.of(21.0, 301.0), eta(score(table, 1, 10, 100, 1000)));
    }
}
