package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.CoefficientCovariance;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class DiagonalGaussianTest extends GaussianPosteriorContract {

    private static final double TOLERANCE = 1e-13;
    private static final int D = 9;

    private final RandomArrays random = RandomArrays.of("diagonal");
    private final DiagonalGaussian q = new DiagonalGaussian(random.normals(D), random.uniforms(D, 0.2, 5));

    @Override
    public GaussianPosterior any(RandomArrays numbers) {
        return DiagonalGaussian.around(numbers.normals(3), numbers.uniforms(3, 0.5, 2));
    }

    @Override
    GaussianPosterior wide(RandomArrays numbers) {
        return new DiagonalGaussian(numbers.normals(6), numbers.uniforms(6, 0.2, 5));
    }

    @Override
    GaussianPosterior one() {
        return new DiagonalGaussian(new double[] {0.5}, new double[] {4});
    }

    private static FullGaussian full(DiagonalGaussian q) {
        double[] packed = Symmetric.pack(Naive.diagonal(q.precision()), q.dimension());
        return FullGaussian.of(JavaDenseKernel.INSTANCE, q.mean(), packed);
    }

    @Test
    void diagonal_agreesWithTheFullGaussianOfTheSamePrecision() {
        double[] v = random.normals(D);
        FullGaussian full = full(q);
        assertClose("sd", full.sd(), q.sd(), TOLERANCE);
        assertClose("S v", full.covarianceTimes(v), q.covarianceTimes(v), TOLERANCE);
        assertClose("log |P|", full.logDeterminantPrecision(), q.logDeterminantPrecision(), TOLERANCE);
        assertClose("weighted trace", full.weightedTrace(v), q.weightedTrace(v), TOLERANCE);
        DiagonalGaussian target = new DiagonalGaussian(random.normals(D), random.uniforms(D, 0.2, 5));
        CovarianceChange expected = full.covarianceChange(full(target));
        assertClose(
                "divergence", expected.divergence(), q.covarianceChange(target).divergence(), TOLERANCE);
        assertClose(
                "mean ratio", expected.meanRatio(), q.covarianceChange(target).meanRatio(), TOLERANCE);
        assertEquals(DiagonalGaussian.NAME, q.family());
    }

    @Test
    void momentsOfAHandComputedCase() {
        DiagonalGaussian two = new DiagonalGaussian(new double[] {5, 6}, new double[] {4, 0.25});
        assertArrayEquals(new double[] {0.5, 2}, two.sd());
        assertArrayEquals(new double[] {2.5, 40}, two.covarianceTimes(new double[] {10, 10}));
        assertEquals(0, two.logDeterminantPrecision(), 1e-15);
        // Ratios 2 and 1: ½(2 − 1 − log 2) and 3/2.
        CovarianceChange change = two.covarianceChange(new DiagonalGaussian(new double[2], new double[] {8, 0.25}));
        assertEquals(0.15342640972002733, change.divergence(), 1e-15);
        assertEquals(1.5, change.meanRatio());
    }

    @Test
    void spread_isItsVariancesForAnyRows() {
        for (boolean sparse : new boolean[] {false, true}) {
            CoefficientCovariance.Diagonal spread = (CoefficientCovariance.Diagonal) q.coefficientCovariance(sparse);
            for (int j = 0; j < D; j++) {
                assertEquals(1 / q.precision()[j], spread.variances()[j]);
            }
        }
    }

    @Test
    void lengthsThatDiffer_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new DiagonalGaussian(new double[2], new double[3]));
    }
}
