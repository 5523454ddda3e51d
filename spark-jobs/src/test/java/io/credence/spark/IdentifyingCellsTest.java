package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import io.credence.kind.LevelNames;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.LevelText;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the comparison of identifying cells: similar values stay distinct in every type and role, and equal numbers
 * are equal.
 */
class IdentifyingCellsTest {

    private static final SparkSession SPARK = TestSession.spark();

    @TempDir
    private Path folder;

    /** Neighbours: an expression of id 0, 1, 2 for each type, and the levels that they are. */
    private record Neighbours(String sql, List<String> levels) {}

    static Stream<Neighbours> neighbours() {
        List<Neighbours> all = List.of(
                new Neighbours(
                        "cast(9007199254740992 + id as decimal(20, 0))",
                        List.of("9007199254740992", "9007199254740993", "9007199254740994")),
                new Neighbours(
                        "timestamp_micros(1700000000000000L + id)",
                        List.of(
                                "2023-11-14 22:13:20+00:00",
                                "2023-11-14 22:13:20.000001+00:00",
                                "2023-11-14 22:13:20.000002+00:00")),
                // Clocks are put back between them: both are half past two
                new Neighbours(
                        "timestamp_seconds(1698539400 + 3600 * id)",
                        List.of("2023-10-29 00:30:00+00:00", "2023-10-29 01:30:00+00:00", "2023-10-29 02:30:00+00:00")),
                new Neighbours(
                        "cast(concat(id, '.123456789012345678') as decimal(38, 18))",
                        List.of("0.123456789012345678", "1.123456789012345678", "2.123456789012345678")),
                new Neighbours(
                        "9007199254740992D + 2 * id",
                        List.of("9007199254740992", "9007199254740994", "9007199254740996")),
                // The last is the first whole number beyond those of a long
                new Neighbours(
                        "9223372036854773760D + 1024 * id",
                        List.of("9223372036854773760", "9223372036854774784", "9223372036854775808")),
                new Neighbours("id / 1e7D", List.of("0", "0.0000001", "0.0000002")),
                new Neighbours("unhex(concat('FF0', id))", List.of("FF00", "FF01", "FF02")),
                new Neighbours("concat('a', repeat(' ', int(id)))", List.of("a", "a ", "a  ")));
        return Nightly.cases(all.subList(0, 4), all);
    }

    private static Dataset<Row> rows(String sql) {
        return SPARK.range(0, 60, 1, 2)
                .selectExpr("id % 3 as id", "pmod(hash(id), 200) / 100D as x")
                .selectExpr("id + x as y", "x", "id as plain", sql + " as id");
    }

    @ParameterizedTest
    @MethodSource("neighbours")
    void neighbours_areDifferentLevelsInEveryRole(Neighbours cells) {
        String zone = SPARK.conf().get("spark.sql.session.timeZone");
        SPARK.conf().set("spark.sql.session.timeZone", "Europe/Berlin");
        try {
            Dataset<Row> rows = rows(cells.sql());
            List<String> levels = cells.levels();
            try (PackedRows formula =
                    pack(rows, "bernoulli", DataConfigs.memory().formula("x ~ factor(id)"))) {
                assertEquals(
                        List.of("(Intercept)", "factor(id)" + levels.get(1), "factor(id)" + levels.get(2)),
                        formula.names());
            }
            try (PackedRows listed =
                    pack(rows, "gaussian", DataConfigs.memory().features("x").categorical("id"))) {
                assertEquals(List.of("(Intercept)", "x", "id=" + levels.get(1), "id=" + levels.get(2)), listed.names());
            }
            try (PackedRows grouped =
                    pack(rows, "gaussian", DataConfigs.memory().formula("y ~ x + (1 | id)"))) {
                List<LevelNames> names =
                        Objects.requireNonNull(grouped.groups(List.of())).levelNames();
                assertEquals(levels, names.get(0).all());
            }
            Dataset<Row> keys = rows.select(LevelText.of(rows.schema(), "id")).distinct();
            assertEquals(3, keys.count());
        } finally {
            SPARK.conf().set("spark.sql.session.timeZone", zone);
        }
    }

    private static PackedRows pack(Dataset<Row> rows, String family, DataConfigs config) {
        LabelRule rule = family.equals("gaussian") ? LabelRule.ofFamily(family) : LabelRule.anyNumber();
        return new RowPacker(rule, 1).pack(rows, config.build());
    }

