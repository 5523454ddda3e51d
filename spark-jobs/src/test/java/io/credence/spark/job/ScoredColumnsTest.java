package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code credence score} puts beside each row. */
class ScoredColumnsTest extends CommandLineContract {

    private static final List<String> ROWS =
            rows("a,b,y", 60, i -> (i == 3 ? "" : i % 7) + "," + (i == 5 ? "x" : i * 5 % 11) + "," + i % 9);

    private List<Row> scored() {
        return spark.read().parquet(output() + "/predictions.parquet").collectAsList();
    }

    private Said score(String... overrides) {
        List<String> arguments =
                new java.util.ArrayList<>(List.of("score", folder.resolve("job.conf").toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    @Test
    void rowsThatTheFitLeftOut_stayWithoutPredictions() throws IOException {
        assertEquals(0, fit("gaussian", ROWS, "data.onMissing=skip").status());
        Said said = score("data.onMissing=skip");
        said.notes("2 rows with missing or unusable cells have empty predictions; the column missing says why");
        assertEquals("scored 58 rows", said.out().split(";")[0]);
        List<Row> rows = scored();
        assertEquals(60, rows.size());
        assertNull(rows.get(3).getAs("prediction"));
        assertEquals("a cell is missing in column 'a'", rows.get(3).getAs("missing"));
        assertEquals("a cell is not a number in column 'b': 'x'", rows.get(5).getAs("missing"));
        assertEquals(58, rows.stream().filter(row -> row.getAs("missing") == null).count());
    }

    @ParameterizedTest
    @CsvSource({"skip, 58", "flag, 60"})
    void missingCells_areAsAsked(String onMissing, int kept) throws IOException {
        assertEquals(0, fit("gaussian", ROWS, "data.onMissing=skip").status());
        Said said = score("score.onMissing=" + onMissing);
        assertEquals(0, said.status(), said.err());
        assertEquals(kept, scored().size());
        if (onMissing.equals("skip")) {
            said.notes("2 rows with missing or unusable cells were left out");
        }
        score("score.onMissing=fail", "score.overwrite=true").refuses(3, "a cell is missing", "row 4, column 'a'");
        score("score.onMissing=drop").refuses(2, "score.onMissing", "auto, fail, flag, skip");
        Path taken = write("taken.csv", "a,b,missing", "1,2,3");
        score("score.onMissing=flag", "score.path=" + taken, "score.overwrite=true").refuses(3, "already have a column named missing");
    }
}
