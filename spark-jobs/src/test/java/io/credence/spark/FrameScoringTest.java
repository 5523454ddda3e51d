package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import credence.ml.VariationalEstimator;
import credence.ml.VariationalModel;
import io.credence.testkit.Nightly;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a model scores and is saved and loaded over data frames alone as over RDDs. */
class FrameScoringTest {

    @TempDir
    Path folder;

    private static Dataset<Row> rows() {
        return TestSession.spark()
                .range(0, 90, 1, 3)
                .selectExpr(
                        "cast(pmod(hash(id), 2) as double) as y",
                        "cast(pmod(hash(id, 1), 3) as int) as class",
                        "cast(pmod(hash(id, 9), 4) as int) as count",
                        "pmod(hash(id, 4), 2000) / 1000d - 1 as a",
                        "concat('level ', pmod(hash(id, 6), 4)) as level",
                        "date_add(date'1999-12-28', cast(id as int)) as day",
                        "timestamp_micros(hash(id, 7) * 1000000L + id) as time",
                        "cast(pmod(hash(id, 5), 2000) / 700 as decimal(9, 4)) as decimal",
                        "array(id, id + 1) as pair",
                        "named_struct('x', id, 'y', cast(id as string)) as both");
    }

    private static VariationalModel fit(String family, String label, String backend) {
        return new VariationalEstimator()
                .option("family", family)
                .option("formula", label + " ~ a + level")
                .option("backend", backend)
                .option("seed", 3L)
                .fit(rows());
    }

    static Stream<Arguments> families() {
        List<Arguments> all = List.of(
                Arguments.of("ordinal", "class"),
                Arguments.of("bernoulli", "y"),
                Arguments.of("zero-inflated-poisson", "count"));
        return Nightly.cases(all.subList(0, 1), all);
    }

    @ParameterizedTest
    @MethodSource("families")
    void framesScoreAsRdds(String family, String label) {
        VariationalModel overRdds = fit(family, label, "rdd");
        VariationalModel overFrames = fit(family, label, "dataframe");
        Dataset<Row> expected = overRdds.transform(rows());
        Dataset<Row> found = overFrames.transform(rows());
        assertEquals(expected.schema(), found.schema());
        assertEquals(expected.collectAsList().toString(), found.collectAsList().toString());
    }

    @Test
    void unseenLevels_areFlagged() {
        VariationalModel model = fit("bernoulli", "y", "dataframe");
        List<Row> found = model.option("onUnseen", "flag")
                .option("unseenCol", "why")
                .transform(rows().limit(2)
                        .union(rows().limit(1).withColumn("level", org.apache.spark.sql.functions.lit("new"))))
                .selectExpr("why", "predictionSd")
                .collectAsList();
        assertNull(found.get(0).get(0));
        assertEquals("level 'new' of column 'level'", found.get(2).getString(0));
        assertNull(found.get(2).get(1));
    }

    @Test
    void savedModel_scoresTheSame() throws Exception {
        VariationalModel model = fit("gaussian", "y", "dataframe");
        String path = folder.resolve("model").toString();
        model.write().save(path);
        VariationalModel loaded = VariationalModel.load(path);
        assertTrue(loaded.posterior().equals(model.posterior()));
        assertEquals(
                model.transform(rows()).collectAsList().toString(),
                loaded.transform(rows()).collectAsList().toString());
    }
}
