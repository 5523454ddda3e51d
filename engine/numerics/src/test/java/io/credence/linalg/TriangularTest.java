package io.credence.linalg;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriangularTest {

    /** Lower triangular matrix of order 2. */
    private static final double[] FACTOR = {2, 0, -3, 0.5};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 30, 33})
    void products_areThoseOfTheirDefinition(int n) {
        RandomArrays random = RandomArrays.of("triangular " + n);
        double[] lower = random.lower(n);
        double[] upper = Naive.transpose(lower, n);
        double[] a = random.normals(n * n);
        double[] symmetric = random.symmetric(n, 1);
        assertClose("AL", Naive.product(a, lower, n), Triangular.timesLower(a, lower, n), 1e-13);
        assertClose("ALᵀ", Naive.product(a, upper, n), Triangular.timesTransposed(a, lower, n), 1e-13);
        double[] expected = Naive.product(Naive.product(lower, symmetric, n), upper, n);
        assertClose("LALᵀ", expected, Triangular.congruence(lower, symmetric, n), 1e-13);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 9})
    void smallProductsFromAnyIndex_areThoseOfTheirDefinition(int n) {
        RandomArrays random = RandomArrays.of("small " + n);
        double[] lower = random.lower(n);
        double[] upper = Naive.transpose(lower, n);
        double[] other = random.lower(n);
        double[] a = random.normals(n * n);
        double[] behind = new double[3 + n * n];
        System.arraycopy(a, 0, behind, 3, n * n);
        double[] found = new double[1 + n * n];
        Triangular.multiply(lower, n, behind, 3, n, n, found, 1);
        assertClose("LA", Naive.product(lower, a, n), behind(found, 1), 1e-13);
        Triangular.multiplyTransposed(2, lower, n, behind, 3, n, n, found, 1, n);
        assertClose("2LᵀA", Vectors.scaled(2, Naive.product(upper, a, n)), behind(found, 1), 1e-13);
        Triangular.congruence(lower, n, behind, 3, n, found, 1);
        assertClose("LALᵀ", Naive.product(Naive.product(lower, a, n), upper, n), behind(found, 1), 1e-13);
        Triangular.multiplyFromRight(behind, 3, n, n, lower, n);
        assertClose("AL", Naive.product(a, lower, n), behind(behind, 3), 1e-13);
        assertClose("LM", Naive.product(lower, other, n), Triangular.lowerProduct(lower, other, n), 1e-13);
        double[] whole = Naive.product(lower, Naive.transpose(other, n), n);
        assertClose("LMᵀ", Naive.lower(whole, n), Triangular.productWithTransposed(lower, other, n), 1e-13);
        double[] square = Symmetric.unpack(Triangular.packedSquare(lower, n), n);
        assertClose("LLᵀ", Naive.product(lower, upper, n), square, 1e-13);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 9, 40})
    void solutions_leadBackToTheRightSides(int n) {
        RandomArrays random = RandomArrays.of("solutions " + n);
        double[] lower = random.lower(n);
        double[] b = random.normals(n);
        assertClose("L L⁻¹b", b, Triangular.times(lower, n, Triangular.solve(lower, n, b)), 1e-9);
        assertClose("Lᵀ L⁻ᵀb", b, Triangular.transposedTimes(lower, n, Triangular.solveTransposed(lower, n, b)), 1e-9);
        double[] sum = b.clone();
        Triangular.addProduct(lower, n, b, 0, sum);
        assertClose("b + Lb", Vectors.plusScaled(b, 1, Triangular.times(lower, n, b)), sum, 1e-12);
        double[] inverse = new double[n * n];
        Triangular.invert(lower, 0, n, inverse, 0);
        double[] columns = Symmetric.scaledIdentity(n, 1);
        Triangular.solve(lower, 0, n, columns, 0, n);
        assertClose("L⁻¹I", inverse, columns, 1e-9);
        double[] rows = Symmetric.scaledIdentity(n, 1);
        Triangular.solveTransposed(lower, 0, n, rows, 0, n);
        assertClose("L⁻ᵀI", Naive.transpose(inverse, n), rows, 1e-9);
    }

    /** A factor in a wider array, as of a basis that grows. */
    @Test
    void solutionsWithRowsApart_areThoseOfTheMatrix() {
        double[] wide = {2, 9, 9, -3, 0.5, 9};
        double[] x = {4, 1};
        Triangular.solve(wide, 0, 3, 2, x, 0, 1);
        assertArrayEquals(Triangular.solve(FACTOR, 2, new double[] {4, 1}), x, 1e-15);
        double[] y = {4, 1};
        Triangular.solveTransposed(wide, 0, 3, 2, y, 0, 1);
        assertArrayEquals(Triangular.solveTransposed(FACTOR, 2, new double[] {4, 1}), y, 1e-15);
    }

    @Test
    void factorOfOrthogonalizedRows_isTheCholeskyFactor() {
        double[] a = RandomArrays.of("rows").normals(9);
        double[] square = Naive.product(a, Naive.transpose(a, 3), 3);
        double[] orthogonal = a.clone();
        double[] lower = Triangular.ofOrthogonalizedRows(orthogonal, 3);
        assertClose("LLᵀ", square, Symmetric.unpack(Triangular.packedSquare(lower, 3), 3), 1e-13);
        assertClose("L Q", a, Naive.product(lower, orthogonal, 3), 1e-13);
    }

    private static double[] behind(double[] array, int first) {
        return Arrays.copyOfRange(array, first, array.length);
    }

    @Test
    void logCholesky_isRowsWithLogarithms() {
        double[] coordinates = Triangular.toLogCholesky(FACTOR, 2);
        assertArrayEquals(new double[] {Math.log(2), -3, Math.log(0.5)}, coordinates);
        assertEquals(Math.log(0.5), coordinates[Triangular.index(1, 1)]);
    }

    @Test
    void matrixOfLogCholesky_isFoundAgain() {
        double[] behind = {7, Math.log(2), -3, Math.log(0.5)};
        assertArrayEquals(FACTOR, Triangular.ofLogCholesky(behind, 1, 2), 1e-15);
        assertArrayEquals(new double[] {1, 0, 0, 1}, Triangular.ofLogCholesky(new double[3], 0, 2));
    }

    /** Of Σ w_ij f_ij, against central differences. */
    @Test
    void gradientInLogCholesky_followsTheChainRule() {
        double[] weights = {0.7, 100, -1.1, 2};
        double[] at = Triangular.toLogCholesky(FACTOR, 2);
        double[] gradient = Triangular.gradientInLogCholesky(weights, FACTOR, 2);
        for (int k = 0; k < at.length; k++) {
            double[] above = at.clone();
            double[] below = at.clone();
            above[k] += 1e-5;
            below[k] -= 1e-5;
            assertEquals((weighed(weights, above) - weighed(weights, below)) / 2e-5, gradient[k], 1e-8);
        }
    }

    private static double weighed(double[] weights, double[] at) {
        return Vectors.dot(weights, Triangular.ofLogCholesky(at, 0, 2));
    }
}
