package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.fit.ExecutionBackend;
import io.credence.result.FittedColumns;
import io.credence.spark.read.Table;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.score.ScoringTable;
import io.credence.testkit.ModelMatrix;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of rows of a formula from files and frames: packed and scored, their columns equal R's. */
class FormulaPackingTest {

    @TempDir
    Path folder;

    private DataConfigs file(List<String> lines) throws IOException {
        return DataConfigs.of(Files.write(folder.resolve("rows.csv"), lines), "csv");
    }

    private static PackedRows pack(DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("gaussian"), 7)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    /** One of each kind: the engine's own test has the rest of R's. */
    static Stream<ModelMatrix> every() {
        List<ModelMatrix> all = ModelMatrix.all();
        List<ModelMatrix> kinds =
                IntStream.of(10, 15, 18, 20, 21, 24, 25).mapToObj(all::get).toList();
        return Nightly.cases(kinds.subList(1, 4), kinds);
    }

    @ParameterizedTest
    @MethodSource("every")
    void columns_areThoseOfR(ModelMatrix golden) throws IOException {
        DataConfigs config = file(ModelMatrix.frame()).formula(golden.formula());
        try (PackedRows packed = pack(config)) {
            assertEquals(golden.names(), packed.names());
            List<List<Double>> rows = BlockRows.all(packed);
            assertEquals(golden.rows().size(), rows.size());
            for (int i = 0; i < rows.size(); i++) {
                double[] expected = golden.rows().get(i);
                for (int j = 0; j < expected.length; j++) {
                    double found = rows.get(i).get(2 + j);
                    assertEquals(expected[j], found, 1e-11 * (1 + Math.abs(expected[j])), "row " + i + ", " + j);
                }
            }
            assertScored(config, packed, rows);
        }
    }

    /** Column by column, to the bits that were fitted. */
    private static void assertScored(DataConfigs config, PackedRows packed, List<List<Double>> rows) {
        ScoringTable table = ScoringTable.of(
                new TableReader(TestSession.spark()).read(config.build()).withBackend(Backend.AUTO),
                config.build(),
                packed.names(),
                new FittedColumns(packed.baselines(), List.of(), packed.design()));
        int last = packed.names().size() - 1;
        double[] unit = new double[last + 1];
        unit[last] = 1;
        List<StructField> output = List.of(DataTypes.createStructField("eta", DataTypes.DoubleType, true));
        Dataset<Row> scored = table.score(() -> (row, out) -> out[0] = row.dot(unit, 0), output);
        List<Double> found = scored.select("eta").collectAsList().stream()
                .map(row -> row.getDouble(0))
                .toList();
        assertEquals(rows.stream().map(row -> row.get(3 + last)).toList(), found);
    }

    /** The search for columns that add nothing and default priors read the rows for them once. */
    @Test
    void momentsOfRows_areFoundOnce() throws IOException {
        try (PackedRows packed = pack(file(List.of("y,x", "1,1", "2,3", "3,5")).formula("y ~ x"));
                ExecutionBackend backend = packed.toBackend("java")) {
            assertSame(packed.moments(backend), packed.moments(backend));
        }
    }

    @Test
    void response_mayBeComputed() throws IOException {
        try (PackedRows packed = pack(file(List.of("y,n,x", "8,2,1", "27,3,5")).formula("log(y / n) ~ x"))) {
            assertEquals(
                    List.of(List.of(Math.log(4), 1.0, 0.0, 1.0, 1.0), List.of(Math.log(9), 1.0, 0.0, 1.0, 5.0)),
                    BlockRows.all(packed));
        }
    }

    @Test
    void referenceAndExcludedColumns_areThoseRequested() throws IOException {
        List<String> lines = List.of("y,g,id,x", "1,a,7,1", "2,b,8,2", "3,c,9,4");
        try (PackedRows packed = pack(file(lines).formula("y ~ .").exclude("id").reference("g", "b"))) {
            assertEquals(List.of("(Intercept)", "ga", "gc", "x"), packed.names());
            assertEquals(Map.of("g", "b"), packed.baselines());
        }
        try (PackedRows packed = pack(file(lines).categorical("g").exclude("id").reference("g", "b"))) {
            assertEquals(List.of("(Intercept)", "g=a", "g=c", "x"), packed.names());
        }
        DataConfigs unknown = file(lines).categorical("g").reference("g", "d");
        assertTrue(assertThrows(DataException.class, () -> pack(unknown))
                .getMessage()
                .startsWith("column 'g' has no level 'd', its data.reference"));
    }

    @Test
    void standardisedColumns_haveUnitSpread() throws IOException {
        try (PackedRows packed = pack(file(List.of("y,x", "1,1", "2,3", "3,5"))
                .formula("y ~ x + I(x^2)")
                .standardize())) {
            List<List<Double>> rows = BlockRows.all(packed);
            for (int j = 4; j < 6; j++) {
                int column = j;
                double mean = rows.stream()
                        .mapToDouble(row -> row.get(column))
                        .average()
                        .orElseThrow();
                double square = rows.stream()
                                .mapToDouble(row -> Math.pow(row.get(column) - mean, 2))
                                .sum()
                        / rows.size();
                assertEquals(1, square, 1e-6);
            }
        }
    }

