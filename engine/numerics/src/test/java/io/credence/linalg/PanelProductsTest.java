package io.credence.linalg;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Matrix-matrix products of the Java kernel against loops that follow their definition, at the edges of its tiles. */
class PanelProductsTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final int FIRST = 2;
    private static final double TOLERANCE = 1e-13;

    /** A block of rows × columns from row FIRST on, and S sums. */
    record Shape(int rows, int columns, int sums) {
        double[] block() {
            return RandomArrays.of("block " + this).sparseFloats((FIRST + rows + 1) * columns);
        }
    }

    static List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        for (int sums : new int[] {1, 2, 5, 9}) {
            for (int columns : new int[] {1, 3, 4, 5, 63, 64, 65}) {
                for (int rows : new int[] {1, 3, 4, 63, 65}) {
                    shapes.add(new Shape(rows, columns, sums));
                }
            }
        }
        shapes.addAll(
                List.of(new Shape(255, 3, 4), new Shape(256, 130, 3), new Shape(257, 4, 3), new Shape(515, 7, 70)));
        return shapes;
    }

    /** A panel within an array of numbers that are not its own. */
    private static MatrixView panel(String name, int rows, int columns) {
        int stride = columns + 3;
        return new MatrixView(RandomArrays.of(name).normals(5 + rows * stride + 4), 5, rows, columns, stride);
    }

    private static double at(MatrixView panel, int i, int j) {
        return panel.values()[panel.offset() + i * panel.stride() + j];
    }

    private static MatrixView copy(MatrixView panel) {
        return new MatrixView(panel.values().clone(), panel.offset(), panel.rows(), panel.columns(), panel.stride());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void multiply_matchesLoops(Shape shape) {
        double[] x = shape.block();
        MatrixView c = panel("coefficients", shape.sums, shape.columns);
        MatrixView expected = panel("out", shape.sums, shape.rows);
        MatrixView doubles = copy(expected);
        MatrixView floats = copy(expected);
        for (int s = 0; s < shape.sums; s++) {
            for (int i = 0; i < shape.rows; i++) {
                double sum = 0;
                for (int j = 0; j < shape.columns; j++) {
                    sum += at(c, s, j) * x[(FIRST + i) * shape.columns + j];
                }
                expected.values()[expected.offset() + s * expected.stride() + i] = sum;
            }
        }
        KERNEL.multiply(x, FIRST, shape.rows, shape.columns, c, doubles);
        KERNEL.multiply(RandomArrays.floats(x), FIRST, shape.rows, shape.columns, c, floats);
        assertClose(shape.toString(), expected.values(), doubles.values(), TOLERANCE);
        assertArrayEquals(doubles.values(), floats.values(), shape + " float");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void addWeightedRows_matchesLoops(Shape shape) {
        double[] x = shape.block();
        MatrixView w = panel("weights", shape.sums, shape.rows);
        MatrixView expected = panel("sums", shape.sums, shape.columns);
        MatrixView doubles = copy(expected);
        MatrixView floats = copy(expected);
        for (int s = 0; s < shape.sums; s++) {
            for (int i = 0; i < shape.rows; i++) {
                add(expected, s, at(w, s, i), x, i);
            }
        }
        KERNEL.addWeightedRows(x, FIRST, shape.rows, shape.columns, w, doubles);
        KERNEL.addWeightedRows(RandomArrays.floats(x), FIRST, shape.rows, shape.columns, w, floats);
        assertClose(shape.toString(), expected.values(), doubles.values(), TOLERANCE);
        assertArrayEquals(doubles.values(), floats.values(), shape + " float");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void addCrossProduct_matchesLoops(Shape shape) {
        double[] x = shape.block();
        MatrixView a = panel("factors", shape.rows, shape.sums);
        MatrixView expected = panel("sums", shape.sums, shape.columns);
        MatrixView doubles = copy(expected);
        MatrixView floats = copy(expected);
        for (int s = 0; s < shape.sums; s++) {
            for (int i = 0; i < shape.rows; i++) {
                add(expected, s, at(a, i, s), x, i);
            }
        }
        KERNEL.addCrossProduct(x, FIRST, shape.rows, shape.columns, a, doubles);
        KERNEL.addCrossProduct(RandomArrays.floats(x), FIRST, shape.rows, shape.columns, a, floats);
        assertClose(shape.toString(), expected.values(), doubles.values(), TOLERANCE);
        assertArrayEquals(doubles.values(), floats.values(), shape + " float");
    }

    private static void add(MatrixView sums, int s, double factor, double[] x, int i) {
        for (int j = 0; j < sums.columns(); j++) {
            sums.values()[sums.offset() + s * sums.stride() + j] += factor * x[(FIRST + i) * sums.columns() + j];
        }
    }

    @Test
    void aProduct_doesNotDependOnThoseBesideIt() {
        Shape many = new Shape(300, 70, 90);
        double[] x = many.block();
        MatrixView c = panel("coefficients", 90, 70);
        MatrixView w = panel("weights", 90, 300);
        double[] products = new double[90 * 300];
        double[] sums = new double[90 * 70];
        KERNEL.multiply(x, FIRST, 300, 70, c, MatrixView.of(products, 90, 300));
        KERNEL.addWeightedRows(x, FIRST, 300, 70, w, MatrixView.of(sums, 90, 70));
        double[] product = new double[300];
        double[] sum = new double[70];
        KERNEL.multiply(x, FIRST, 300, 70, row(c, 41), MatrixView.of(product, 1, 300));
        KERNEL.addWeightedRows(x, FIRST, 300, 70, row(w, 41), MatrixView.of(sum, 1, 70));
        for (int i = 0; i < 300; i++) {
            assertEquals(products[41 * 300 + i], product[i]);
        }
        for (int j = 0; j < 70; j++) {
            assertEquals(sums[41 * 70 + j], sum[j]);
        }
    }

    private static MatrixView row(MatrixView panel, int s) {
        return new MatrixView(panel.values(), panel.offset() + s * panel.stride(), 1, panel.columns(), panel.stride());
    }
}
