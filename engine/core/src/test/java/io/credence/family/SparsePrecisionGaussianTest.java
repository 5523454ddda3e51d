package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class SparsePrecisionGaussianTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("sparse precision");

    @Override
    public SparsePrecisionGaussian any(RandomArrays random) {
        SparsePattern pattern = SparsePattern.bandedArrow(3, 1, 0);
        return new SparsePrecisionGaussian(pattern, random.uniforms(6 + pattern.count(), -0.7, 0.7));
    }

    private void assertDense(SparsePattern pattern) {
        int d = pattern.dimension();
        SparsePrecisionGaussian q =
                new SparsePrecisionGaussian(pattern, random.uniforms(2 * d + pattern.count(), -0.8, 0.8));
        double[] factor = new double[d * d];
        for (int i = 0; i < d; i++) {
            factor[i * d + i] = Math.exp(q.parameters()[d + i]);
            for (int at = pattern.starts()[i]; at < pattern.starts()[i + 1]; at++) {
                factor[i * d + pattern.columns()[at]] = q.parameters()[2 * d + at];
            }
        }
        double[] precision = Naive.product(factor, Naive.transpose(factor, d), d);
        FullGaussian gaussian = FullGaussian.of(JavaDenseKernel.INSTANCE, q.mean(), Symmetric.pack(precision, d));
        assertNotNull(gaussian);
        double[] theta = random.normals(d);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-12);
        assertClose("sd", gaussian.sd(), q.sd(), 1e-11);
    }

    @Test
    void logDensityAndSd_areThoseOfTheFullGaussian() {
        assertDense(SparsePattern.bandedArrow(7, 2, 0));
        assertDense(SparsePattern.bandedArrow(4, 0, 0));
        assertDense(SparsePattern.bandedArrow(7, 0, 2));
        assertDense(SparsePattern.bandedArrow(8, 1, 2));
        assertDense(SparsePattern.bandedArrow(5, 9, 0));
        assertDense(new SparsePattern(7, new int[] {0, 0, 0, 1, 1, 4, 5, 7}, new int[] {0, 0, 2, 3, 1, 2, 4}));
    }

    @Test
    void badPatterns_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> SparsePattern.bandedArrow(3, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> SparsePattern.bandedArrow(3, 0, 4));
        assertThrows(
                IllegalArgumentException.class, () -> new SparsePattern(3, new int[] {0, 0, 1, 2}, new int[] {0, 2}));
    }

    @Test
    void hundredThousandParameters_areEvaluated() {
        int d = 100_000;
        SparsePattern pattern = SparsePattern.bandedArrow(d, 1, 2);
        SparsePrecisionGaussian q = SparsePrecisionGaussian.around(pattern, new double[d], filled(d, 2));
        double[] theta = q.draw(0, random.normals(d));
        double[] score = new double[q.parameters().length];
        q.addScore(theta, 1, score);
        assertTrue(Double.isFinite(q.logDensity(theta)));
        assertClose("sd", filled(d, 2), q.sd(), 1e-14);
    }
}
