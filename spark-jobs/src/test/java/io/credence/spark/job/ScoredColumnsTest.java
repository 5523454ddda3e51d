package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the columns that {@code credence score} appends to each row. */
class ScoredColumnsTest extends CommandLineContract {

    private static final List<String> ROWS =
            rows("a,b,y", 60, i -> (i == 3 ? "" : i % 7) + "," + (i == 5 ? "x" : i * 5 % 11) + "," + i % 9);

    private List<Row> scored() {
        return spark.read().parquet(output() + "/predictions.parquet").collectAsList();
    }

    private CommandResult score(String... overrides) {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("score", folder.resolve("job.conf").toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    @Test
    void rowsThatTheFitLeftOut_stayWithoutPredictions() throws IOException {
        assertEquals(0, fit("gaussian", ROWS, "data.onMissing=skip").status());
        CommandResult result = score("data.onMissing=skip");
        result.notes("2 rows with missing or unusable cells have empty predictions; the column missing has the reason");
        assertEquals("scored 58 rows", result.out().split(";")[0]);
        List<Row> rows = scored();
        assertEquals(60, rows.size());
        assertNull(rows.get(3).getAs("prediction"));
        assertEquals("a cell is missing in column 'a'", rows.get(3).getAs("missing"));
        assertEquals("a cell is not a number in column 'b': 'x'", rows.get(5).getAs("missing"));
        assertEquals(
                58, rows.stream().filter(row -> row.getAs("missing") == null).count());
    }

    @Test
    void numbers_haveMeanAndResponseApart() throws IOException {
        assertEquals(0, fit("gaussian", ROWS, "data.onMissing=skip").status());
        assertEquals(3, score().status(), "data.onMissing = fail refuses");
        assertEquals(0, score("data.onMissing=skip").status());
        Row row = scored().get(0);
        double sigma2 = posterior().at("/posterior/factors/0/scale").asDouble()
                / (posterior().at("/posterior/factors/0/shape").asDouble() - 1);
        double own = row.getAs("predictionSd");
        double response = row.getAs("responseSd");
        assertEquals(own * own + sigma2, response * response, 1e-9 * response * response);
        assertEquals(1.6448536, (row.<Double>getAs("upper") - row.<Double>getAs("prediction")) / own, 1e-6);
        assertTrue(row.<Double>getAs("responseUpper") > row.<Double>getAs("upper"));
        assertTrue(spark.read()
                .parquet(output() + "/predictions.parquet")
                .schema()
                .apply("responseLower")
                .getComment()
                .get()
                .contains("new response"));
    }

    @Test
    void words_areReported() throws IOException {
        List<String> iris =
                rows("a,y", 90, i -> i % 3 * 2 + i % 7 + "," + "setosa,versicolor,virginica".split(",")[i % 3]);
        assertEquals(0, fit("softmax", iris).status());
        assertEquals(0, score().status());
        for (Row row : scored()) {
            int best = (int) row.<Double>getAs("prediction").doubleValue();
            assertEquals("setosa,versicolor,virginica".split(",")[best], row.getAs("predictedLabel"));
            double p = row.<Double>getList(row.fieldIndex("probability")).get(best);
            assertTrue(row.<Double>getAs("probabilityLower") < p && p < row.<Double>getAs("probabilityUpper"));
            assertNull(row.getAs("lower"), "a class has no expected response");
        }
    }

    @ParameterizedTest
    @CsvSource({"skip, 58", "flag, 60"})
    void missingCells_areAsRequested(String onMissing, int kept) throws IOException {
        assertEquals(0, fit("gaussian", ROWS, "data.onMissing=skip").status());
        CommandResult result = score("score.onMissing=" + onMissing);
        assertEquals(0, result.status(), result.err());
        assertEquals(kept, scored().size());
        if (onMissing.equals("skip")) {
            result.notes("2 rows with missing or unusable cells were left out");
        }
        score("score.onMissing=fail", "score.overwrite=true").refuses(3, "a cell is missing", "row 4, column 'a'");
        score("score.onMissing=drop").refuses(2, "score.onMissing", "auto, fail, flag, skip");
        Path taken = write("taken.csv", "a,b,missing", "1,2,3");
        score("score.onMissing=flag", "score.path=" + taken, "score.overwrite=true")
                .refuses(3, "already have a column named missing");
    }
}
