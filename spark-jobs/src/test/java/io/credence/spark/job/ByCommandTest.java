package io.credence.spark.job;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.config.Parts;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.read.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Tests of one fit per segment, by the command line and in memory. */
class ByCommandTest extends CommandLineContract {

    private static final String HEADER = "store,region,x,y";

    /** Stores 0, 1 and 2, of which the last has a level more. */
    private static List<String> sales() {
        return rows(HEADER, 120, ByCommandTest::sale);
    }

    private static String sale(int i) {
        int store = i % 3;
        String region = i % 5 < 2 ? "n" : store == 2 && i % 5 == 4 ? "w" : "s";
        double y = store + 0.5 * (i % 11) + (region.equals("s") ? 1 : 0) + Math.sin(7.0 * i);
        return store + "," + region + "," + i % 11 + "," + y;
    }

    private CommandResult fitted(List<String> rows, String... overrides) throws IOException {
        List<String> all =
                new ArrayList<>(List.of("data.by=[store]", "data.partitions=2", "data.categorical=[region]"));
        all.addAll(List.of(overrides));
        return fit("gaussian", rows, all.toArray(String[]::new));
    }

    private Dataset<Row> table(String name) {
        return spark.read().parquet(output().resolve(name).toString());
    }

    /** What a group's fit found, and what the fit of its rows alone finds by its seed, are the same bits. */
    @Test
    void eachFit_isThatOfItsRowsAlone() throws IOException {
        CommandResult result = fitted(sales(), "data.standardize=true");
        result.notes();
        assertTrue(
                result.out().contains("3 segments: 3 converged, 0 unconverged, 0 diverged, 0 failed; 3 reliable"),
                result.out());
        assertEquals("credence/groups/1", posterior().at("/schema").asText());
        assertEquals(3, posterior().at("/groups/reliable").asInt());
        Row fit = table("fits.parquet").where(col("store").equalTo("2")).first();
        JsonNode found = new ObjectMapper().readTree(fit.getString(fit.fieldIndex("posterior")));
        List<String> alone = new ArrayList<>(sales());
        alone.removeIf(line -> !line.equals(HEADER) && !line.startsWith("2,"));
        long seed = fit.getLong(fit.fieldIndex("seed"));
        fit(
                        "gaussian",
                        alone,
                        "data.exclude=[store]",
                        "data.partitions=1",
                        "data.categorical=[region]",
                        "data.standardize=true",
                        "output.overwrite=true",
                        "seed=" + seed)
                .notes();
        assertEquals(posterior().at("/posterior"), found.at("/posterior"));
        assertEquals(posterior().at("/diagnostics/khat"), found.at("/diagnostics/khat"));
        assertEquals(posterior().at("/data/fingerprint"), found.at("/data/fingerprint"));
        assertTrue(
                names(found).containsAll(List.of("(Intercept)", "region=s", "region=w", "x")),
                () -> names(found).toString());
    }

    /** By the posterior of its own group a row is scored as by the fit of that group alone, whatever the order of rows and levels. */
    @Test
    void rows_areScoredByTheirOwnGroup() throws IOException {
        List<String> rows = sales();
        rows.set(5, "1,n,nothing,2.5");
        fitted(rows).notes();
        Row fit = table("fits.parquet").where(col("store").equalTo("2")).first();
        Path fresh = write("new.csv", "store,region,x", "2,s,4", "9,s,4", "1,s,4", "2,w,1", "0,w,1", "0,s,3");
        Path config = folder.resolve("job.conf");
        String[] command = {
            "score", config.toString(), "--quiet", "--set", "score.path=" + fresh, "--set", "score.overwrite=true"
        };
        CommandResult result = credence(command);
        result.notes("3 rows are of a segment without a posterior or have a level that was not in its fit");
        assertTrue(result.out().contains("scored 6 rows"), result.out());
        Map<String, Row> scored = new HashMap<>();
        table("predictions.parquet").collectAsList().forEach(row -> scored.put(text(row), row));
        assertEquals("the segment store=9 was not in the fit", unseen(scored.get("9s4")));
        assertTrue(
                unseen(scored.get("1s4")).startsWith("the segment has no posterior: a cell"),
                unseen(scored.get("1s4")));
        assertEquals("level 'w' of column 'region'", unseen(scored.get("0w1")));
        assertNull(scored.get("0w1").get(3));
        JsonNode two = new ObjectMapper().readTree(fit.getString(fit.fieldIndex("posterior")));
        double expected = mean(two, "(Intercept)") + mean(two, "region=s") + 4 * mean(two, "x");
        assertEquals(expected, scored.get("2s4").getDouble(3), 1e-9);
        assertNull(unseen(scored.get("2w1")));
        assertTrue(scored.get("0s3").getDouble(3) < scored.get("2s4").getDouble(3));
        credence("report", config.toString()).refuses(2, "has a posterior for each segment");
    }

