package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of times with a column that states whether they are censored. */
class CensoredTest {

    private static final List<String> LINES =
            List.of("age,week,going,w", "2,20,0,1", "3,17,false,2", "1,52,1,1", "4,52,true,1", "5,8,0,3");

    @TempDir
    private Path folder;

    private DataConfigs file(List<String> lines) throws IOException {
        return DataConfigs.of(Files.write(folder.resolve("rows.csv"), lines), "csv");
    }

    private static PackedRows pack(DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("exponential"), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private static double[] fit(Rows rows) {
        return Inference.of("exponential").kernel("java").fit(rows).posterior().mean();
    }

    @Test
    void timesThatAreCensored_haveNegativeLabels() throws IOException {
        double[][] age = {{2}, {3}, {1}, {4}, {5}, {3}, {5}, {5}};
        double[] labels = {20, 17, -52, -52, 8, 17, 8, 8};
        double[] expected = fit(Rows.of(List.of("age"), age, labels));
        DataConfigs named =
                file(LINES).label("week").features("*").censored("going").weight("w");
        DataConfigs formula =
                file(LINES).formula("week ~ age").censored("going").weight("w");
        for (DataConfigs config : List.of(named, formula)) {
            try (PackedRows rows = pack(config)) {
                assertEquals(List.of("(Intercept)", "age"), rows.names());
                assertArrayEquals(expected, fit(rows), 1e-6);
            }
        }
    }

    @Test
    void timesWithoutThatColumn_areAllKnown() throws IOException {
        try (PackedRows rows = pack(file(LINES).label("week").features("age"))) {
            double[] labels = {20, 17, 52, 52, 8};
            double[][] age = {{2}, {3}, {1}, {4}, {5}};
            assertArrayEquals(fit(Rows.of(List.of("age"), age, labels)), fit(rows), 1e-6);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, a label is outside the range of the family, 'week', a positive time",
        "-3, 1, a label is outside the range of the family, 'week', a positive time",
        "3, 2, a label's second number is out of range, 'going', 1 or true where the time is censored",
        "3, 0.5, a label's second number is out of range, 'going', 1 or true where the time is censored",
        "3, NA, a cell is missing, 'going', a finite number"
    })
    void whatIsNoTime_isRefused(String week, String going, String start, String column, String required)
            throws IOException {
        DataConfigs config = file(List.of("age,week,going", "1,2,0", "2," + week + "," + going))
                .label("week")
                .features("age")
                .censored("going");
        String message = assertThrows(DataException.class, () -> pack(config)).getMessage();
        assertTrue(message.startsWith(start), message);
        assertTrue(message.contains(column) && message.contains(required) && message.contains("row 2"), message);
    }
}
