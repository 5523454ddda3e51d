package io.credence.linalg;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eigenvalues and eigenvectors of symmetric matrices, put together again. */
class SymmetricEigenTest {

    private static void assertDecomposes(double[] matrix, int n, double tolerance) {
        SymmetricEigen eigen = SymmetricEigen.decompose(matrix, n);
        assertClose("matrix", matrix, eigen.matrixWithEigenvalues(eigen.eigenvalues()), tolerance);
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        double[] identity = new double[n * n];
        for (int j = 0; j < n; j++) {
            identity[j * n + j] = 1;
        }
        assertClose("Q Qᵀ", identity, eigen.matrixWithEigenvalues(ones), tolerance);
        double[] v = RandomArrays.of("vector").normals(n);
        assertClose("Q Qᵀ v", v, eigen.fromBasis(eigen.toBasis(v)), tolerance);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 32, 65})
    void indefiniteMatrix_isPutTogetherAgain(int n) {
        assertDecomposes(RandomArrays.of("eigen" + n).symmetric(n, 3), n, 1e-12);
    }

    /** Squares of its numbers are below or above all doubles. */
    @ParameterizedTest
    @ValueSource(ints = {-1020, -500, 500, 1000})
    void scaleOfAMatrix_isThatOfItsEigenvalues(int exponent) {
        int n = 7;
        double[] matrix = RandomArrays.of("scale").symmetric(n, 3);
        double[] scaled =
                Arrays.stream(matrix).map(x -> Math.scalb(x, exponent)).toArray();
        double[] expected = SymmetricEigen.decompose(matrix, n).eigenvalues();
        double[] found = SymmetricEigen.decompose(scaled, n).eigenvalues();
        for (int j = 0; j < n; j++) {
            assertClose("λ " + j, expected[j], Math.scalb(found[j], -exponent), 1e-12);
        }
    }

    /** A search's inverse curvature far from any mode, which no sweep diagonalised. */
    @Test
    void tinyMatrixWithTinierCorners_isPutTogetherAgain() {
        double[] matrix = {
            1.652200139187425e-152,
            -3.643385506322362e-169,
            -1.8548144395822933e-168,
            -3.643385506322362e-169,
            1.6522001391874247e-152,
            -1.086391314612486e-167,
            -1.8548144395822933e-168,
            -1.086391314612486e-167,
            1.6522001391874254e-152
        };
        double[] values = SymmetricEigen.decompose(matrix, 3).eigenvalues();
        for (double value : values) {
            assertClose("λ", 1.6522001391874247, value * 1e152, 1e-14);
        }
    }

    @Test
    void knownMatrix_hasItsEigenvalues() {
        double[] values = SymmetricEigen.decompose(new double[] {2, 1, 0, 1, 2, 0, 0, 0, 5}, 3)
                .eigenvalues()
                .clone();
        Arrays.sort(values);
        assertClose("λ", new double[] {1, 3, 5}, values, 1e-14);
    }

    @Test
    void sumOfFewerSquaresThanItsOrder_hasZeroEigenvalues() {
        int n = 40;
        double[] few = RandomArrays.of("deficient").normals(6 * n);
        double[] ones = new double[6];
        Arrays.fill(ones, 1);
        double[] gram = Products.symmetrize(
                Products.weightedCrossProduct(JavaDenseKernel.INSTANCE, few, 6, n, ones, few, n), n);
        assertDecomposes(gram, n, 1e-12);
        double[] values = SymmetricEigen.decompose(gram, n).eigenvalues().clone();
        Arrays.sort(values);
        for (int j = 0; j < n - 6; j++) {
            assertWithin("λ " + j, 0, values[j], 1e-10);
        }
    }

    @Test
    void diagonalAndZero_areTheirOwnEigenvalues() {
        assertArrayEquals(
                new double[] {3, -1},
                SymmetricEigen.decompose(new double[] {3, 0, 0, -1}, 2).eigenvalues());
        assertArrayEquals(
                new double[3], SymmetricEigen.decompose(new double[9], 3).eigenvalues());
    }

    @Test
    void numberThatIsNone_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> SymmetricEigen.decompose(new double[] {1, Double.NaN, Double.NaN, 1}, 2));
    }

    @Test
    void products_areThoseOfNaiveLoops() {
        RandomArrays random = RandomArrays.of("products");
        double[] a = random.normals(9);
        double[] b = random.normals(9);
        assertClose("AB", Naive.product(a, b, 3), Products.times(JavaDenseKernel.INSTANCE, a, 3, 3, b, 3), 1e-14);
        assertClose(
                "ABᵀ",
                Naive.product(a, Naive.transpose(b, 3), 3),
                Products.timesTransposed(JavaDenseKernel.INSTANCE, a, 3, 3, b, 3),
                1e-14);
        double[] congruent = Naive.product(Naive.product(a, b, 3), Naive.transpose(a, 3), 3);
        assertClose("ABAᵀ", congruent, Products.congruence(JavaDenseKernel.INSTANCE, a, b, 3), 1e-14);
        double[] twice = {2, 2, 2};
        double[] expected = Naive.product(Naive.transpose(a, 3), b, 3);
        double[] doubled = Arrays.stream(expected).map(x -> 2 * x).toArray();
        assertClose(
                "2AᵀB", doubled, Products.weightedCrossProduct(JavaDenseKernel.INSTANCE, a, 3, 3, twice, b, 3), 1e-14);
    }
}