    private static String text(Row row) {
        return row.getString(0) + row.getString(1) + row.getString(2);
    }

    private static String unseen(Row row) {
        return row.getAs("unseen");
    }

    private static double mean(JsonNode posterior, String name) {
        for (int j = 0; j < posterior.at("/posterior/names").size(); j++) {
            if (posterior.at("/posterior/names").get(j).asText().equals(name)) {
                return posterior.at("/posterior/mean").get(j).asDouble();
            }
        }
        throw new AssertionError(name);
    }

    private static List<String> names(JsonNode posterior) {
        List<String> names = new ArrayList<>();
        posterior.at("/posterior/names").forEach(name -> names.add(name.asText()));
        return names.stream().sorted().toList();
    }

    @Test
    void groupThatFails_isARowWithItsReason() throws IOException {
        List<String> rows = sales();
        rows.set(5, "1,n,nothing,2.5");
        CommandResult result = fitted(rows);
        result.notes("segments without a posterior, 1 of them: a cell is not a number");
        Row failed =
                table("posteriors.parquet").where(col("store").equalTo("1")).first();
        assertEquals("failed", failed.getString(failed.fieldIndex("status")));
        assertTrue(failed.getString(failed.fieldIndex("reason")).contains("'nothing'"), failed.toString());
        assertNull(failed.get(failed.fieldIndex("mean")));
        assertEquals(1 + 4 + 5, table("posteriors.parquet").count());
        assertFalse(Files.exists(output().resolve("log.txt")));
    }

    @Test
    void groupsThatAllFail_areAnErrorOfTheData() throws IOException {
        CommandResult result = fit(
                "gaussian",
                List.of(HEADER, "1,n,one,2", "2,n,two,3"),
                "data.by=[store]",
                "data.partitions=2",
                "data.exclude=[region]",
                "data.features=[x]");
        assertEquals(ExitStatus.DATA, result.status(), result.err());
        assertEquals("failed", posterior().at("/status").asText());
    }

    @Test
    void noBit_dependsOnTheOrderOfRowsOrTheNumberOfTasks() {
        Dataset<Row> rows = spark.range(0, 80, 1, 2)
                .selectExpr("id % 4 as store", "cast(id % 7 as double) as x", "cast(id * id % 13 as double) as y");
        Map<String, Row> once = fits(rows, 1);
        Map<String, Row> again = fits(rows.orderBy(col("y").desc()), 3);
        assertEquals(4, once.size());
        assertEquals(once, again);
    }

    private static Map<String, Row> fits(Dataset<Row> rows, int tasks) {
        FitConfig config = ConfigReader.read(
                Map.of(
                        "data.path", "memory",
                        "output.path", "memory",
                        "formula", "y ~ poly(x, 2)",
                        "data.by", List.of("store"),
                        "data.partitions", tasks,
                        "model.family", "gaussian"),
                Parts.STANDARD);
        Map<String, Row> fits = new HashMap<>();
        SegmentOutcomes.of(Table.of(rows), config)
                .fits()
                .drop("posterior")
                .collectAsList()
                .forEach(row -> fits.put(String.valueOf(row.get(0)), row));
        return fits;
    }

    @Test
    void whatDoesNotAct_isRefused() throws IOException {
        fitted(sales(), "--resume").refuses(2, "--resume does not go with data.by");
        fitted(sales(), "data.by=[shop]").refuses(3, "there is no column 'shop', required by data.by");
        fit("gaussian", List.of("mean,x,y", "a,1,2"), "data.by=[mean]")
                .refuses(3, "column 'mean', of data.by, has the name of a column of the result");
        nothingIsWritten();
    }
}
