package io.credence.linalg;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskyTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final double TOLERANCE = 1e-11;

    private static double[] definite(int n) {
        return RandomArrays.of("definite " + n).definite(n);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 32, 33, 64, 100})
    void factorTimesItsTranspose_isTheMatrix(int n) {
        double[] matrix = definite(n);
        double[] factor = matrix.clone();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                factor[i * n + j] = Double.NaN; // the upper triangle is not read
            }
        }
        assertEquals(0, KERNEL.cholesky(factor, n), TestSeed.replay());
        assertClose("C Cᵀ", matrix, Naive.product(factor, Naive.transpose(factor, n), n), 1e-13);
        assertClose("upper triangle", Naive.lower(factor, n), factor, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 32, 33, 64, 100})
    void inverseSolutionAndDeterminant_matchElimination(int n) {
        double[] matrix = definite(n);
        Cholesky cholesky = Cholesky.of(KERNEL, matrix, n);
        double[] inverse = Naive.inverse(matrix, n);
        double[] b = RandomArrays.of("right side").normals(n);
        assertEquals(n, cholesky.order());
        assertClose("inverse", inverse, cholesky.inverse(), TOLERANCE);
        assertClose("solution", Naive.times(inverse, b), cholesky.solve(b), TOLERANCE);
        assertClose("log determinant", Naive.logDeterminant(matrix, n), cholesky.logDeterminant(), TOLERANCE);
        double[] identity = Naive.product(cholesky.inverseFactor(), cholesky.factor(), n);
        assertClose("C⁻¹ C", Naive.diagonal(RandomArrays.of("").uniforms(n, 1, 1)), identity, TOLERANCE);
        assertClose("upper triangle", Naive.lower(cholesky.inverseFactor(), n), cholesky.inverseFactor(), 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 64, 100})
    void firstMinorThatIsNotPositive_isReported(int n) {
        double[] matrix = definite(n);
        double[] factor = Cholesky.of(KERNEL, matrix, n).factor();
        for (int k = 0; k < n; k += 1 + n / 7) {
            double pivot = factor[k * n + k] * factor[k * n + k];
            double[] spoilt = matrix.clone();
            spoilt[k * n + k] -= pivot + 0.01;
            assertEquals(k + 1, KERNEL.cholesky(spoilt.clone(), n), TestSeed.replay());
            assertNull(Cholesky.of(KERNEL, spoilt, n));
        }
    }

    @Test
    void matrixThatIsNotFinite_isRefused() {
        assertEquals(2, KERNEL.cholesky(new double[] {1, 0, Double.NaN, 1}, 2));
        assertEquals(1, KERNEL.cholesky(new double[] {Double.POSITIVE_INFINITY}, 1));
        assertEquals(1, KERNEL.cholesky(new double[] {0}, 1));
    }

    @Test
    void factorisation_leavesItsArgument() {
        double[] matrix = definite(5);
        double[] before = matrix.clone();
        Cholesky cholesky = Cholesky.of(KERNEL, matrix, 5);
        cholesky.solve(matrix);
        assertClose("matrix", before, matrix, 0);
        assertNotEquals(before[0], cholesky.factor()[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 32, 33, 100})
    void transposedProduct_hasBothTriangles(int n) {
        double[] factor = RandomArrays.of("factor " + n).lower(n);
        double[] product = RandomArrays.of("garbage").normals(n * n);
        KERNEL.transposedProduct(factor, n, product);
        assertClose("FᵀF", Naive.product(Naive.transpose(factor, n), factor, n), product, 1e-13);
    }

    @Test
    void semidefiniteRoot_reproducesTheMatrix() {
        double[] singular = {0, 0, 0, 0, 4, 2, 0, 2, 1};
        double[] root = new double[9];
        Cholesky.semidefiniteRoot(singular, 0, 3, root);
        assertClose("R Rᵀ", singular, Naive.product(root, Naive.transpose(root, 3), 3), 1e-15);
        double[] definite = RandomArrays.of("root").definite(4);
        double[] shifted = new double[20];
        System.arraycopy(definite, 0, shifted, 4, 16);
        root = new double[16];
        Cholesky.semidefiniteRoot(shifted, 4, 4, root);
        assertClose("R Rᵀ", definite, Naive.product(root, Naive.transpose(root, 4), 4), 1e-14);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 9})
    void factorAndInverseInPlace_areThoseOfTheFactorisation(int n) {
        double[] matrix = RandomArrays.of("in place " + n).definite(n);
        Cholesky whole = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, n);
        double[] behind = new double[2 + n * n];
        System.arraycopy(matrix, 0, behind, 2, n * n);
        assertEquals(0, Cholesky.factorInPlace(behind, 2, n));
        assertClose("C", whole.factor(), Arrays.copyOfRange(behind, 2, behind.length), 1e-13);
        System.arraycopy(matrix, 0, behind, 2, n * n);
        assertTrue(Cholesky.invertInPlace(behind, 2, n));
        assertClose("P⁻¹", whole.inverse(), Arrays.copyOfRange(behind, 2, behind.length), 1e-11);
    }

    @Test
    void indefiniteMatrixInPlace_isRefusedByItsFirstMinor() {
        assertEquals(2, Cholesky.factorInPlace(new double[] {1, 2, 2, 1}, 0, 2));
        assertFalse(Cholesky.invertInPlace(new double[] {1, 2, 2, 1}, 0, 2));
    }
}
