package io.credence.update;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.hipparchus.linear.EigenDecompositionSymmetric;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How far a natural-gradient step goes at most. */
class TrustRegionTest {

    private static final double[] MEAN = {0.5, -1};
    private static final double[] NONE = {0, 0};

    private static FullGaussian full(double... packed) {
        return FullGaussian.of(JavaDenseKernel.INSTANCE, MEAN, packed);
    }

    private static DiagonalGaussian diagonal(double... precision) {
        return new DiagonalGaussian(MEAN, precision);
    }

    private static <Q extends GaussianPosterior> UpdateResult<Q> step(
            Constraint constraint, Q q, double beta, double[] ascent, double... target) {
        return new NaturalGradient<Q>(constraint)
                .nextUpdate(q, OptimizerState.NONE, new Direction(ascent, target), beta);
    }

    private static double[] mean(double first, double second) {
        return new double[] {MEAN[0] + first, MEAN[1] + second};
    }

    @Test
    void region_limitsEachBlockByItself() {
        // 2 − 1.5 = ½ is a quarter of 2, at β = 1.5/102; 4 + 0.9·2 is free.
        UpdateResult<DiagonalGaussian> moved = step(Constraint.RETRACTION, diagonal(2, 4), 0.9, NONE, -100, 6);
        assertClose("P", new double[] {0.5, 5.8}, moved.posterior().precision(), 1e-15);
        assertEquals(1.5 / 102, moved.stepSize(), 1e-16);
        // The full matrix is one block: β = 1.5/102 for both.
        UpdateResult<FullGaussian> whole = step(Constraint.RETRACTION, full(2, 0, 4), 0.9, NONE, -100, 0, 6);
        assertClose("P", new double[] {0.5, 0, 4 + 3.0 / 102}, whole.posterior().precision(), 1e-13);
        assertEquals(1.5 / 102, whole.stepSize(), 1e-15);
        // Upwards four times at most, at β = 6/998.
        UpdateResult<FullGaussian> up = step(Constraint.RETRACTION, full(2, 0, 4), 0.9, NONE, 1000, 0, 4);
        assertClose("P", new double[] {8, 0, 4}, up.posterior().precision(), 1e-13);
        assertEquals(6.0 / 998, up.stepSize(), 1e-16);
    }

    @Test
    void region_limitsTheMean() {
        // With T = P = 4 I the move (9, 12) ∘ ½ has length 2·7.5 in units of q; allowed is √2 + 2.
        UpdateResult<DiagonalGaussian> moved =
                step(Constraint.RETRACTION, diagonal(4, 4), 0.5, new double[] {36, 48}, 4, 4);
        double share = (Math.sqrt(2) + 2) / 15;
        assertClose("μ", mean(4.5 * share, 6 * share), moved.posterior().mean(), 1e-14);
        assertEquals(0.5 * share, moved.stepSize(), 1e-16);
    }

    @ParameterizedTest
    @EnumSource(names = {"RETRACTION", "STEP_BOUND"})
    void anyStep_staysWithinAFactorOfFour(Constraint constraint) {
        RandomArrays random = RandomArrays.of("factor");
        for (int d : new int[] {1, 5, 40}) {
            FullGaussian q = UpdateRuleContract.full(random, d);
            for (double size : new double[] {1, 1e3, 1e20}) {
                double[] target = Symmetric.pack(random.symmetric(d, size), d);
                double[] moved = step(constraint, q, 1, new double[d], target)
                        .posterior()
                        .precision();
                double[] ratios = ratios(q, Symmetric.unpack(moved, d));
                assertTrue(ratios[0] > 0.25 * (1 - 1e-9) && ratios[1] < 4 * (1 + 1e-9), ratios[0] + " " + ratios[1]);
                assertTrue(size == 1 || ratios[0] < 0.75 || ratios[1] > 2, "the step is not needlessly short");
            }
        }
    }

    /** Least and greatest eigenvalue of C⁻¹ M C⁻ᵀ. */
    private static double[] ratios(FullGaussian q, double[] matrix) {
        int d = q.dimension();
        double[] f = q.cholesky().inverseFactor();
        double[] whitened = Naive.product(Naive.product(f, matrix, d), Naive.transpose(f, d), d);
        RealMatrix symmetric = MatrixUtils.createRealMatrix(d, d);
        symmetric.walkInOptimizedOrder(new org.hipparchus.linear.DefaultRealMatrixChangingVisitor() {
            @Override
            public double visit(int i, int j, double zero) {
                return 0.5 * (whitened[i * d + j] + whitened[j * d + i]);
            }
        });
        double[] values = new EigenDecompositionSymmetric(symmetric).getEigenvalues();
        java.util.Arrays.sort(values);
        return new double[] {values[0], values[d - 1]};
    }

    @Test
    void settingsOutOfRange_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new TrustRegion(1, 2));
        assertThrows(IllegalArgumentException.class, () -> new TrustRegion(4, Double.NaN));
    }
}
