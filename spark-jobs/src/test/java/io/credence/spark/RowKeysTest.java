package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.Backend;
import io.credence.config.Parts;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeftOut;
import io.credence.diagnostic.RowKey;
import io.credence.diagnostic.RowKeys;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.LabelRule;
import io.credence.summary.FitReport;
import io.credence.summary.Verdict;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worst rows are reported by the cells of a column, wherever and however they are packed. */
class RowKeysTest {

    private static final int ROWS = 600;
    /** The row whose label is far off. */
    private static final int OUTLIER = 217;

    @TempDir
    private Path folder;

    private static String label(String id) {
        return "sin(" + id + ") / 3 + 0.5 * cos(7 * " + id + ") + if(" + id + " = " + OUTLIER + ", 9, 0)";
    }

    /** Rows with an identifier that is no number, one of them far off. */
    private static Dataset<Row> rows(int columns) {
        List<String> cells = new ArrayList<>(List.of("concat('row-', id) as name", label("id") + " as y"));
        for (int j = 0; j < columns; j++) {
            cells.add("pmod(hash(id, " + j + "), 20011) / 10000d - 1 as x" + j);
        }
        cells.add("1 + pmod(hash(id), 3) as w");
        return TestSession.spark().range(0, ROWS, 1, 4).selectExpr(cells.toArray(new String[0]));
    }

    private static RowPacker packer(Backend.Kind kind, Backend.Persist persist) {
        return new RowPacker(LabelRule.ofFamily("gaussian"), 1, new Backend(kind, null, persist));
    }

    private static LeaveOneOut leftOut(PackedRows rows, String family) {
        Fit fit = Inference.of(family)
                .kernel("java")
                .prior("normal", Map.of("sd", 3))
                .fit(rows);
        return Objects.requireNonNull(fit.leaveOneOut());
    }

