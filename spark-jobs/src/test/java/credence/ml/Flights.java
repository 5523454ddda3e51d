package credence.ml;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.spark.TestSession;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Data frame of flights for fits by stages, and an assertion of what a stage refuses. */
final class Flights {

    /** Flights by number: age, weather, carrier, weight, offset, and a label of each kind. */
    static final Dataset<Row> ROWS = TestSession.spark()
            .range(0, 240, 1, 2)
            .selectExpr(
                    "cast(id % 17 as double) / 8 as age",
                    "cast(id % 23 as double) / 11 - 1 as weather",
                    "case id % 3 when 0 then 'AA' when 1 then 'BB' else 'CC' end as carrier",
                    "1.0 + id % 2 as w",
                    "cast(id % 5 as double) / 10 as known",
                    "cast((id * 7) % 4 = 0 as double) as late",
                    "cast(id % 9 as double) + cast(id % 17 as double) / 4 as delay",
                    "cast(id % 6 as double) as count")
            .cache();

    private Flights() {}

    static void assertRefused(String text, org.junit.jupiter.api.function.Executable executable) {
        String message =
                String.valueOf(assertThrows(RuntimeException.class, executable).getMessage());
        assertTrue(message.contains(text), message);
    }
}
