package io.credence.linalg;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Block products of the Java kernel against loops that follow their definition. */
class JavaDenseKernelTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final int[] ROWS = {0, 1, 3, 8, 33, 300};
    private static final int FIRST = 2;
    private static final double TOLERANCE = 1e-13;

    /** A block with FIRST rows before and one row after those that count, and weights of both signs and zero. */
    private record Case(int rows, int columns, double[] x, double[] weights) {
        static Case of(int rows, int columns) {
            RandomArrays random = RandomArrays.of("block " + rows + " " + columns);
            double[] x = random.sparseFloats((FIRST + rows + 1) * columns);
            double[] weights = random.normals(rows);
            for (int i = 0; i < rows; i += 5) {
                weights[i] = 0;
            }
            return new Case(rows, columns, x, weights);
        }

        double x(int i, int j) {
            return x[(FIRST + i) * columns + j];
        }

        float[] floats() {
            return RandomArrays.floats(x);
        }

        String name() {
            return rows + " rows × " + columns;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 100})
    void multiply_matchesLoops(int columns) {
        for (int rows : ROWS) {
            Case c = Case.of(rows, columns);
            double[] coefficients = RandomArrays.of("coefficients").normals(columns);
            double[] expected = new double[rows];
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    expected[i] += c.x(i, j) * coefficients[j];
                }
            }
            double[] doubles = new double[rows];
            double[] floats = new double[rows];
            KERNEL.multiply(c.x(), FIRST, rows, columns, coefficients, doubles);
            KERNEL.multiply(c.floats(), FIRST, rows, columns, coefficients, floats);
            assertClose(c.name(), expected, doubles, TOLERANCE);
            assertClose(c.name() + " float", expected, floats, TOLERANCE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 100})
    void addWeightedRows_matchesLoops(int columns) {
        for (int rows : ROWS) {
            Case c = Case.of(rows, columns);
            double[] before = RandomArrays.of("sum").normals(columns);
            double[] expected = before.clone();
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    expected[j] += c.weights()[i] * c.x(i, j);
                }
            }
            double[] doubles = before.clone();
            double[] floats = before.clone();
            KERNEL.addWeightedRows(c.x(), FIRST, rows, columns, c.weights(), doubles);
            KERNEL.addWeightedRows(c.floats(), FIRST, rows, columns, c.weights(), floats);
            assertClose(c.name(), expected, doubles, TOLERANCE);
            assertClose(c.name() + " float", expected, floats, TOLERANCE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 100})
    void squaredNorms_matchLoops(int columns) {
        double[] factor = RandomArrays.of("factor").lower(columns);
        for (int rows : ROWS) {
            Case c = Case.of(rows, columns);
            double[] expected = new double[rows];
            for (int i = 0; i < rows; i++) {
                for (int k = 0; k < columns; k++) {
                    double u = 0;
                    for (int j = 0; j <= k; j++) {
                        u += factor[k * columns + j] * c.x(i, j);
                    }
                    expected[i] += u * u;
                }
            }
            double[] doubles = new double[rows];
            double[] floats = new double[rows];
            KERNEL.squaredNorms(c.x(), FIRST, rows, columns, factor, doubles);
            KERNEL.squaredNorms(c.floats(), FIRST, rows, columns, factor, floats);
            assertClose(c.name(), expected, doubles, TOLERANCE);
            assertClose(c.name() + " float", expected, floats, TOLERANCE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 100})
    void addWeightedGram_matchesLoopsAndLeavesUpperTriangle(int columns) {
        for (int rows : ROWS) {
            assertGramMatches(Case.of(rows, columns));
        }
    }

    @Test
    void addWeightedGram_ofWideRows_matchesLoopsAcrossChunks() {
        assertGramMatches(Case.of(180, 1500));
    }

    private static void assertGramMatches(Case c) {
        int n = c.columns();
        double[] before = RandomArrays.of("gram").normals(n * n);
        double[] expected = before.clone();
        for (int i = 0; i < c.rows(); i++) {
            for (int a = 0; a < n; a++) {
                for (int b = 0; b <= a; b++) {
                    expected[a * n + b] += c.weights()[i] * c.x(i, a) * c.x(i, b);
                }
            }
        }
        double[] doubles = before.clone();
        double[] floats = before.clone();
        KERNEL.addWeightedGram(c.x(), FIRST, c.rows(), n, c.weights(), doubles);
        KERNEL.addWeightedGram(c.floats(), FIRST, c.rows(), n, c.weights(), floats);
        assertClose(c.name(), expected, doubles, TOLERANCE);
        assertClose(c.name() + " float", expected, floats, TOLERANCE);
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                assertEquals(before[a * n + b], doubles[a * n + b], "upper triangle");
            }
        }
    }

    @Test
    void rowsOfWeightZero_mayBeAnything() {
        double[] x = {1, 2, Double.NaN, Double.POSITIVE_INFINITY, 3, 4};
        double[] sum = new double[4];
        KERNEL.addWeightedGram(x, 0, 3, 2, new double[] {1, 0, -2}, sum);
        assertClose("gram", new double[] {-17, 0, -22, -28}, sum, 0);
    }
}
