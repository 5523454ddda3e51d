package io.credence.kernel;

import static io.credence.kernel.Near.assertNear;
import static io.credence.kernel.Near.assertSameKind;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Java against native on matrices of order n, well conditioned. */
class MatrixMethodsTest {
    private static final DenseKernel JAVA = JavaDenseKernel.INSTANCE;
    private static DenseKernel underTest;

    @BeforeAll
    static void load() {
        underTest = BuiltLibrary.kernel();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 256})
    void cholesky_agrees(int n) {
        double[] expected = new RandomProblem(n).positiveDefinite();
        double[] actual = expected.clone();

        assertEquals(0, JAVA.cholesky(expected, n));
        assertEquals(0, underTest.cholesky(actual, n));

        assertNear(expected, actual, constant(n, 4), 8 * n * Near.DOUBLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 256})
    void inverse_agrees(int n) {
        double[] factor = new RandomProblem(n).lower();
        double[] expected = new double[n * n];
        double[] actual = garbage(n);

        JAVA.invertTriangular(factor, n, expected);
        underTest.invertTriangular(factor, n, actual);

        assertNear(expected, actual, constant(n, 1), 8 * n * Near.DOUBLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 256})
    void transposedProduct_agreesInBothTriangles(int n) {
        double[] factor = new RandomProblem(n).lower();
        double[] expected = new double[n * n];
        double[] actual = garbage(n);

        JAVA.transposedProduct(factor, n, expected);
        underTest.transposedProduct(factor, n, actual);

        assertNear(expected, actual, constant(n, 10), 4 * n * Near.DOUBLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 256})
    void retraction_agreesInTheLowerTriangle(int n) {
        RandomProblem problem = new RandomProblem(n);
        double[] precision = problem.positiveDefinite();
        double[] inverseFactor = problem.lower();
        double[] target = problem.symmetric();
        double[] expected = new double[n * n];
        double[] actual = garbage(n);

        JAVA.retract(precision, inverseFactor, target, n, expected);
        underTest.retract(precision, inverseFactor, target, n, actual);

        assertNear(lower(expected, n), lower(actual, n), constant(n, 16 * n), 4 * n * Near.DOUBLE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1e6, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void choleskyOfAnUnfitDiagonal_namesTheSameMinor(double unfit) {
        for (int n : new int[] {1, 13, 256}) {
            for (int at : new int[] {0, n / 2, n - 1}) {
                double[] expected = new RandomProblem(n).positiveDefinite();
                expected[at * n + at] = unfit;
                double[] actual = expected.clone();

                assertEquals(at + 1, JAVA.cholesky(expected, n));
                assertEquals(at + 1, underTest.cholesky(actual, n));
            }
        }
    }

    @Test
    void choleskyOfAnUnfitCorner_namesTheSameMinor() {
        int n = 31;
        for (double unfit : new double[] {1e6, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] expected = new RandomProblem(n).positiveDefinite();
            expected[20 * n + 5] = unfit;
            double[] actual = expected.clone();

            assertEquals(21, JAVA.cholesky(expected, n));
            assertEquals(21, underTest.cholesky(actual, n));
        }
    }

    @Test
    void theEarlierOfTwoFaults_isNamed() {
        int n = 200;
        double[] expected = new RandomProblem(n).positiveDefinite();
        expected[150 * n + 150] = -1;
        expected[70 * n + 3] = Double.NaN;
        double[] actual = expected.clone();

        assertEquals(71, JAVA.cholesky(expected, n));
        assertEquals(71, underTest.cholesky(actual, n));
    }

    @Test
    void inverseOfASingularFactor_isNotFinite() {
        int n = 13;
        double[] factor = new RandomProblem(n).lower();
        factor[7 * n + 7] = 0;
        double[] expected = new double[n * n];
        double[] actual = new double[n * n];

        JAVA.invertTriangular(factor, n, expected);
        underTest.invertTriangular(factor, n, actual);

        assertFalse(Double.isFinite(expected[7 * n + 7]));
        assertFalse(Double.isFinite(actual[7 * n + 7]));
    }

    @Test
    void inverseOfAFactorWithNaN_isNaNFromThatRowOn() {
        int n = 13;
        double[] factor = new RandomProblem(n).lower();
        factor[7 * n + 2] = Double.NaN;
        double[] expected = new double[n * n];
        double[] actual = new double[n * n];

        JAVA.invertTriangular(factor, n, expected);
        underTest.invertTriangular(factor, n, actual);

        assertTrue(Double.isNaN(expected[7 * n]) && Double.isNaN(actual[7 * n]));
        assertSameKind(Arrays.copyOf(expected, 7 * n), Arrays.copyOf(actual, 7 * n), 1e-12);
    }

    private static double[] garbage(int n) {
        return constant(n, Double.NaN);
    }

    private static double[] constant(int n, double value) {
        double[] result = new double[n * n];
        Arrays.fill(result, value);
        return result;
    }

    private static double[] lower(double[] matrix, int n) {
        double[] result = matrix.clone();
        for (int i = 0; i < n; i++) {
            Arrays.fill(result, i * n + i + 1, i * n + n, 0);
        }
        return result;
    }
}
