package io.credence.spark;

import static io.credence.spark.KeyedRows.OUTLIER;
import static io.credence.spark.KeyedRows.assertNamed;
import static io.credence.spark.KeyedRows.key;
import static io.credence.spark.KeyedRows.leftOut;
import static io.credence.spark.KeyedRows.packer;
import static io.credence.spark.KeyedRows.rows;
import static io.credence.spark.KeyedRows.worst;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.FitConfig.Backend;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.RowKey;
import io.credence.diagnostic.RowKeyLookup;
import io.credence.testkit.Nightly;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the worst rows are reported by the cells of a column, however they are packed. */
class RowKeyLookupTest {

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

    @ParameterizedTest
    @MethodSource("packings")
    void worstRows_haveTheirKeysHoweverTheyArePacked(DataConfigs config) {
        Dataset<Row> rows = rows(3);
        assertNamed(leftOut(rows, config.key("name")), rows);
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
            assertTrue(BlockRows.blocks(packed).stream().flatMap(List::stream).anyMatch(RowBlock::isSinglePrecision));
            assertNamed(leftOut(packed, "gaussian"), wide);
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
                assertNamed(leftOut(packed, "gaussian"), sparse);
            }
        }
    }

    @Test
    void keysOfAnyType_areReportedAsText() {
        Dataset<Row> rows = rows(1);
        for (Map.Entry<String, String> type : Map.of(
                        "bigint(" + OUTLIER + ")",
                        "217",
                        "date'2020-02-29'",
                        "2020-02-29",
                        "named_struct('a', 1)",
                        "{1}",
                        "cast(1.50 as decimal(5, 2))",
                        "1.5",
                        "cast(null as string)",
                        "")
                .entrySet()) {
            LeaveOneOut found = leftOut(
                    rows.withColumn("name", functions.expr(type.getKey())),
                    DataConfigs.memory().key("name"));
            assertEquals(type.getValue(), key(found.rows().surprisingRows().get(0)));
        }
    }

    @Test
    void withoutKey_nothingIsReported() {
        try (PackedRows packed = packer(Backend.Kind.RDD, Backend.Persist.AUTO)
                .pack(rows(2).drop("name"), DataConfigs.memory().build())) {
            assertNull(packed.keys());
            assertTrue(worst(leftOut(packed, "gaussian")).stream().allMatch(row -> row.key() == null));
        }
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
                RowKeyLookup keys = Objects.requireNonNull(packed.keys());
                Map<Long, RowKey> all = keys.of(BlockRows.blocks(packed).stream()
                        .flatMap(List::stream)
                        .flatMap(block ->
                                IntStream.range(0, block.rows()).mapToObj(i -> RowDigest.rowsDigest(block, i, 1)))
                        .collect(Collectors.toSet()));
                assertEquals(
                        40,
                        all.values().stream()
                                .mapToLong(key -> 1 + key.identicalRows())
                                .sum());
                if (precision == Precision.FLOAT64) {
                    assertEquals(40, all.size());
                } else {
                    assertTrue(all.size() < 40, "found " + all.size());
                }
            }
        }
    }

    @Test
    void series_areReportedByTheirName() {
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
                        .map(block -> RowDigest.rowsDigest(block, 0, block.rows()))
                        .collect(Collectors.toSet());
                assertEquals(5, contents.size());
                List<RowKey> found = List.copyOf(
                        Objects.requireNonNull(packed.keys()).of(contents).values());
                assertEquals(
                        Set.of("s0", "s1", "s3", "s5"),
                        found.stream()
                                .filter(key -> key.identicalRows() == 0)
                                .map(RowKey::text)
                                .collect(Collectors.toSet()));
                RowKey both = found.stream()
                        .filter(key -> key.identicalRows() == 1)
                        .findFirst()
                        .orElseThrow();
                assertTrue(Set.of("s2", "s4").contains(both.text()), both.text());
                assertNotEquals(0, both.identicalRows());
            }
        }
    }
}
