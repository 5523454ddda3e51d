package io.credence.pass;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.linalg.JavaDenseKernel;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.VarianceWeightedSample.SampledRows;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VarianceWeightedSampleTest {

    /** One draw, a standard deviation above the mean. */
    private static final PredictorDeviations MOVES = new PredictorDeviations(new double[] {1}, 1, 1, 1);

    private static final int ROWS = 5000;
    private static final double SHARE = 0.02;

    /** Rows of one column: every hundredth is ten times as far out as the others; weights 1 and 2. */
    private static RowBlock block(int first, int rows) {
        double[] x = new double[rows];
        double[] weights = new double[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = (first + i) % 100 == 0 ? 10 : 1;
            weights[i] = 1 + (first + i) % 2;
        }
        return new DenseBlock(new RowAttributes(new double[rows], weights, null), 1, x);
    }

    private static double typical() {
        PassStatistics sums = new LossVariancePass(MOVES, RowSample.ALL)
                .sumPartition(0, List.of(block(0, ROWS)).iterator(), JavaDenseKernel.INSTANCE);
        return sums.expectedLoss() / sums.rows();
    }

    private static RowBlock sample(PredictorDeviations moves, long seed) {
        return part(new VarianceWeightedSample(moves, typical(), SHARE, seed), block(0, ROWS), 3, 0);
    }

    private static RowBlock part(VarianceWeightedSample sample, RowBlock block, int partition, long firstRow) {
        return select(
                block,
                sample.sampleHalves(block, partition, firstRow, JavaDenseKernel.INSTANCE)
                        .get(0));
    }

    private static RowBlock select(RowBlock block, SampledRows picked) {
        return block.select(picked.rows(), picked.scaleFactors());
    }

    @Test
    void typicalSize_isTheMeanCubeOfTheMoves() {
        assertEquals((0.01 * 1000 + 0.99 * 1), typical(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void weightedSums_estimateThoseOfAllRows(boolean even) {
        PredictorDeviations moves = even ? PredictorDeviations.NONE : MOVES;
        double mean = 0;
        double squares = 0;
        int seeds = 400;
        for (int seed = 1; seed <= seeds; seed++) {
            RowBlock part = sample(moves, seed);
            double sum = 0;
            for (int i = 0; i < part.rows(); i++) {
                sum += part.attributes().weight(i) * part.value(i, 0);
            }
            mean += sum / seeds;
            squares += sum * sum / seeds;
        }
        double whole = 0.5 * ROWS * (0.02 * 10 + 0.98) + ROWS; // Even rows weigh 1, odd ones 2
        double error = Math.sqrt((squares - mean * mean) / seeds);
        assertWithin("seeds 1 to " + seeds, whole, mean, 4 * error);
    }

    @Test
    void rowsFarOut_areTheLikeliest() {
        int far = 0;
        int all = 0;
        for (int seed = 1; seed <= 100; seed++) {
            RowBlock part = sample(MOVES, seed);
            all += part.rows();
            for (int i = 0; i < part.rows(); i++) {
                far += part.value(i, 0) == 10 ? 1 : 0;
            }
        }
        // Far: all 50 would be drawn 1.46 times, so each is; the others with probability 0.02 (0.2 + 0.8 / 10.99)
        assertEquals(50 * 100, far);
        double others = 4950 * 100 * SHARE * (0.2 + 0.8 / 10.99);
        assertWithin("other rows", others, all - far, 4 * Math.sqrt(others));
    }

    @Test
    void blocksOfAPartition_doNotChangeTheSample() {
        VarianceWeightedSample sample = new VarianceWeightedSample(MOVES, typical(), SHARE, 5);
        RowBlock whole = part(sample, block(0, ROWS), 1, 0);
        RowBlock head = part(sample, block(0, 700), 1, 0);
        RowBlock tail = part(sample, block(700, ROWS - 700), 1, 700);
        double[] joined = new double[whole.rows()];
        for (int i = 0; i < joined.length; i++) {
            joined[i] = i < head.rows()
                    ? head.attributes().weight(i)
                    : tail.attributes().weight(i - head.rows());
        }
        assertEquals(whole.rows(), head.rows() + tail.rows());
        assertArrayEquals(whole.attributes().weights(), joined);
    }

    @Test
    void halvesOfABlock_areDrawnIndependently() {
        int seeds = 100;
        double share = 0.3;
        int[] both = new int[2];
        int[] other = new int[2];
        for (int seed = 1; seed <= seeds; seed++) {
            List<SampledRows> halves = new VarianceWeightedSample(MOVES, typical(), share, seed)
                    .sampleHalves(block(0, ROWS), 1, 0, JavaDenseKernel.INSTANCE);
            Set<Integer> one = new HashSet<>();
            Arrays.stream(halves.get(0).rows()).forEach(one::add);
            for (int row : halves.get(1).rows()) {
                int far = row % 100 == 0 ? 1 : 0;
                other[far]++;
                both[far] += one.contains(row) ? 1 : 0;
            }
        }
        assertEquals(50 * seeds, both[1]);
        double p = share * (0.2 + 0.8 / 10.99);
        double rows = 4950.0 * seeds;
        assertWithin("in the second", rows * p, other[0], 4 * Math.sqrt(rows * p));
        assertWithin("in both", rows * p * p, both[0], 4 * Math.sqrt(rows * p * p));
    }

    @Test
    void cubes_areOfTheRootMeanSquareOfAllPredictorsMoves() {
        // Two predictors of one column: draws move a row with x = 1 by (3, 4) and by (0, 1), one with x = 10 by ten
        // times as much
        PredictorDeviations moves = new PredictorDeviations(new double[] {3, 4, 0, 1}, 2, 1, 2);
        double[] cubes = new double[2];
        moves.writeCubedDeviations(block(100, 2), 0, 2, JavaDenseKernel.INSTANCE, moves.newWorkspace(2), cubes);
        double cube = Math.pow((25 + 1) / 2.0, 1.5);
        assertArrayEquals(new double[] {1000 * cube, cube}, cubes, 1e-9);
    }

    @Test
    void sharesBeyondTheRows_areRefused() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new VarianceWeightedSample(MOVES, 1, 1, 1))
                .getMessage()
                .contains("between 0 and 1"));
    }
}
