package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.likelihood.LabelChecks;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {

    @TempDir
    Path folder;

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private static PackedRows pack(DataConfigs config, String family) {
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private static String message(DataConfigs config) {
        return message(config, "bernoulli");
    }

    private static String message(DataConfigs config, String family) {
        return assertThrows(DataException.class, () -> pack(config, family).close())
                .getMessage();
    }

    private DataConfigs csv(String... lines) throws IOException {
        return DataConfigs.of(write("rows.csv", lines), "csv");
    }

    private String at(int row, String column) {
        return "; in: " + folder.resolve("rows.csv") + ", row " + row + ", column '" + column + "'";
    }

    @Test
    void missingFile_isNamed() {
        Path path = folder.resolve("absent.csv");
        assertEquals(
                "there is no such file; required: a file, folder or glob; found: nothing; in: " + path,
                message(DataConfigs.of(path, "csv")));
    }

    @Test
    void emptyFile_isRefused() throws IOException {
        Path path = Files.createFile(folder.resolve("rows.csv"));
        assertEquals(
                "the file is empty; required: at least one row; found: 0 bytes; in: " + path,
                message(DataConfigs.of(path, "csv")));
    }

    @Test
    void blankFile_isRefused() throws IOException {
        assertTrue(message(csv("", "  ")).startsWith("the file is empty; required: a header and at least one row"));
    }

    @Test
    void headerOnly_isRefused() throws IOException {
        assertTrue(message(csv("y,x")).startsWith("there are no rows; required: at least one row; found: no row"));
    }

    @Test
    void longRow_isShownWithItsNumber() throws IOException {
        assertEquals(
                "a row is malformed; required: one cell per column; found: the line '0,2,9'; in: "
                        + folder.resolve("rows.csv") + ", row 2",
                message(csv("y,x", "1,1", "0,2,9", "1,3")));
    }

    @Test
    void shortRow_isShownWithItsNumber() throws IOException {
        assertTrue(message(csv("y,x,z", "1,1,1", "0,2", "1,3,3")).contains("found: the line '0,2'; in: "));
    }

    @Test
    void raggedRow_isFoundBesideDerivedColumns() throws IOException {
        assertTrue(message(csv("y,x", "1,1", "0").derive("z", "x + 1")).contains("row 2"));
    }

    @Test
    void emptyCell_isLocated() throws IOException {
        assertEquals(
                "a cell is missing; required: a finite number; found: nothing" + at(3, "x"),
                message(csv("y,x", "1,1", "0,2", "1,", "0,4")));
    }

    @Test
    void cellNA_isMissing() throws IOException {
        assertEquals(
                "a cell is missing; required: a finite number; found: nothing" + at(1, "x"),
                message(csv("y,x", "1,NA", "0,2")));
    }

    @Test
    void cellThatIsNoNumber_isLocated() throws IOException {
        assertEquals(
                "a cell is not a number; required: a finite number; found: '1o'" + at(2, "x"),
                message(csv("y,x", "1,1", "0,1o")));
    }

    @Test
    void infiniteCell_isLocated() throws IOException {
        assertEquals(
                "a cell is not finite; required: a finite number; found: -Infinity" + at(2, "x"),
                message(csv("y,x", "1,1", "0,-Infinity")));
    }

    @Test
    void textColumn_isSentToCategorical() throws IOException {
        assertEquals(
                "column 'origin' holds text; required: numbers; list it under data.categorical, or leave it out of"
                        + " data.features; found: 'JFK'; in: " + folder.resolve("rows.csv"),
                message(csv("y,origin", "1,JFK", "0,LGA")));
    }

    @Test
    void labelOutsideTheFamily_isLocated() throws IOException {
        assertEquals(
                "a label is outside the range of the family; required: 0 or 1 (family bernoulli); found: 2.0"
                        + at(2, "y"),
                message(csv("y,x", "1,1", "2,2", "3,1")));
        assertTrue(message(csv("y,x", "1.5,1"), "poisson").contains("required: 0, 1, 2, … (family poisson)"));
        assertTrue(message(csv("y,x", "-1,1"), "softmax").contains("required: a class 0, 1, 2, …"));
    }

    @Test
    void classWithoutRow_isRefused() throws IOException {
        assertTrue(message(csv("y,x", "2,1", "2,2"), "softmax").contains("classes up to 2 but no row of class 0"));
        assertTrue(message(csv("y,x", "0,1", "0,2"), "softmax").contains("class 0 only"));
    }

    /** No more classes are counted than can be fitted. */
    @ParameterizedTest
    @ValueSource(strings = {"softmax", "ordinal"})
    void classBeyondTheMost_isLocated(String family) throws IOException {
        int most = LabelChecks.MOST_CLASSES;
        String[] lines = new String[most + 2];
        lines[0] = "y,x";
        for (int k = 0; k <= most; k++) {
            lines[k + 1] = k + ",1";
        }
        String message = message(csv(lines), family);
        assertTrue(message.contains("of at most " + most + " classes") && message.endsWith(at(most + 1, "y")), message);
        try (PackedRows packed = pack(csv(Arrays.copyOf(lines, most + 1)), family)) {
            assertEquals(most, packed.summary().rows());
        }
    }

    @Test
    void unknownLabel_suggestsTheNearest() throws IOException {
        assertEquals(
                "there is no column 'lpf', required by data.label; required: one of the columns; found: lfp, age;"
                        + " did you mean 'lfp'?; in: " + folder.resolve("rows.csv"),
                message(csv("lfp,age", "1,30").label("lpf")));
    }

    @Test
    void unknownFeature_isNamed() throws IOException {
        assertTrue(message(csv("y,age", "1,30").features("aeg")).contains("required by data.features"));
    }

    @Test
    void unknownWeight_isNamed() throws IOException {
        assertTrue(message(csv("y,age,w", "1,30,1").weight("wt")).contains("no column 'wt', required by data.weight"));
    }

    @Test
    void unknownOffset_isNamed() throws IOException {
        assertTrue(message(csv("y,age,w", "1,30,1").offset("off")).contains("required by data.offset"));
    }

    @Test
    void negativeWeight_isLocated() throws IOException {
        assertEquals(
                "a weight is out of range; required: a number from 0 to 2^53; found: -0.5" + at(2, "w"),
                message(csv("y,x,w", "1,1,1", "0,2,-0.5").weight("w")));
    }

    @Test
    void repeatedColumn_isRefusedWhereUsed() throws IOException {
        assertTrue(message(csv("y,x,X", "1,1,2").features("x")).startsWith("more than one column is named 'x'"));
        try (PackedRows rows = pack(csv("y,x,z,z", "1,1,2,3").features("x"), "bernoulli")) {
            assertEquals(List.of("(Intercept)", "x"), rows.names());
        }
    }

    @Test
    void featureListedTwice_isRefused() throws IOException {
        assertTrue(message(csv("y,x", "1,1").features("x", "x")).startsWith("column 'x' is used twice"));
        assertTrue(message(csv("y,x", "1,1").features("x", "y")).startsWith("column 'y' is used twice"));
    }

    @Test
    void rowNumber_isThatOfTheFileWhenManyTasksRead() throws IOException {
        List<String> lines = new ArrayList<>(List.of("y,x,filler"));
        for (int i = 1; i <= 20_000; i++) {
            lines.add(i % 2 + "," + (i == 17_123 || i == 19_000 ? "bad" : String.valueOf(i)) + ",0");
        }
        Path path = Files.write(folder.resolve("rows.csv"), lines);
        TestSession.spark().conf().set("spark.sql.files.maxPartitionBytes", 20_000);
        try {
            assertEquals(
                    "a cell is not a number; required: a finite number; found: 'bad'" + at(17_123, "x"),
                    message(DataConfigs.of(path, "csv")));
            assertEquals(
                    "a cell is not a number; required: a finite number; found: 'bad'" + at(17_123, "x"),
                    message(DataConfigs.of(path, "csv").partitions(3)));
        } finally {
            TestSession.spark().conf().unset("spark.sql.files.maxPartitionBytes");
        }
    }

    @Test
    void folderOfFiles_namesTheFile() throws IOException {
        Files.createDirectory(folder.resolve("many"));
        write("many/a.csv", "y,x", "1,1", "0,2");
        write("many/b.csv", "y,x", "1,1", "0,?");
        String found = message(DataConfigs.of(folder.resolve("many"), "csv"));
        assertTrue(found.contains("many/b.csv, row 2, column 'x'"), found);
    }

    @Test
    void nullAndNaNInParquet_areLocated() {
        var spark = TestSession.spark();
        StructType schema = new StructType().add("y", DataTypes.IntegerType).add("x", DataTypes.DoubleType);
        Path path = folder.resolve("null.parquet");
        List<Row> rows = List.of(RowFactory.create(1, 1.0), RowFactory.create(0, null));
        spark.createDataFrame(rows, schema).coalesce(1).write().parquet(path.toString());
        assertEquals(
                "a cell is missing; required: a finite number; found: nothing; in: " + path + ", row 2, column 'x'",
                message(DataConfigs.of(path, "parquet")));
        Path second = folder.resolve("nan.parquet");
        spark.createDataFrame(List.of(RowFactory.create(1, 1.0), RowFactory.create(0, Double.NaN)), schema)
                .coalesce(1)
                .write()
                .parquet(second.toString());
        assertEquals(
                "a cell is not finite; required: a finite number; found: NaN; in: " + second + ", row 2, column 'x'",
                message(DataConfigs.of(second, "parquet")));
    }

    @Test
    void textInParquet_isSentToCategorical() {
        Path path = folder.resolve("text.parquet");
        TestSession.spark()
                .createDataFrame(
                        List.of(RowFactory.create(1, "a")),
                        new StructType().add("y", DataTypes.IntegerType).add("x", DataTypes.StringType))
                .write()
                .parquet(path.toString());
        assertTrue(message(DataConfigs.of(path, "parquet")).contains("list it under data.categorical"));
    }

    @Test
    void fileOfAnotherFormat_isRefused() throws IOException {
        Path path = write("rows.parquet", "y,x", "1,1");
        assertTrue(message(DataConfigs.of(path, "parquet")).startsWith("Spark could not read the rows; required: "));
    }

    @Test
    void badJson_isLocated() throws IOException {
        Path path = write("rows.json", "{\"y\":1,\"x\":2}", "{\"y\":0,\"x\":", "{\"y\":1,\"x\":2}");
        assertTrue(message(DataConfigs.of(path, "json")).contains("a row is malformed"));
        Path cell = write("cell.json", "{\"y\":1,\"x\":2}", "{\"y\":0,\"x\":\"two\"}");
        assertEquals(
                "a cell is not a number; required: a finite number; found: 'two'; in: " + cell + ", row 2, column 'x'",
                message(DataConfigs.of(cell, "json")));
    }

    @Test
    void badLibsvmLine_isLocated() throws IOException {
        Path path = write("rows.libsvm", "1 1:0.5 3:2", "# a comment", "0 2:x");
        assertEquals(
                "a line is not in libsvm format; required: label index:value …, indices whole numbers from 1"
                        + " ascending; found: entry '2:x' in '0 2:x'; in: " + path + ", row 2",
                message(DataConfigs.of(path, "libsvm").label("label")));
    }

    /** Its exponential is no number, and nothing behind it would name the row. */
    @Test
    void offsetThatIsNoLogarithm_isLocatedBehindALogLink() throws IOException {
        for (String offset : List.of("705", "-705", "1e6")) {
            DataConfigs rows =
                    csv("y,x,o", "1,1,0.1", "0,2," + offset).features("x").offset("o");
            String found = message(rows, "poisson");
            assertTrue(
                    found.startsWith(
                            "an offset is no logarithm of an exposure; required: from −300 to 300 where the link is log"),
                    found);
            assertTrue(found.endsWith(at(2, "o")), found);
            pack(rows, "gaussian").close();
        }
    }

    @Test
    void derivedCellWithoutValue_isLocated() throws IOException {
        assertEquals(
                "a cell is missing; required: a finite number; found: nothing" + at(2, "lx"),
                message(csv("y,x", "1,1", "0,-1").derive("lx", "ln(x)").features("lx")));
    }

    @Test
    void wrongExpression_isShown() throws IOException {
        String found = message(csv("y,x", "1,1").derive("z", "xx + 1"));
        assertTrue(
                found.startsWith(
                        "the expression of data.derive.z cannot be used; required: a Spark SQL expression of the"
                                + " columns y, x; found: 'xx + 1': [UNRESOLVED_COLUMN"),
                found);
    }

    @Test
    void expressionThatFails_isADataError() throws IOException {
        String found = message(csv("y,x", "1,1", "0,0").derive("z", "1 / x"));
        assertTrue(found.contains("DIVIDE_BY_ZERO"), found);
    }

    @Test
    void skip_leavesOutAndCounts() throws IOException {
        DataConfigs config = csv("y,x,w", "1,1,1", "0,NA,1", "1,3,0", "0,,1", "1,x,1", "0,7,2")
                .weight("w")
                .skip();
        try (PackedRows rows = pack(config, "bernoulli")) {
            assertEquals(2, rows.summary().rows());
            assertEquals(3.0, rows.summary().weight());
            assertEquals(4, rows.skipped());
            assertEquals(
                    List.of("3 rows with missing or unusable cells were left out", "1 rows of weight 0 were left out"),
                    rows.notes());
        }
    }

    @Test
    void skip_stillRefusesLabelsAndEmptiness() throws IOException {
        assertTrue(message(csv("y,x", "1,", "3,1", "2,1", "1,1").skip()).contains("row 2, column 'y'"));
        String found = message(csv("y,x", "1,NA", "0,NA").skip());
        assertTrue(found.startsWith("no row is left: 2 were skipped, the first because a cell is missing"), found);
    }

    @Test
    void onlyWeightZero_isRefused() throws IOException {
        assertTrue(message(csv("y,x,w", "1,1,0").weight("w")).contains("found: 1 rows of weight 0"));
    }
}
