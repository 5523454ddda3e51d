package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More coefficients than a matrix of them could be held of, which the families without one must fit. */
class WideFitTest {

    /** d(d + 1)/2 is beyond 2³¹. */
    private static final int COLUMNS = 66_000;

    /** Sparse rows in which the first two columns decide, and each row has one of the others to itself. */
    private static Rows rows(int columns) {
        BlockBuilder builder = BlockBuilder.sparse(columns, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        double[] labels = new double[40];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = i % 4 == 0 || i % 3 == 0 ? 1 : 0;
            int[] indices = {0, 1, columns - labels.length + i};
            builder.add(labels[i], 1, 0, indices, new double[] {1, i % 4 == 0 ? 1 : -1, 0.5}, 3);
        }
        List<String> names = new ArrayList<>(List.of(Rows.INTERCEPT));
        IntStream.range(1, columns).forEach(j -> names.add("x" + j));
        List<RowBlock> blocks = List.of(builder.build());
        return new Rows.InMemory(List.copyOf(names), blocks, labels);
    }

    private static Inference logistic() {
        return Inference.of("bernoulli").prior("normal", Map.of("sd", 1.0));
    }

    @Test
    void meanField_fitsBeyondAMatrixOfIndices() {
        Fit wide = logistic().posterior("gaussian-diagonal").fit(rows(COLUMNS));
        assertTrue(wide.isConverged());
        Fit narrow = logistic().posterior("gaussian-diagonal").fit(rows(50));
        for (int j = 0; j < 2; j++) {
            assertEquals(narrow.posterior().mean()[j], wide.posterior().mean()[j], 1e-3);
            assertEquals(narrow.posterior().sd()[j], wide.posterior().sd()[j], 1e-3);
        }
        assertEquals(1, wide.posterior().sd()[COLUMNS / 2], 1e-12, "no row says anything of it");
    }

    @Test
    void lowRank_fitsBeyondAMatrixOfIndices() {
        Fit wide = logistic()
                .posterior("gaussian-low-rank", Map.of("rank", 1))
                .with("estimator.draws", 2)
                .with("stop.maxIterations", 1)
                .fit(rows(COLUMNS));
        List<SummaryRow> reported = wide.numbers().summaryRows();
        assertEquals(COLUMNS, reported.size());
        SummaryRow first = reported.get(0);
        assertEquals(first.mean() + 1.6448536269514722 * first.sd(), first.upper(), 1e-12, "it is normal");
    }
}