    private static PackedRows pack(Dataset<Row> frame, DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("gaussian"), 7).pack(Table.of(frame), config.build());
    }

    /** A frame with a column of dates as text, and the same as dates. */
    private static Dataset<Row> dates(String last) {
        return TestSession.spark()
                .range(5)
                .selectExpr(
                        "cast(id as double) as y",
                        "if(id = 0, null, '7') as empty",
                        "case id when 4 then '" + last + "' else string(date_add(date'2020-02-27', int(id))) end as d")
                .coalesce(1);
    }

    /** One number from a file, from text in a frame and from a column of dates: the same bits, by formula and by name. */
    @Test
    void dates_areOneNumberWhereverTheyStand() throws IOException {
        List<String> lines =
                List.of("y,d", "0,2020-02-27", "1,2020-02-28", "2,2020-02-29", "3,2020-03-01", "4,2020-03-02 12:00");
        Dataset<Row> text = dates("2020-03-02 12:00").drop("empty");
        Dataset<Row> typed = text.selectExpr("y", "to_timestamp(d) as d");
        for (DataConfigs config :
                List.of(file(lines).formula("y ~ d"), file(lines).features("d"))) {
            try (PackedRows fromFile = pack(config);
                    PackedRows fromText = pack(text, config);
                    PackedRows fromTimes = pack(typed, config)) {
                assertEquals(List.of("(Intercept)", "d"), fromFile.names());
                assertEquals(18323.5, BlockRows.all(fromFile).get(4).get(4));
                assertEquals(BlockRows.all(fromFile), BlockRows.all(fromText));
                assertEquals(BlockRows.all(fromFile), BlockRows.all(fromTimes));
                assertEquals(fromFile.names(), fromText.names());
                assertEquals(fromFile.notes(), fromText.notes());
                assertTrue(fromText.notes().toString().contains("column 'd' is a time"), fromText.notes()::toString);
            }
        }
        try (PackedRows levels = pack(text, file(lines).formula("y ~ factor(d)"))) {
            assertEquals(5, levels.names().size());
        }
    }

    @Test
    void cellThatIsNoDateAmongDates_isNamedWhereverItStands() throws IOException {
        DataConfigs config =
                file(List.of("y,d", "1,soon", "2,2020-01-01", "3,2020-01-02")).formula("y ~ d");
        String first = assertThrows(DataException.class, () -> pack(config)).getMessage();
        assertTrue(first.contains("a cell is not a date or time") && first.contains("row 1, column 'd'"), first);
        for (DataConfigs requested : List.of(config, file(List.of("y,d", "1,2")).features("d"))) {
            String last = assertThrows(DataException.class, () -> pack(dates("late"), requested))
                    .getMessage();
            assertTrue(last.contains("a date or time, as in other rows"), last);
            assertTrue(last.contains("'late'") && last.contains("row 5, column 'd'"), last);
        }
    }

    @Test
    void numbersThatDoNotExist_areNamedOrLeftOut() throws IOException {
        DataConfigs config = file(List.of("y,x", "1,1", "2,-3", "3,5")).formula("y ~ log(x)");
        String message = assertThrows(DataException.class, () -> pack(config)).getMessage();
        assertTrue(
                message.contains("row 2, column 'log(x)'") && message.contains("NaN from the cells [-3.0]"), message);
        try (PackedRows packed = pack(config.skip())) {
            assertEquals(2, packed.summary().rows());
        }
    }

    @Test
    void unknownLevels_areFlagged() throws IOException {
        DataConfigs config = file(List.of("y,g", "1,a", "2,b", "3,b")).formula("y ~ g - 1");
        try (PackedRows packed = pack(config)) {
            Path fresh = Files.write(folder.resolve("new.csv"), List.of("g", "b", "z"));
            ScoringTable table = ScoringTable.of(
                    new TableReader(TestSession.spark())
                            .read(DataConfigs.of(fresh, "csv")
                                    .formula("y ~ g - 1")
                                    .build())
                            .withBackend(Backend.AUTO),
                    DataConfigs.of(fresh, "csv").formula("y ~ g - 1").build(),
                    packed.names(),
                    new FittedColumns(packed.baselines(), List.of(), packed.design()));
            assertThrows(DataException.class, table::countRows);
            assertEquals(
                    new ScoringTable.Counts(1, 0, 1),
                    table.withUnseenFlagged("why").countRows());
        }
    }

    @Test
    void columnsThatAreNotThere_areNamed() throws IOException {
        for (String formula : List.of("y ~ x + zz", "zz ~ x", "zz ~ s(x)", "cbind(zz, y) ~ x")) {
            DataConfigs config = file(List.of("y,x", "1,1")).formula(formula);
            String message =
                    assertThrows(DataException.class, () -> pack(config)).getMessage();
            assertTrue(message.startsWith("there is no column 'zz', required by formula"), message);
        }
    }
}
