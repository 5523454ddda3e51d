package io.credence.mixed.crossed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.LogSums;
import io.credence.mixed.component.TailCheck;
import io.credence.mixed.crossed.CrossedSearch.CrossedPosteriorBuilder;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Points of a design of a chain, in which each level shares a row with two of the other factor. */
class CrossedDesignTest {

    private static final int LEVELS = 1500;
    private static final double[] NEAR = {0.84, 0.74, 0};
    /** Rows leave so little that information goes from end to end of the chain, an iteration for each level. */
    private static final double[] FAR = {8, 8, -7};

    private final MixedModel model =
            Ratings.model(List.of(Ratings.factor("user", LEVELS), Ratings.factor("item", LEVELS)), "gaussian");
    private final CrossedPosteriorBuilder builder = new CrossedPosteriorBuilder(
            new CrossedNormalRowsDensity(statistics(), CrossedProbes.COUNT, 1, MixedRows.KERNEL),
            new MixedPosteriorBuilder(model, MixedRows.KERNEL));

    private CrossedStatistics statistics() {
        int count = 2 * LEVELS - 1;
        RandomArrays random = RandomArrays.of("chain");
        double[] cells = random.normals(3 * count);
        IntStream.range(0, count).forEach(i -> cells[3 * i] = 1);
        int[][] levels = {
            IntStream.range(0, count).map(i -> i / 2).toArray(),
            IntStream.range(0, count).map(i -> (i + 1) / 2).toArray()
        };
        DenseBlock block = new DenseBlock(new RowAttributes(random.normals(count), null, null, levels), 3, cells);
        CrossedLayout layout = CrossedLayout.of(model);
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2)) {
            return CrossedStatistics.of(layout, backend.run(new CrossedRowsPass(layout, Ratings.UNITS)));
        }
    }

    private CrossedDesign design(double[]... points) {
        double[] logs = new double[points.length];
        Arrays.setAll(logs, s -> points[s] == FAR ? -4 : 0);
        return new CrossedDesign(
                List.of(points),
                logs,
                LogSums.softmax(logs),
                TailCheck.ofComponents(builder.density().coordinates()));
    }

    /** The fit ended with an IllegalStateException. */
    @Test
    void pointWhereTheIterationDoesNotEnd_losesItsWeight() {
        double[] other = {0.8, 0.8, 0.1};
        MixedPosterior found = builder.posteriorOverDesign(design(NEAR, FAR, other), 0);
        MixedPosterior without = builder.posteriorOverDesign(design(NEAR, other), 0);
        assertNotNull(found);
        assertNotNull(without);
        assertEquals(0, without.componentDesign().lostProbability());
        assertEquals(Math.exp(-4) / (2 + Math.exp(-4)), found.componentDesign().lostProbability(), 1e-12);
        assertEquals(without.effects().get(1).sd(7, 0), found.effects().get(1).sd(7, 0), 1e-12);
        assertEquals(without.effects().get(0).sds(), found.effects().get(0).sds());
    }

    @Test
    void designOfSuchPointsAlone_hasNoPosterior() {
        assertNull(builder.posteriorOverDesign(design(FAR), 0));
    }
}
