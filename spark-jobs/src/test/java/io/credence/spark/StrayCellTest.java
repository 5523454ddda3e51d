package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that one cell that is no number does not turn a column of numbers into levels. */
class StrayCellTest {

    private static final int ROWS = 300;
    private static final int STRAY = 170;

    @TempDir
    private Path folder;

    private Path file(String format, String stray) throws IOException {
        List<String> lines = new ArrayList<>(format.equals("csv") ? List.of("y,age,zip") : List.of());
        for (int i = 1; i <= ROWS; i++) {
            String age = i == STRAY ? stray : String.valueOf(18 + i % 61);
            String zip = i % 50 == 0 ? "K1A" : String.format("%05d", 501 + i % 7);
            lines.add(
                    format.equals("csv")
                            ? String.format("%d,%s,%s", i % 2, age, zip)
                            : String.format(
                                    "{\"y\": %d, \"age\": %s, \"zip\": \"%s\"}",
                                    i % 2, i == STRAY ? "\"" + age + "\"" : age, zip));
        }
        return Files.write(folder.resolve("rows." + format), lines);
    }

    private static PackedRows read(String family, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    static Stream<String> strays() {
        return Nightly.cases(List.of("3 5", "1\u00a0000"), List.of("3 5", "1\u00a0000", "1_000", "\u22125", "unknown"));
    }

    @ParameterizedTest
    @MethodSource("strays")
    void strayCell_isRefusedWithItsPlaceAndTheWaysOut(String stray) throws IOException {
        for (String format : List.of("csv", "json")) {
            Path file = file(format, stray);
            String refused = assertThrows(
                            DataException.class,
                            () -> read("gaussian", DataConfigs.of(file, format).formula("y ~ age")))
                    .getMessage();
            assertTrue(refused.startsWith("a cell is not a number; required: a number; "), refused);
            assertTrue(refused.contains("found: '" + stray + "', where 299 of 300 cells are numbers"), refused);
            assertTrue(refused.endsWith("rows." + format + ", row 170, column 'age'"), refused);
            for (String way : List.of("factor(age)", "data.naStrings", "data.onMissing = skip")) {
                assertTrue(refused.contains(way), refused);
            }
        }
    }

    @Test
    void waysOut_lead() throws IOException {
        Path file = file("csv", "3 5");
        try (PackedRows factor = read("gaussian", DataConfigs.of(file, "csv").formula("y ~ factor(age)"))) {
            assertEquals(62, factor.names().size());
        }
        try (PackedRows skipped =
                read("gaussian", DataConfigs.of(file, "csv").formula("y ~ age").skip())) {
            assertEquals(List.of("(Intercept)", "age"), skipped.names());
            assertEquals(1, skipped.skipped());
        }
        try (PackedRows codes = read("gaussian", DataConfigs.of(file, "csv").formula("y ~ zip"))) {
            assertEquals(8, codes.names().size());
        }
    }

    @Test
    void textOfAFrame_isNoDifferent() {
        Dataset<Row> rows = TestSession.spark()
                .range(1, ROWS + 1, 1, 3)
                .selectExpr(
                        "id % 2 * 1D as y",
                        "if(id = 170, '3 5', cast(18 + id % 61 as string)) as age",
                        "cast(18 + id % 3 as string) as text");
        String refused = assertThrows(
                        DataException.class,
                        () -> new RowPacker(LabelRule.anyNumber(), 1)
                                .pack(
                                        rows,
                                        DataConfigs.memory().formula("y ~ age").build()))
                .getMessage();
        assertTrue(refused.endsWith("in: the data frame, row 170, column 'age'"), refused);
        try (PackedRows levels = new RowPacker(LabelRule.anyNumber(), 1)
                .pack(rows, DataConfigs.memory().formula("y ~ text").build())) {
            assertEquals(3, levels.names().size());
            assertTrue(
                    levels.notes()
                            .toString()
                            .contains("cells of text columns are levels: 'text', though 300 of 300 are numbers"),
                    () -> levels.notes().toString());
        }
    }

    /** A slip in a label is no class. */
    @Test
    void strayLabel_isNoClass() throws IOException {
        List<String> lines = new ArrayList<>(List.of("y,x"));
        for (int i = 1; i <= 90; i++) {
            lines.add((i == 40 ? "1 " + '\u00a0' : i % 3) + "," + i);
        }
        Path file = Files.write(folder.resolve("labels.csv"), lines);
        String refused = assertThrows(DataException.class, () -> read("softmax", DataConfigs.of(file, "csv")))
                .getMessage();
        assertTrue(refused.contains("row 40, column 'y'") && refused.contains("data.reference"), refused);
    }
}
