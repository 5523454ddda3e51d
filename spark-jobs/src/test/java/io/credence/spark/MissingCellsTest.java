package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.DataConfig.TextFormat;
import io.credence.kind.LevelNames;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that missing cells follow one rule for every role of a column: null in frames, the words of data.naStrings in
 * files of text.
 */
class MissingCellsTest {

    @TempDir
    private Path folder;

    /** A frame of three rows for each of these texts. */
    private static Dataset<Row> frame(String... texts) {
        return TestSession.spark()
                .createDataset(List.of(texts), Encoders.STRING())
                .selectExpr("explode(array(1, 2, 4)) as i", "if(value = 'NULL', null, value) as c")
                .selectExpr("pmod(hash(i, c), 50) / 10D as y", "i * 1.5D as x", "c");
    }

    private static PackedRows pack(Dataset<Row> rows, String family, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily(family), 1).pack(rows, config.build());
    }

    private static List<String> levels(PackedRows packed) {
        List<LevelNames> names =
                Objects.requireNonNull(packed.groups(List.of())).levelNames();
        return names.get(0).all();
    }

    @Test
    void textsOfFrames_areLevelsInEveryRole() {
        String[] words = {"DE", "N/A", "NA", "NaN", "null"};
        List<String> all = List.of(words);
        try (PackedRows factor =
                        pack(frame(words), "gaussian", DataConfigs.memory().formula("y ~ c - 1"));
                PackedRows listed = pack(
                        frame(words),
                        "gaussian",
                        DataConfigs.memory().features("x").categorical("c"));
                PackedRows grouped =
                        pack(frame(words), "gaussian", DataConfigs.memory().formula("y ~ x + (1 | c)"));
                PackedRows label = pack(
                        frame("DE", "NA"), "bernoulli", DataConfigs.memory().formula("c ~ x"))) {
            assertEquals(all.stream().map(word -> "c" + word).toList(), factor.names());
            assertEquals(6, listed.names().size());
            assertEquals(all, levels(grouped));
            assertEquals(List.of("DE", "NA"), label.classNames());
            assertEquals(15, grouped.rowsRead());
        }
    }

    static Stream<DataConfigs> roles() {
        return Stream.of(
                DataConfigs.memory().formula("y ~ c"),
                DataConfigs.memory().features("x").categorical("c"),
                DataConfigs.memory().formula("y ~ x + (1 | c)"),
                DataConfigs.memory().label("c").features("x"));
    }

    @ParameterizedTest
    @MethodSource("roles")
    void nullOfFrames_isMissingInEveryRole(DataConfigs config) {
        String family = config.build().roles().label().equals("c") ? "bernoulli" : "gaussian";
        Dataset<Row> rows = frame("DE", "NULL", "NA").coalesce(1);
        String refused = assertThrows(DataException.class, () -> pack(rows, family, config))
                .getMessage();
        assertTrue(refused.startsWith("a cell is missing; "), refused);
        assertTrue(refused.endsWith("found: nothing; in: the data frame, row 4, column 'c'"), refused);
        try (PackedRows packed = pack(rows, family, config.skip())) {
            assertEquals(6, packed.summary().rows());
        }
    }

    private Path file(String format, String... cells) throws IOException {
        List<String> lines = new ArrayList<>(format.equals("csv") ? List.of("y,x,n,c") : List.of());
        for (int i = 0; i < 3 * cells.length; i++) {
            String cell = cells[i / 3];
            String number = cell.matches("[A-Z][A-Z]?") && !cell.equals("NA") ? "7" : cell;
            lines.add(
                    format.equals("csv")
                            ? String.format("%d,%d,%s,%s", i % 5, i % 4, number, cell)
                            : String.format(
                                    "{\"y\": %d, \"x\": %d, \"n\": \"%s\", \"c\": \"%s\"}",
                                    i % 5, i % 4, number, cell));
        }
        return Files.write(folder.resolve("rows." + format), lines);
    }

    private static PackedRows read(String family, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    static Stream<String> formats() {
        return Nightly.cases(List.of("csv"), List.of("csv", "json"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void wordsOfFiles_areMissingInEveryRole(String format) throws IOException {
        Path file = file(format, "A", "", "B", "NA", "B", "A");
        List<DataConfigs> roles = List.of(
                DataConfigs.of(file, format).formula("y ~ c"),
                DataConfigs.of(file, format).features("x").categorical("c"),
                DataConfigs.of(file, format).formula("y ~ x + (1 | c)"),
                DataConfigs.of(file, format).formula("y ~ n + x"),
                DataConfigs.of(file, format).label("c").features("x"));
        for (DataConfigs config : roles) {
            String family = config.build().roles().label().equals("c") ? "bernoulli" : "gaussian";
            String refused = assertThrows(DataException.class, () -> read(family, config))
                    .getMessage();
            assertTrue(refused.startsWith("a cell is missing; ") && refused.contains(", row 4, column '"), refused);
            try (PackedRows packed = read(family, config.skip())) {
                assertEquals(12, packed.summary().rows());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void otherWords_areLevelsAndNoNumbers(String format) throws IOException {
        Path file = file(format, "A", "null", "B", "N/A", "B", "nan");
        try (PackedRows packed = read("gaussian", DataConfigs.of(file, format).formula("y ~ x + (1 | c)"))) {
            assertEquals(List.of("A", "B", "N/A", "nan", "null"), levels(packed));
        }
        String refused = assertThrows(
                        DataException.class,
                        () -> read("gaussian", DataConfigs.of(file, format).features("n")))
                .getMessage();
        assertTrue(refused.startsWith("a cell is not a number; ") && refused.contains("data.naStrings"), refused);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void wordsThatAreGiven_replaceTheDefaults(String format) throws IOException {
        Path file = file(format, "A", "-99", "NA", "", "?", "B");
        TextFormat text = new TextFormat(',', '.', List.of("-99", "?"));
        DataConfigs groups = DataConfigs.of(file, format)
                .text(text)
                .formula("y ~ x + (1 | c)")
                .skip();
        try (PackedRows packed = read("gaussian", groups)) {
            assertEquals(List.of("", "A", "B", "NA"), levels(packed));
        }
        DataConfigs numbers = DataConfigs.of(file, format).text(text).features("n");
        try (PackedRows packed = read("gaussian", numbers.skip())) {
            assertEquals(6, packed.summary().rows(), "those of A and B alone have numbers");
            assertEquals(List.of("(Intercept)", "n"), packed.names());
        }
        try (PackedRows packed = read(
                "gaussian", DataConfigs.of(file, format).features("x").text(new TextFormat(',', '.', List.of())))) {
            assertEquals(18, packed.summary().rows());
        }
    }

    /** A number that stands for a missing one is missing where columns are derived too. */
    @Test
    void derivedColumns_seeMissingCells() throws IOException {
        Path file = file("csv", "A", "-99", "B");
        DataConfigs config = DataConfigs.of(file, "csv")
                .text(new TextFormat(',', '.', List.of("-99")))
                .derive("m", "n + 1")
                .features("m");
        String refused = assertThrows(DataException.class, () -> read("gaussian", config))
                .getMessage();
        assertTrue(refused.startsWith("a cell is missing; ") && refused.contains(", row 4, column 'm'"), refused);
    }
}
