package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.config.FitConfig.Backend;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeftOutRow;
import io.credence.diagnostic.RowKey;
import io.credence.spark.row.LabelRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows with a column of keys, one of them an outlier, and the keys of the rows that are predicted worst. */
final class KeyedRows {

    static final int ROWS = 600;

    /** The row whose label is far off. */
    static final int OUTLIER = 217;

    private KeyedRows() {}

    static String label(String id) {
        return "sin(" + id + ") / 3 + 0.5 * cos(7 * " + id + ") + if(" + id + " = " + OUTLIER + ", 9, 0)";
    }

    /** Rows with an identifier that is no number, one of them far off. */
    static Dataset<Row> rows(int columns) {
        List<String> cells = new ArrayList<>(List.of("concat('row-', id) as name", label("id") + " as y"));
        for (int j = 0; j < columns; j++) {
            cells.add("pmod(hash(id, " + j + "), 20011) / 10000d - 1 as x" + j);
        }
        cells.add("1 + pmod(hash(id), 3) as w");
        return TestSession.spark().range(0, ROWS, 1, 4).selectExpr(cells.toArray(new String[0]));
    }

    static RowPacker packer(Backend.Kind kind, Backend.Persist persist) {
        return new RowPacker(LabelRule.ofFamily("gaussian"), 1, new Backend(kind, null, persist));
    }

    static LeaveOneOut leftOut(PackedRows rows, String family) {
        Fit fit = Inference.of(family)
                .kernel("java")
                .prior("normal", Map.of("sd", 3))
                .fit(rows);
        return Objects.requireNonNull(fit.leaveOneOut());
    }

    static LeaveOneOut leftOut(Dataset<Row> rows, DataConfigs config) {
        try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO).pack(rows, config.build())) {
            return leftOut(packed, "gaussian");
        }
    }

    static List<LeftOutRow> worst(LeaveOneOut found) {
        return Stream.concat(found.rows().surprisingRows().stream(), found.rows().influentialRows().stream())
                .toList();
    }

    static String key(LeftOutRow row) {
        return Objects.requireNonNull(row.key()).text();
    }

    /** Demands that the key of each row is that of the row of the table which has its label. */
    static void assertNamed(LeaveOneOut found, Dataset<Row> rows) {
        Map<Object, String> keys = rows.select("y", "name").collectAsList().stream()
                .collect(Collectors.toMap(row -> row.get(0), row -> row.getString(1)));
        assertEquals(ROWS, keys.size(), "labels distinguish the rows");
        for (LeftOutRow row : worst(found)) {
            assertEquals(new RowKey(Objects.requireNonNull(keys.get(row.label())), 0), row.key());
        }
        assertEquals("row-" + OUTLIER, key(found.rows().surprisingRows().get(0)));
    }
}