    private static LeaveOneOut leftOut(Dataset<Row> rows, DataConfigs config) {
        try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO).pack(rows, config.build())) {
            return leftOut(packed, "gaussian");
        }
    }

    private static List<LeftOut> worst(LeaveOneOut found) {
        return Stream.concat(found.rows().surprising().stream(), found.rows().influential().stream())
                .toList();
    }

    private static String key(LeftOut row) {
        return Objects.requireNonNull(row.key()).text();
    }

    /** Demands that the key of each row is that of the row of the table which has its label. */
    private static void assertTold(LeaveOneOut found, Dataset<Row> rows) {
        Map<Object, String> keys = rows.select("y", "name").collectAsList().stream()
                .collect(Collectors.toMap(row -> row.get(0), row -> row.getString(1)));
        assertEquals(ROWS, keys.size(), "labels tell the rows");
        for (LeftOut row : worst(found)) {
            assertEquals(new RowKey(Objects.requireNonNull(keys.get(row.label())), 0), row.key());
        }
        assertEquals("row-" + OUTLIER, key(found.rows().surprising().get(0)));
    }

    static Stream<DataConfigs> packings() {
        List<DataConfigs> all = List.of(
                DataConfigs.memory(),
                DataConfigs.memory().partitions(7),
                DataConfigs.memory().partitions(7).precision(Precision.FLOAT32).standardize(),
                DataConfigs.memory().precision(Precision.FLOAT32).weight("w"),
                DataConfigs.memory().partitions(7).standardize().site("w"),
                DataConfigs.memory().formula("y ~ . + I(x0^2)").partitions(3),
                DataConfigs.memory().categorical("w").noIntercept());
        return Nightly.cases(all.subList(1, 4), all);
    }

    /** How a backend of each kind keeps rows. */
    static Stream<Arguments> keeping() {
        List<Arguments> all = Stream.of(Backend.Kind.RDD, Backend.Kind.DATAFRAME)
                .flatMap(kind -> Stream.of(Backend.Persist.values()).map(persist -> Arguments.of(kind, persist)))
                .toList();
        return Nightly.cases(
                List.of(
                        Arguments.of(Backend.Kind.RDD, Backend.Persist.NONE),
                        Arguments.of(Backend.Kind.DATAFRAME, Backend.Persist.AUTO)),
                all);
    }

    @ParameterizedTest
    @MethodSource("packings")
    void worstRows_haveTheirKeysHoweverTheyArePacked(DataConfigs config) {
        Dataset<Row> rows = rows(3);
        assertTold(leftOut(rows, config.key("name")), rows);
    }

    /** Blocks of sparse rows, and of wide ones that are rounded where their columns allow it. */
    @Tag("nightly")
    @Test
    void wideAndSparseRows_haveTheirKeysToo() {
        Dataset<Row> wide = rows(260);
        try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO)
                .pack(
                        wide,
                        DataConfigs.memory()
                                .key("name")
                                .partitions(1)
                                .precision(Precision.AUTO)
                                .build())) {
            assertTrue(BlockRows.blocks(packed).stream().flatMap(List::stream).anyMatch(RowBlock::isSingle));
            assertTold(leftOut(packed, "gaussian"), wide);
        }
        Dataset<Row> sparse = rows(1).withColumn("level", functions.expr("cast(floor(x0 * 20) as string)"));
        for (Precision precision : List.of(Precision.FLOAT64, Precision.FLOAT32)) {
            try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO)
                    .pack(
                            sparse,
                            DataConfigs.memory()
                                    .features("level", "w", "x0")
                                    .categorical("level")
                                    .key("name")
                                    .precision(precision)
                                    .build())) {
                assertTrue(packed.summary().sparse());
                assertTold(leftOut(packed, "gaussian"), sparse);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("keeping")
    void rowsOfFiles_haveTheirKeysWhetherTheyAreKeptOrNot(Backend.Kind kind, Backend.Persist persist) {
        Dataset<Row> rows = rows(3);
        DataConfigs config = DataConfigs.of(folder.resolve("rows"), "parquet").key("name");
        rows.write().mode(SaveMode.Overwrite).parquet(folder.resolve("rows").toString());
        try (PackedRows packed =
                packer(kind, persist).pack(new TableReader(TestSession.spark()).read(config.build()), config.build())) {
            LeaveOneOut found = leftOut(packed, "gaussian");
            assertTold(found, rows);
            try (ExecutionBackend spark = packed.onSpark("java")) {
                assertEquals(found, new OnBackend(packed, spark).leftOut());
            }
        }
    }

    /** The same rows, whose passes are Spark jobs although they are few. */
    private record OnBackend(PackedRows rows, ExecutionBackend backend) {
        LeaveOneOut leftOut() {
            FitConfig config = ConfigReader.read(
                    Map.of(
                            "data.path", "rows",
                            "data.label", "y",
                            "data.key", "name",
                            "model.family", "gaussian",
                            "output.path", "out",
                            "prior.sd", 3,
                            "kernel", "java"),
                    Parts.STANDARD);
            PreparedFit prepared = Inference.prepare(config.inference(), null, rows, backend, Kernels.named("java"));
            return Objects.requireNonNull(
                    prepared.checked(prepared.fit(null, List.of())).findings().leaveOneOut());
        }
    }

    private PackedRows csv(List<String> lines, String family, DataConfigs config) throws IOException {
        Files.write(folder.resolve("rows.csv"), lines);
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private DataConfigs csv() {
        return DataConfigs.of(folder.resolve("rows.csv"), "csv").key("id");
    }

    private static List<String> lines(String header, int count, java.util.function.IntFunction<String> line) {
        return Stream.concat(Stream.of(header), IntStream.range(0, count).mapToObj(line))
                .toList();
    }

    private static String line(int i) {
        return (i == 40 || i == 90 || i == 91)
                ? i + ",0.5,30"
                : i + "," + i % 7 / 4.0 + "," + (Math.sin(i) + i % 7 / 4.0);
    }

    @Test
    void rowsThatAreAlike_areToldByTheFirstAndTheirNumber() throws IOException {
        for (DataConfigs config : List.of(csv(), csv().partitions(5))) {
            try (PackedRows packed = csv(lines("id,a,y", 200, RowKeysTest::line), "gaussian", config)) {
                List<LeftOut> worst = leftOut(packed, "gaussian").rows().surprising();
                for (LeftOut row : worst.subList(0, 3)) {
                    assertEquals(new RowKey("40", 2), row.key());
                    assertEquals("40 and 2 alike", row.name());
                }
                assertEquals(0, Objects.requireNonNull(worst.get(3).key()).alike());
            }
        }
    }

    private static String successes(int i) {
        return switch (i) {
            case 7 -> "NA";
            case 11 -> "1";
            case 50 -> "60";
            default -> i < 30 ? "0" : "61";
        };
    }

    /** A row of trials is two rows of blocks, either of which has its key; rows that are left out move no other. */
    @Test
    void trialsAndSkippedRows_keepTheirKeys() throws IOException {
        List<String> lines =
                lines("id,a,y,n", 60, i -> "g" + i + "," + i / 30.0 + "," + successes(i) + "," + (i == 5 ? 0 : 61));
        try (PackedRows packed =
                csv(lines, "bernoulli", csv().trials("n").skip().partitions(3))) {
            assertEquals(2, packed.skipped());
            assertEquals(
                    Map.of("g11", List.of(1.0, 1.0), "g50", List.of(0.0, 1.0)),
                    leftOut(packed, "bernoulli").rows().surprising().subList(0, 2).stream()
                            .collect(Collectors.toMap(RowKeysTest::key, row -> List.of(row.label(), row.weight()))));
        }
    }

    @Test
    void keysOfAnyType_areToldAsText() {
        Dataset<Row> rows = rows(1);
        for (Map.Entry<String, String> type : Map.of(
                        "bigint(" + OUTLIER + ")",
                        "217",
                        "date'2020-02-29'",
                        "2020-02-29",
                        "named_struct('a', 1)",
                        "{1}",
                        "cast(1.50 as decimal(5, 2))",
                        "1.50",
                        "cast(null as string)",
                        "")
                .entrySet()) {
            LeaveOneOut found = leftOut(
                    rows.withColumn("name", functions.expr(type.getKey())),
                    DataConfigs.memory().key("name"));
            assertEquals(type.getValue(), key(found.rows().surprising().get(0)));
        }
    }

    @Test
    void withoutKey_nothingIsTold() {
        try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO)
                .pack(rows(2).drop("name"), DataConfigs.memory().build())) {
            assertNull(packed.keys());
            assertTrue(worst(leftOut(packed, "gaussian")).stream().allMatch(row -> row.key() == null));
        }
    }

    private FitReport report(boolean changed) throws IOException {
        FitConfig config = ConfigReader.read(
                Map.of(
                        "data.path", folder.resolve("rows.csv").toString(),
                        "data.label", "y",
                        "data.key", "id",
                        "model.family", "gaussian",
                        "output.path", "out",
                        "kernel", "java"),
                Parts.STANDARD);
        List<String> lines = lines("id,a,y", 200, RowKeysTest::line);
        Files.write(folder.resolve("rows.csv"), lines);
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("gaussian"), 1)
                        .pack(new TableReader(TestSession.spark()).read(config.data()), config.data());
                ExecutionBackend backend = packed.toBackend("java")) {
            if (changed) {
                Files.delete(folder.resolve("rows.csv"));
            }
            PreparedFit prepared = Inference.prepare(config.inference(), null, packed, backend, Kernels.named("java"));
            return new FinishedFit(config, packed, prepared, prepared.checked(prepared.fit(null, List.of())))
                    .report(new FitReport.Run(1, "java", List.of("java"), Map.of()), List.of());
        }
    }

    @Test
    void rowsThatCannotBeReadAgain_haveNoKeyAndANote() throws IOException {
        FitReport whole = report(false);
        FitReport changed = report(true);
        LeaveOneOut found = Objects.requireNonNull(changed.findings().leaveOneOut());
        assertTrue(worst(found).stream().allMatch(row -> row.key() == null));
        assertEquals(Objects.requireNonNull(whole.findings().leaveOneOut()).elpd(), found.elpd());
        String note =
                "rows were searched for in the data by their content, to be identified by id, and not all were found";
        assertTrue(
                changed.warnings().stream().anyMatch(each -> each.startsWith(note)),
                changed.warnings().toString());
        assertTrue(whole.warnings().stream().noneMatch(each -> each.startsWith(note)));
        assertTrue(
                Verdict.lines(whole).toString().contains("predicted worst, by id: 40 and 2 alike (elpd -"),
                Verdict.lines(whole).toString());
        assertTrue(Verdict.lines(changed).stream().noneMatch(line -> line.contains("predicted worst, by")));
    }

    /** Contents that differ beyond single precision only are different contents where rows are kept in double. */
    @Test
    void contentIsWhatWasStored() {
        Dataset<Row> rows = TestSession.spark()
                .range(0, 40, 1, 3)
                .selectExpr("id as name", "cast(id % 2 as double) as y", "16777216d + id as a");
        for (Precision precision : List.of(Precision.FLOAT64, Precision.FLOAT32)) {
            try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO)
                    .pack(
                            rows,
                            DataConfigs.memory()
                                    .key("name")
                                    .precision(precision)
                                    .noIntercept()
                                    .build())) {
                RowKeys keys = Objects.requireNonNull(packed.keys());
                Map<Long, RowKey> all = keys.of(BlockRows.blocks(packed).stream()
                        .flatMap(List::stream)
                        .flatMap(block -> IntStream.range(0, block.rows()).mapToObj(i -> RowDigest.of(block, i, 1)))
                        .collect(Collectors.toSet()));
                assertEquals(
                        40,
                        all.values().stream().mapToLong(key -> 1 + key.alike()).sum());
                if (precision == Precision.FLOAT64) {
                    assertEquals(40, all.size());
                } else {
                    assertTrue(all.size() < 40, "found " + all.size());
                }
            }
        }
    }

    @Test
    void series_areToldByTheirName() {
        Dataset<Row> rows = TestSession.spark()
                .range(0, 60, 1, 4)
                .selectExpr(
                        "concat('s', id % 6) as name",
                        "id as t",
                        // Series 2 and 4 have the same content, and so has the first row of all
                        "if(id < 6, 1d, sin(floor(id / 6) * if(id % 6 = 4, 2, id % 6))) as y");
        for (Backend.Kind kind : List.of(Backend.Kind.RDD, Backend.Kind.DATAFRAME)) {
            try (PackedRows packed = packer(kind, Backend.Persist.AUTO)
                    .pack(
                            rows,
                            DataConfigs.memory()
                                    .features()
                                    .series("name", "t")
                                    .partitions(5)
                                    .build())) {
                Set<Long> contents = BlockRows.blocks(packed).stream()
                        .flatMap(List::stream)
                        .map(block -> RowDigest.of(block, 0, block.rows()))
                        .collect(Collectors.toSet());
                assertEquals(5, contents.size());
                List<RowKey> found = List.copyOf(
                        Objects.requireNonNull(packed.keys()).of(contents).values());
                assertEquals(
                        Set.of("s0", "s1", "s3", "s5"),
                        found.stream()
                                .filter(key -> key.alike() == 0)
                                .map(RowKey::text)
                                .collect(Collectors.toSet()));
                RowKey both = found.stream()
                        .filter(key -> key.alike() == 1)
                        .findFirst()
                        .orElseThrow();
                assertTrue(Set.of("s2", "s4").contains(both.text()), both.text());
                assertNotEquals(0, both.alike());
            }
        }
    }
}
