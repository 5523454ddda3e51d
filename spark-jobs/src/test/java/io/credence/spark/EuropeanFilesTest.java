package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.DataConfig.TextFormat;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that files with semicolons and decimal commas give the same rows. Where the configuration does not state them,
 * the message names the keys.
 */
class EuropeanFilesTest {

    @TempDir
    private Path folder;

    private Path file(char separator, char decimal, boolean quoted) throws IOException {
        Random random = new Random(TestSeed.of("european"));
        List<String> lines = new ArrayList<>(List.of("y,x,g,w".replace(',', separator)));
        for (int i = 0; i < 40; i++) {
            String[] cells = {
                String.format(Locale.ROOT, "%.3f", random.nextGaussian()),
                String.format(Locale.ROOT, "%.2e", random.nextGaussian()),
                "g" + i % 3,
                String.valueOf(1 + i % 2)
            };
            for (int k = 0; k < cells.length; k++) {
                cells[k] = cells[k].replace('.', decimal);
                cells[k] = quoted ? '"' + cells[k] + '"' : cells[k];
            }
            lines.add(String.join(String.valueOf(separator), cells));
        }
        return Files.write(folder.resolve("rows" + (int) separator + (int) decimal + quoted + ".csv"), lines);
    }

    private static PackedRows read(Path file, TextFormat text) {
        DataConfigs config = DataConfigs.of(file, "csv")
                .text(text)
                .derive("twice", "2 * x")
                .weight("w")
                .formula("y ~ x + twice + g");
        return new RowPacker(LabelRule.anyNumber(), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    @ParameterizedTest
    @CsvSource({"';', '.', false", "';', ',', false", "',', ',', true", "'|', ',', false"})
    void otherDialects_areTheSameRows(char separator, char decimal, boolean quoted) throws IOException {
        try (PackedRows plain = read(file(',', '.', false), TextFormat.PLAIN);
                PackedRows other = read(
                        file(separator, decimal, quoted),
                        new TextFormat(separator, decimal, TextFormat.PLAIN.naStrings()))) {
            assertEquals(plain.names(), other.names());
            assertEquals(BlockRows.all(plain), BlockRows.all(other));
        }
    }

    @Test
    void messages_haveTheKeys() throws IOException {
        refused(
                file(';', ',', false),
                TextFormat.PLAIN,
                "data.separator = \";\" and data.decimal = \",\"",
                "'y;x;g;w'");
        refused(file(';', '.', false), TextFormat.PLAIN, "data.separator = \";\";", "'y;x;g;w'");
        refused(file('\t', '.', false), TextFormat.PLAIN, "data.separator = \"\\t\";");
        refused(file(',', ',', true), TextFormat.PLAIN, "data.decimal = \",\"");
        DataConfigs formula = DataConfigs.of(file(',', ',', true), "csv").formula("y ~ x");
        String message = assertThrows(
                        DataException.class,
                        () -> new RowPacker(LabelRule.anyNumber(), 1)
                                .pack(new TableReader(TestSession.spark()).read(formula.build()), formula.build()))
                .getMessage();
        assertTrue(message.contains("data.decimal = \",\"") && message.contains("row 1, column 'x'"), message);
        TextFormat commas = new TextFormat(',', ',', List.of("NA"));
        refused(file(',', '.', false), commas, "without a point, since data.decimal = \",\"");
    }

    private static void refused(Path file, TextFormat text, String... parts) {
        DataConfigs config = DataConfigs.of(file, "csv").text(text).features("x");
        String message = assertThrows(
                        DataException.class,
                        () -> new RowPacker(LabelRule.anyNumber(), 1)
                                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build()))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }
}
