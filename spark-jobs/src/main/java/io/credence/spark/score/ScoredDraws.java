package io.credence.spark.score;

import io.credence.effect.EffectDraws;
import io.credence.effect.RowDraws;
import io.credence.linalg.Kernels;
import io.credence.spark.backend.SharedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Rows with the expected response of each at draws of the posterior. */
public final class ScoredDraws {

    private static final DataType DRAWS = DataTypes.createArrayType(DataTypes.DoubleType, false);

    private ScoredDraws() {}

    /**
     * Appends an array of expected responses to each row, {@code draws}. With classes there is one of probabilities for
     * each: {@code draws_0}, {@code draws_1} and so on.
     *
     * @param announces whether to announce how long that will take, if that is long; the first rows are then scored
     */
    public static Dataset<Row> of(ScoringTable rows, EffectScoring scoring, boolean announces) {
        int outcomes = scoring.draws().outcomeCount();
        List<StructField> outputs = new ArrayList<>();
        for (int k = 0; k < outcomes; k++) {
            outputs.add(DataTypes.createStructField(outcomes == 1 ? "draws" : "draws_" + k, DRAWS, true));
        }
        Scorer scorer = new Scorer(rows.share(scoring.draws()), scoring.kernel());
        if (announces) {
            String what =
                    String.format(Locale.ROOT, "%,d draws", scoring.draws().drawCount());
            rows.announceEstimate(scorer, outcomes, what, null);
        }
        return rows.score(scorer, outputs);
    }

    /** Scorer that makes a worker for each task. */
    private record Scorer(SharedValue<EffectDraws> draws, String kernel) implements RowScorer {

        @Override
        public ScoringWorkspace newWorkspace() {
            EffectDraws draws = this.draws.value();
            RowDraws each = draws.createRowDraws(Kernels.named(kernel));
            return (row, out) -> {
                double[] features = new double[row.columns()];
                row.writeInto(features, 0);
                double[][] expected = each.expectedValues(features, row.offset(), row.rowLevels());
                for (int k = 0; k < expected.length; k++) {
                    out[k] = UnsafeArrayData.fromPrimitiveArray(expected[k]);
                }
            };
        }
    }
}