    @Test
    void classesOfNeighbours_areTold() {
        Dataset<Row> rows =
                rows("cast(9007199254740992 + id as decimal(20, 0))").selectExpr("id as y", "x");
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("softmax"), 1)
                .pack(rows, DataConfigs.memory().build())) {
            assertEquals(List.of("9007199254740992", "9007199254740993", "9007199254740994"), packed.classNames());
        }
    }

    /** Cells of two columns in one name are told apart even where they hold what separates them. */
    @Test
    void cellsOfSeveralColumns_areTold() {
        Dataset<Row> rows = SPARK.range(0, 60, 1, 2)
                .selectExpr(
                        "pmod(hash(id), 9) / 4D as y",
                        "pmod(hash(id), 7) / 4D as x",
                        "if(id % 2 = 0, 'a:b', 'a') as g",
                        "if(id % 2 = 0, 'c', 'b:c') as h");
        try (PackedRows packed = pack(rows, "gaussian", DataConfigs.memory().formula("y ~ x + (1 | g:h)"))) {
            assertEquals(
                    List.of("a:b:c", "a\\:b:c"),
                    Objects.requireNonNull(packed.groups(List.of()))
                            .levelNames()
                            .get(0)
                            .all());
        }
    }

    /** Numbers of JSON are read by every digit. */
    @Test
    void numbersOfJson_areDifferentLevels() throws IOException {
        List<String> lines = new ArrayList<>();
        String[] ids = {"9007199254740993", "9007199254740992", "12345678901234567890123", "0.1234567890123456789"};
        for (int i = 0; i < 40; i++) {
            lines.add(String.format("{\"y\": %d, \"x\": %d, \"id\": %s}", i % 5, i % 7, ids[i % 4]));
        }
        DataConfigs file = DataConfigs.of(Files.write(folder.resolve("rows.json"), lines), "json");
        try (PackedRows packed = new RowPacker(LabelRule.anyNumber(), 1)
                .pack(
                        new TableReader(SPARK).read(file.build()),
                        file.formula("y ~ x + (1 | id)").build())) {
            List<LevelNames> names =
                    Objects.requireNonNull(packed.groups(List.of())).levelNames();
            assertEquals(Set.of(ids), Set.copyOf(names.get(0).all()));
        }
    }

    /** The same numbers in other types, and through save and load, are the same levels; a neighbour is none. */
    @Test
    void sameNumberOfAnotherType_isTheSameLevel() throws IOException {
        for (String formula : List.of("y ~ x + factor(id)", "y ~ x + (1 | id)")) {
            VariationalModel model = new VariationalEstimator()
                    .option("family", "gaussian")
                    .option("formula", formula)
                    .fit(rows("cast(9007199254740992 + 2 * id as decimal(20, 0))"));
            String path = folder.resolve("model" + formula.length()).toString();
            model.write().save(path);
            VariationalModel loaded = VariationalModel.load(path);
            List<Row> expected = null;
            for (String type : List.of("decimal(20, 0)", "decimal(38, 4)", "bigint", "double", "string")) {
                List<Row> found = loaded.transform(rows("cast(9007199254740992 + 2 * id as " + type + ")"))
                        .select("prediction", "predictionSd")
                        .collectAsList();
                expected = expected == null ? found : expected;
                assertEquals(expected, found, formula + " of " + type);
            }
            Row neighbour = loaded.option("onUnseen", "flag")
                    .option("unseenCol", "why")
                    .transform(rows("9007199254740993L + 2 * id").limit(1))
                    .first();
            assertNull(neighbour.getAs("prediction"));
            assertEquals(true, String.valueOf((Object) neighbour.getAs("why")).contains("9007199254740993"));
        }
    }

    /** A fit for each cell, scored by it in another type. */
    @Test
    void groupsWithAFitEach_areThoseOfTheCells() {
        VariationalModel model = new VariationalEstimator()
                .option("family", "gaussian")
                .option("formula", "y ~ x")
                .option("by", List.of("id"))
                .fit(rows("cast(9007199254740992 + id as decimal(20, 0))"));
        assertEquals(3, model.posteriors().select("id").distinct().count());
        Map<String, Double> means = new TreeMap<>();
        for (Row row : model.transform(rows("9007199254740992L + id").where("x < 1"))
                .groupBy("plain")
                .avg("prediction")
                .collectAsList()) {
            means.put(row.get(0).toString(), row.getDouble(1));
        }
        List<Double> sorted = new ArrayList<>(means.values());
        assertEquals(1, sorted.get(1) - sorted.get(0), 0.5);
        assertEquals(1, sorted.get(2) - sorted.get(1), 0.5);
    }
}
