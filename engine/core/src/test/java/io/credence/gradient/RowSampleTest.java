package io.credence.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.CoefficientCovariance;
import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.law.DispersionPosterior;
import io.credence.gradient.RandomRows.Storage;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowSampleTest {

    private static final RowLoss POISSON = Likelihoods.named("poisson", 1, 0).loss(new DispersionPosterior.Known(1));

    private static final long SEED = TestSeed.of("row sample");
    private static final int ROWS = 20_000;

    /** Numbers of the rows picked from a partition of {@code ROWS} rows in blocks of a size. */
    private static List<Integer> picked(RowSample sample, int partition, int blockRows) {
        List<Integer> picked = new ArrayList<>();
        for (int first = 0; first < ROWS; first += blockRows) {
            double[] labels = new double[Math.min(blockRows, ROWS - first)];
            for (int i = 0; i < labels.length; i++) {
                labels[i] = first + i;
            }
            DenseBlock block = new DenseBlock(RowAttributes.ofLabels(labels), 1, labels);
            RowBlock chosen = sample.sampledBlock(block, partition, first);
            for (int i = 0; i < chosen.rows(); i++) {
                int row = (int) chosen.attributes().labels()[i];
                picked.add(row);
                if (i == chosen.rows() / 2) {
                    assertEquals(row, sample.number(i, labels.length, partition, first));
                }
            }
        }
        return picked;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, 0.95})
    void shareOfRows_isTheFraction(double fraction) {
        double[] indicators = new double[ROWS];
        for (int row : picked(new RowSample(fraction, SEED), 3, ROWS)) {
            indicators[row] = 1;
        }
        MonteCarlo.assertWithin4StandardErrors("share", fraction, indicators);
    }

    @Test
    void blockSize_doesNotChangeTheRows() {
        RowSample sample = new RowSample(0.2, SEED);
        List<Integer> expected = picked(sample, 1, ROWS);
        for (int blockRows : new int[] {1, 2, 7, 512, 6_000}) {
            assertEquals(expected, picked(sample, 1, blockRows));
        }
    }

    @Test
    void partitionAndSeed_changeTheRows() {
        List<Integer> rows = picked(new RowSample(0.2, SEED), 1, ROWS);
        assertNotEquals(rows, picked(new RowSample(0.2, SEED), 2, ROWS));
        assertNotEquals(rows, picked(new RowSample(0.2, SEED + 1), 1, ROWS));
    }

    @Test
    void largerFraction_keepsTheRowsOfTheSmaller() {
        List<Integer> few = picked(new RowSample(0.1, SEED), 1, ROWS);
        List<Integer> many = picked(new RowSample(0.15, SEED), 1, ROWS);
        assertTrue(new HashSet<>(many).containsAll(few), TestSeed.replay());
        assertTrue(many.size() > few.size());
    }

    @Test
    void everyRow_isTheBlockItself() {
        DenseBlock block = new DenseBlock(RowAttributes.ofLabels(1, 2), 1, new double[2]);
        assertTrue(RowSample.ALL.isAll());
        assertFalse(new RowSample(0.999, SEED).isAll());
        assertSame(block, RowSample.ALL.sampledBlock(block, 0, 0));
        assertEquals(11, RowSample.ALL.number(1, 2, 0, 10));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.001, Double.NaN})
    void fractionOutsideItsRange_isRefused(double fraction) {
        assertThrows(IllegalArgumentException.class, () -> new RowSample(fraction, 1));
    }

    @ParameterizedTest
    @EnumSource
    void passOverASample_sumsItsRowsOnly(Storage storage) {
        RandomRows rows = RandomRows.of("sampled", 300, 4, 5);
        RowSample sample = new RowSample(0.4, SEED);
        double[] mean = {0.1, -0.2, 0.3, 0};
        ExpectationPass pass =
                new ExpectationPass(POISSON, mean, new CoefficientCovariance.None(), CurvatureForm.FULL, sample);
        List<Integer> chosen =
                picked(sample, 0, ROWS).stream().filter(i -> i < 300).toList();
        NaivePass expected = NaivePass.over(rows.select(chosen), pass.loss(), mean, new double[16]);
        for (int blockRows : new int[] {1, 7, 300}) {
            expected.assertMatches(
                    storage.name(), chosen.size(), CurvatureForm.FULL, rows.run(pass, storage, blockRows), 1e-12);
        }
    }
}
