package io.credence.gradient;

import static io.credence.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.CoefficientSpread;
import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.linalg.JavaDenseKernel;
import io.credence.statistics.PassStatistics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadSampleTest {

    private static final CoefficientSpread SPREAD = new CoefficientSpread.Diagonal(new double[] {1});
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
        PassStatistics sums = new SpreadPass(SPREAD, RowSample.ALL)
                .run(0, List.of(block(0, ROWS)).iterator(), JavaDenseKernel.INSTANCE);
        return sums.value() / sums.rows();
    }

    private static RowBlock sample(CoefficientSpread spread, long seed) {
        return new SpreadSample(spread, typical(), SHARE, seed).of(block(0, ROWS), 3, 0, JavaDenseKernel.INSTANCE);
    }

    @Test
    void typicalSize_isTheMeanCubeOfTheStandardDeviations() {
        assertEquals((0.01 * 1000 + 0.99 * 1), typical(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void weightedSums_estimateThoseOfAllRows(boolean even) {
        CoefficientSpread spread = even ? new CoefficientSpread.None() : SPREAD;
        double mean = 0;
        double squares = 0;
        int seeds = 400;
        for (int seed = 1; seed <= seeds; seed++) {
            RowBlock part = sample(spread, seed);
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
            RowBlock part = sample(SPREAD, seed);
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
        SpreadSample sample = new SpreadSample(SPREAD, typical(), SHARE, 5);
        RowBlock whole = sample.of(block(0, ROWS), 1, 0, JavaDenseKernel.INSTANCE);
        RowBlock head = sample.of(block(0, 700), 1, 0, JavaDenseKernel.INSTANCE);
        RowBlock tail = sample.of(block(700, ROWS - 700), 1, 700, JavaDenseKernel.INSTANCE);
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
    void sharesBeyondTheRows_areRefused() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new SpreadSample(SPREAD, 1, 1, 1))
                .getMessage()
                .contains("between 0 and 1"));
    }
}
