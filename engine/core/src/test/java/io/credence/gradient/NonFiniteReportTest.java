package io.credence.gradient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.credence.data.CoefficientCovariance;
import io.credence.family.law.DispersionPosterior;
import io.credence.gradient.RandomRows.Storage;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.softmax.SoftmaxLoss;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.NonFiniteValue;
import io.credence.testkit.TestSeed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number that is not finite is reported where it arose. */
class NonFiniteReportTest {

    private static final RowLoss POISSON = Likelihoods.named("poisson", 1, 0).loss(new DispersionPosterior.Known(1));

    private static final int COLUMNS = 3;
    private static final int[] SIZES = {700, 0, 800};
    private final RandomRows rows = RandomRows.of("finite", 1500, COLUMNS, 3);

    private static NonFiniteValue report(RandomRows rows, RowLoss loss, RowSample sample, int blockRows) {
        double[] mean = new double[COLUMNS * loss.predictorCount()];
        mean[1] = 1;
        ExpectationPass pass =
                new ExpectationPass(loss, mean, new CoefficientCovariance.None(), CurvatureForm.FULL, sample);
        return RandomRows.run(pass, rows.partitions(Storage.DENSE, blockRows, SIZES))
                .firstNonFinite();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 600, 2000})
    void overflowOfTheLoss_isReportedWithPartitionAndRow(int blockRows) {
        RandomRows wrong = rows.with(1400, 1, 900).with(1450, 1, 900);
        NonFiniteValue found = report(wrong, POISSON, RowSample.ALL, blockRows);
        assertEquals(new NonFiniteValue("loss", 2, 700, Double.POSITIVE_INFINITY), found);
        assertEquals("loss was Infinity at row 700 of partition 2", found.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 600})
    void firstPartitionWithAFault_isReported(int blockRows) {
        RandomRows wrong = rows.with(1400, 1, 900).with(650, 1, Double.NaN);
        assertEquals(
                new NonFiniteValue("linear predictor", 0, 650, Double.NaN),
                report(wrong, POISSON, RowSample.ALL, blockRows));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 600, 2000})
    void sampledRow_keepsItsNumber(int blockRows) {
        RowSample sample = new RowSample(0.3, TestSeed.of("sample"));
        int row = 0;
        for (int i = 0; i < 640; i++) {
            row = sample.sampledBlock(
                                            rows.partitions(Storage.DENSE, 1, SIZES)
                                                    .get(0)
                                                    .get(i),
                                            0,
                                            i)
                                    .rows()
                            == 1
                    ? i
                    : row;
        }
        NonFiniteValue found = report(rows.with(row, 1, 900), POISSON, sample, blockRows);
        assertEquals(new NonFiniteValue("loss", 0, row, Double.POSITIVE_INFINITY), found, TestSeed.replay());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 600})
    void softmax_reportsItsRows(int blockRows) {
        RandomRows wrong = rows.with(3, 1, Double.POSITIVE_INFINITY);
        NonFiniteValue found = report(wrong, new SoftmaxLoss(3), RowSample.ALL, blockRows);
        assertEquals(0, found.partition());
        assertEquals(3, found.row());
        assertNull(report(rows, new SoftmaxLoss(3), RowSample.ALL, blockRows));
    }
}
