package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of labels of any two or K distinct numbers, from a file and from a data frame of numbers or text. */
class LabelLevelsTest {

    @TempDir
    private Path folder;

    private PackedRows ofFile(String family, String labels) throws IOException {
        return ofFile(family, labels, null);
    }

    private PackedRows ofFile(String family, String labels, @Nullable String order) throws IOException {
        List<String> lines = new ArrayList<>(List.of("y,x"));
        for (String label : labels.split(" ")) {
            lines.add(label + "," + lines.size());
        }
        DataConfigs file = DataConfigs.of(Files.write(folder.resolve("rows.csv"), lines), "csv");
        if (order != null) {
            file.reference("y", order);
        }
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(new TableReader(TestSession.spark()).read(file.build()), file.build());
    }

    private static PackedRows ofFrame(String family, String labels, String type) {
        Dataset<Row> rows = TestSession.spark()
                .createDataset(Arrays.asList(labels.split(" ")), Encoders.STRING())
                .selectExpr("cast(value as " + type + ") as y", "1.0D as x");
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(rows.coalesce(1), DataConfigs.memory().build());
    }

    private static String labels(PackedRows rows) {
        StringBuilder labels = new StringBuilder();
        BlockRows.all(rows).forEach(row -> labels.append(row.get(0).intValue()));
        return labels.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "bernoulli, 1 2 2 1, 0110, 1 2",
        "bernoulli-probit, 1 -1 1, 101, -1 1",
        "bernoulli, 0 1 0, 010, ''",
        "softmax, 10 2 30 2, 1020, 2 10 30",
        "softmax, 2 0 1, 201, ''",
        "ordinal, 5 0 3, 201, 0 3 5"
    })
    void numbersAreLevels_inAscendingOrder(String family, String labels, String numbers, String levels)
            throws IOException {
        List<String> expected = levels.isEmpty() ? List.of() : List.of(levels.split(" "));
        for (PackedRows packed : List.of(
                ofFile(family, labels), ofFrame(family, labels, "double"), ofFrame(family, labels, "decimal(8, 0)"))) {
            try (packed) {
                assertEquals(numbers, labels(packed));
                assertEquals(expected, packed.classNames());
            }
        }
        try (PackedRows texts = ofFrame(family, labels, "string")) {
            assertEquals(numbers, labels(texts));
        }
    }

    @Test
    void anOrderThatIsGiven_isKept() throws IOException {
        try (PackedRows packed = ofFile("ordinal", "0 1 2 1", "2 < 1 < 0")) {
            assertEquals("2101", labels(packed));
        }
        try (PackedRows packed = ofFile("bernoulli", "0 1 1", "1")) {
            assertEquals("100", labels(packed));
        }
    }

    /** A stray word among numbers is no class, nor is a third number of two. */
    @ParameterizedTest
    @CsvSource({
        "softmax, 3 5 x, a cell is not a number",
        "bernoulli, 1 2 3, required: 0 or 1 (family bernoulli); found: 2.0",
        "bernoulli, 1 2 NA, a cell is missing"
    })
    void othersAreRefusedAsBefore(String family, String labels, String message) {
        String many = labels.startsWith("3") ? "3 5 ".repeat(60) + labels : labels;
        String found =
                assertThrows(DataException.class, () -> ofFile(family, many)).getMessage();
        assertTrue(found.contains(message), found);
    }
}
