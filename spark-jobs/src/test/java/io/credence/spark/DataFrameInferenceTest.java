package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.DataConfig;
import io.credence.spark.row.LabelRule;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Tests of the second program of docs/inference.md: the builder over a data frame. */
class DataFrameInferenceTest {

    @Test
    void dataFrame_givesTheFitOfTheSameRowsInMemory() {
        Dataset<Row> table = TestSession.spark()
                .range(0, 200, 1, 1)
                .selectExpr(
                        "cast(id % 17 as double) / 8 as age",
                        "cast(id % 23 as double) / 11 - 1 as income", "cast((id * 7) % 3 = 0 as double) as label");
        Inference inference = Inference.of("bernoulli").prior("normal", Map.of("sd", 2.2));
        RowPacker packer = new RowPacker(LabelRule.ofFamily("bernoulli"), 1);
        Fit found;
        try (PackedRows rows = packer.pack(table, DataConfig.ofColumns("label", List.of("age", "income")))) {
            found = inference.fit(rows);
        }
        double[][] features = new double[200][];
        double[] labels = new double[200];
        int at = 0;
        for (Row row : table.collectAsList()) {
            features[at] = new double[] {row.getDouble(0), row.getDouble(1)};
            labels[at++] = row.getDouble(2);
        }
        Fit expected = inference.fit(Rows.of(List.of("age", "income"), features, labels));
        assertEquals(expected.names(), found.names());
        assertArrayEquals(expected.posterior().mean(), found.posterior().mean(), 1e-12);
        assertArrayEquals(expected.posterior().covariance(), found.posterior().covariance(), 1e-12);
        assertTrue(found.isReliable());
    }
}
