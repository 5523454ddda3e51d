package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatsTest {

    @TempDir
    Path folder;

    private static PackedRows pack(DataConfigs config) {
        return new RowPacker(LabelRule.anyNumber(), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private Path write(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    /** Lines are checked, cells sampled and rows packed: jobs are most of the time of a small file. */
    @Test
    void smallCsv_isPackedInThreeJobs() throws Exception {
        Path file = write("small.csv", List.of("y,x", "1,2", "0,3", "1,5"));
        List<Integer> jobs = Collections.synchronizedList(new ArrayList<>());
        SparkListener listener = new SparkListener() {
            @Override
            public void onJobStart(SparkListenerJobStart job) {
                jobs.add(job.jobId());
            }
        };
        TestSession.hear(listener, () -> pack(DataConfigs.of(file, "csv")).close());
        assertEquals(3, jobs.size());
    }

    @Test
    void csvParquetJsonAndLibsvm_giveTheSameBlocks() throws IOException {
        Random random = new Random(TestSeed.of("formats"));
        List<String> csv = new ArrayList<>(List.of("y,b,a"));
        List<String> json = new ArrayList<>();
        List<String> libsvm = new ArrayList<>();
        List<Row> typed = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int y = random.nextInt(5);
            double b = random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            float a = random.nextInt(3) - 1;
            csv.add(y + "," + b + "," + (int) a);
            json.add("{\"y\":" + y + ",\"b\":" + b + ",\"a\":" + (int) a + "}");
            libsvm.add(y + " 1:" + b + (a == 0 ? "" : " 2:" + a));
            typed.add(RowFactory.create((short) y, b, a));
        }
        Path parquet = folder.resolve("rows.parquet");
        StructType schema = new StructType()
                .add("y", DataTypes.ShortType)
                .add("b", DataTypes.DoubleType)
                .add("a", DataTypes.FloatType);
        TestSession.spark().createDataFrame(typed, schema).coalesce(1).write().parquet(parquet.toString());

        try (PackedRows fromCsv = pack(DataConfigs.of(write("rows.csv", csv), "csv"));
                PackedRows fromParquet = pack(DataConfigs.of(parquet, "parquet"));
                PackedRows fromJson =
                        pack(DataConfigs.of(write("rows.json", json), "json").features("b", "a"));
                PackedRows fromLibsvm = pack(DataConfigs.of(write("rows.libsvm", libsvm), "libsvm")
                        .label("label")
                        .features("b", "a"))) {
            List<List<Double>> rows = BlockRows.all(fromCsv);
            assertEquals(300, rows.size());
            assertEquals(List.of("(Intercept)", "b", "a"), fromCsv.names());
            for (PackedRows other : List.of(fromParquet, fromJson, fromLibsvm)) {
                assertEquals(rows, BlockRows.all(other), TestSeed.replay());
                assertEquals(fromCsv.names(), other.names());
                assertEquals(fromCsv.fingerprint(), other.fingerprint());
            }
        }
    }

    @Test
    void libsvmFeatures_areNumberedFromOne() throws IOException {
        Path path = write("rows.libsvm", List.of("1 1:0.5 3:2", "0 2:1"));
        try (PackedRows rows = pack(DataConfigs.of(path, "libsvm").label("label"))) {
            assertEquals(List.of("(Intercept)", "f1", "f2", "f3"), rows.names());
            assertEquals(
                    List.of(List.of(1., 1., 0., 1., .5, 0., 2.), List.of(0., 1., 0., 1., 0., 1., 0.)),
                    BlockRows.all(rows));
        }
    }

    @Test
    void levels_becomeIndicatorsButTheFirst() throws IOException {
        Path path = write("rows.csv", List.of("y,origin,month,x", "1,LGA,10,1", "0,EWR,9,2", "1,JFK,9,3", "1,,9,3"));
        DataConfigs config =
                DataConfigs.of(path, "csv").categorical("origin", "month").skip();
        try (PackedRows rows = pack(config)) {
            assertEquals(List.of("(Intercept)", "origin=JFK", "origin=LGA", "month=10", "x"), rows.names());
            assertEquals("EWR", rows.baselines().get("origin"));
            assertEquals("9", rows.baselines().get("month"));
            assertEquals(
                    List.of(
                            List.of(1., 1., 0., 1., 0., 1., 1., 1.),
                            List.of(0., 1., 0., 1., 0., 0., 0., 2.),
                            List.of(1., 1., 0., 1., 1., 0., 0., 3.)),
                    BlockRows.all(rows));
        }
    }

    @Test
    void levelsThatOnlySkippedRowsHave_giveNoColumn() throws IOException {
        Path path = write("rows.csv", List.of("y,c,x", "1,a,1", "0,b,2", "1,z,NA"));
        try (PackedRows rows = pack(DataConfigs.of(path, "csv").categorical("c").skip())) {
            assertEquals(List.of("(Intercept)", "c=b", "x"), rows.names());
        }
    }

    @Test
    void categoricalThatIsNotListed_comesLast() throws IOException {
        Path path = write("rows.csv", List.of("y,c,x,u", "1,a,1,0", "0,b,2,0"));
        try (PackedRows rows =
                pack(DataConfigs.of(path, "csv").features("x").categorical("c").noIntercept())) {
            assertEquals(List.of("x", "c=b"), rows.names());
        }
    }

    @Test
    void derivedColumns_seeNumbersAndEachOther() throws IOException {
        Path path = write("rows.csv", List.of("hours,age,town", "0,30,a", "10.5,40,b"));
        DataConfigs config = DataConfigs.of(path, "csv")
                .derive("works", "hours > 0")
                .derive("age2", "age * age / 100")
                .derive("half", "age2 / 2")
                .derive("isA", "town = 'a'")
                .label("works")
                .features("age", "half", "isA");
        try (PackedRows rows = pack(config)) {
            assertEquals(
                    List.of(List.of(0., 1., 0., 1., 30., 4.5, 1.), List.of(1., 1., 0., 1., 40., 8., 0.)),
                    BlockRows.all(rows));
        }
    }

    /** By the first cell with content; what is no time further down is refused with its row. */
    @Test
    void textOfTimes_isDays() throws IOException {
        List<String> lines = List.of("y,day,at", "0,NA,1970-01-02", "1,1970-01-03,1970-01-01 12:00");
        DataConfigs config = DataConfigs.of(write("rows.csv", lines), "csv").skip();
        try (PackedRows rows = pack(config.noIntercept())) {
            assertEquals(List.of(List.of(1., 1., 0., 2., 0.5)), BlockRows.all(rows));
            String notes = rows.notes().toString();
            assertTrue(notes.contains("columns day and at are times; they count days since 1970-01-01"), notes);
        }
        Path path = write("others.csv", List.of("y,day", "0,1970-01-02", "1,soon"));
        String message = assertThrows(DataException.class, () -> pack(DataConfigs.of(path, "csv")))
                .getMessage();
        assertTrue(message.contains("a date or time, as in other rows"), message);
        assertTrue(message.contains("'soon'") && message.contains("row 2"), message);
    }

    @Test
    void labelDerivedFromAFeature_isNoted() throws IOException {
        Path path = write("rows.csv", List.of("hours,age", "0,30", "10.5,40"));
        try (PackedRows rows = pack(DataConfigs.of(path, "csv").derive("y", "hours > 0"))) {
            assertEquals(List.of("the label is derived from column 'hours', which is also a feature"), rows.notes());
        }
    }

    @Test
    void quotedCellsBlanksAndBooleans_areRead() throws IOException {
        Path path = write("rows.csv", List.of("y, \"a, b\" ,c", "\"1\", 2.5 ,true", "0,1e-3,FALSE"));
        try (PackedRows rows = pack(DataConfigs.of(path, "csv"))) {
            assertEquals(List.of("(Intercept)", "a, b", "c"), rows.names());
            assertEquals(
                    List.of(List.of(1., 1., 0., 1., 2.5, 1.), List.of(0., 1., 0., 1., .001, 0.)), BlockRows.all(rows));
        }
    }

    @Test
    void folderOfFiles_isRead() throws IOException {
        Files.createDirectory(folder.resolve("many"));
        write("many/a.csv", List.of("y,x", "1,1"));
        write("many/b.csv", List.of("y,x", "0,2"));
        try (PackedRows rows = pack(DataConfigs.of(folder.resolve("many"), "csv"))) {
            assertEquals(2, rows.summary().rows());
        }
    }

    @Test
    void decimalsBooleansAndDots_areRead() {
        Path path = folder.resolve("rows.parquet");
        TestSession.spark()
                .sql("select true as y, cast(1.25 as decimal(12,4)) as `a.b`, cast(7 as byte) as c, 5L as d")
                .write()
                .parquet(path.toString());
        try (PackedRows rows = pack(DataConfigs.of(path, "parquet"))) {
            assertEquals(List.of("(Intercept)", "a.b", "c", "d"), rows.names());
            assertEquals(List.of(List.of(1., 1., 0., 1., 1.25, 7., 5.)), BlockRows.all(rows));
            assertEquals(1, rows.notes().size(), "one sentence on all constant columns: " + rows.notes());
        }
    }
}
