package io.credence.spark;

import static io.credence.spark.KeyedRows.assertNamed;
import static io.credence.spark.KeyedRows.leftOut;
import static io.credence.spark.KeyedRows.packer;
import static io.credence.spark.KeyedRows.rows;
import static io.credence.spark.KeyedRows.worst;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.PreparedFit;
import io.credence.config.ConfigReader;
import io.credence.config.FitConfig;
import io.credence.config.FitConfig.Backend;
import io.credence.config.Parts;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.LeftOutRow;
import io.credence.diagnostic.RowKey;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the worst rows of files are reported by the cells of a column, if the files can be read again. */
class RowKeysOfFilesTest {

    @TempDir
    private Path folder;

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
    @MethodSource("keeping")
    void rowsOfFiles_haveTheirKeysWhetherTheyAreKeptOrNot(Backend.Kind kind, Backend.Persist persist) {
        Dataset<Row> rows = rows(3);
        DataConfigs config = DataConfigs.of(folder.resolve("rows"), "parquet").key("name");
        rows.write().mode(SaveMode.Overwrite).parquet(folder.resolve("rows").toString());
        try (PackedRows packed =
                packer(kind, persist).pack(new TableReader(TestSession.spark()).read(config.build()), config.build())) {
            LeaveOneOut found = leftOut(packed, "gaussian");
            assertNamed(found, rows);
            try (ExecutionBackend spark = packed.toSparkBackend("java")) {
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
            return Objects.requireNonNull(prepared.checkedResult(prepared.runUnchecked(null, List.of()))
                    .findings()
                    .leaveOneOut());
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
    void rowsThatAreAlike_areNamedByTheFirstAndTheirNumber() throws IOException {
        for (DataConfigs config : List.of(csv(), csv().partitions(5))) {
            try (PackedRows packed = csv(lines("id,a,y", 200, RowKeysOfFilesTest::line), "gaussian", config)) {
                List<LeftOutRow> worst = leftOut(packed, "gaussian").rows().surprisingRows();
                for (LeftOutRow row : worst.subList(0, 3)) {
                    assertEquals(new RowKey("40", 2), row.key());
                    assertEquals("40 and 2 alike", row.name());
                }
                assertEquals(0, Objects.requireNonNull(worst.get(3).key()).identicalRows());
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
                    leftOut(packed, "bernoulli").rows().surprisingRows().subList(0, 2).stream()
                            .collect(Collectors.toMap(KeyedRows::key, row -> List.of(row.label(), row.weight()))));
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
        List<String> lines = lines("id,a,y", 200, RowKeysOfFilesTest::line);
        Files.write(folder.resolve("rows.csv"), lines);
        try (PackedRows packed = new RowPacker(LabelRule.ofFamily("gaussian"), 1)
                        .pack(new TableReader(TestSession.spark()).read(config.data()), config.data());
                ExecutionBackend backend = packed.toBackend("java")) {
            if (changed) {
                Files.delete(folder.resolve("rows.csv"));
            }
            PreparedFit prepared = Inference.prepare(config.inference(), null, packed, backend, Kernels.named("java"));
            return new FitReportData(
                            config, packed, prepared, prepared.checkedResult(prepared.runUnchecked(null, List.of())))
                    .report(new FitReport.RunInfo(1, "java", List.of("java"), Map.of()), List.of());
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
}
