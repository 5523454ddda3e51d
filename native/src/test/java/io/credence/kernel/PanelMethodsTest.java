package io.credence.kernel;

import static io.credence.kernel.Near.absolute;
import static io.credence.kernel.Near.assertNear;
import static io.credence.kernel.Near.assertSameKind;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.MatrixView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java against native in the products of blocks of doubles and of floats with panels. */
class PanelMethodsTest {
    private static final DenseKernel JAVA = JavaDenseKernel.INSTANCE;
    private static final int FIRST = 3;
    private static DenseKernel underTest;

    /** A block of rows × columns from row FIRST on, and S sums; the panels lie within larger arrays. */
    record Shape(int columns, int rows, int sums) {
        MatrixView panel(double[] numbers, int height, int width) {
            return new MatrixView(numbers, 5, height, width, width + 2);
        }

        double[] numbers(RandomProblem problem, int height, int width) {
            return problem.numbers(5 + height * (width + 2));
        }
    }

    static List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>();
        for (int columns : new int[] {1, 13, 50, 257}) {
            for (int rows : new int[] {1, 127, 129, 512}) {
                for (int sums : new int[] {1, 33}) {
                    shapes.add(new Shape(columns, rows, sums));
                }
            }
        }
        shapes.add(new Shape(1100, 129, 3)); // wider than what is widened at a time
        return shapes;
    }

    @BeforeAll
    static void load() {
        underTest = BuiltLibrary.kernel();
    }

    /** One of the products, of doubles or floats, into a copy of {@code result}. */
    private interface Product {
        void run(DenseKernel kernel, MatrixView argument, MatrixView result);

        default double[] of(DenseKernel kernel, MatrixView argument, double[] result, Shape shape, int width) {
            double[] copy = result.clone();
            run(kernel, argument, shape.panel(copy, shape.sums, width));
            return copy;
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void multiply_agrees(Shape shape) {
        RandomProblem problem = new RandomProblem(shape.columns);
        double[] x = problem.numbers((FIRST + shape.rows + 1) * shape.columns);
        float[] f = problem.floats(x.length);
        double[] c = shape.numbers(problem, shape.sums, shape.columns);
        double[] before = shape.numbers(problem, shape.sums, shape.rows);
        MatrixView panel = shape.panel(c, shape.sums, shape.columns);
        MatrixView sizes = shape.panel(absolute(c), shape.sums, shape.columns);
        double roundings = 2.0 * shape.columns * Near.DOUBLE;

        Product doubles = (kernel, a, out) -> kernel.multiply(x, FIRST, shape.rows, shape.columns, a, out);
        Product floats = (kernel, a, out) -> kernel.multiply(f, FIRST, shape.rows, shape.columns, a, out);
        Product ofX = (kernel, a, out) -> kernel.multiply(absolute(x), FIRST, shape.rows, shape.columns, a, out);
        Product ofF = (kernel, a, out) -> kernel.multiply(absolute(f), FIRST, shape.rows, shape.columns, a, out);
        assertAgree(doubles, ofX, panel, sizes, before, shape, shape.rows, roundings);
        assertAgree(floats, ofF, panel, sizes, before, shape, shape.rows, roundings);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void addWeightedRows_agrees(Shape shape) {
        RandomProblem problem = new RandomProblem(shape.columns);
        double[] x = problem.numbers((FIRST + shape.rows + 1) * shape.columns);
        float[] f = problem.floats(x.length);
        double[] w = shape.numbers(problem, shape.sums, shape.rows);
        double[] before = shape.numbers(problem, shape.sums, shape.columns);
        MatrixView panel = shape.panel(w, shape.sums, shape.rows);
        MatrixView sizes = shape.panel(absolute(w), shape.sums, shape.rows);
        double roundings = 2.0 * (shape.rows + 2) * Near.DOUBLE;

        Product doubles = (kernel, a, sums) -> kernel.addWeightedRows(x, FIRST, shape.rows, shape.columns, a, sums);
        Product floats = (kernel, a, sums) -> kernel.addWeightedRows(f, FIRST, shape.rows, shape.columns, a, sums);
        Product ofX =
                (kernel, a, sums) -> kernel.addWeightedRows(absolute(x), FIRST, shape.rows, shape.columns, a, sums);
        Product ofF =
                (kernel, a, sums) -> kernel.addWeightedRows(absolute(f), FIRST, shape.rows, shape.columns, a, sums);
        assertAgree(doubles, ofX, panel, sizes, before, shape, shape.columns, roundings);
        assertAgree(floats, ofF, panel, sizes, before, shape, shape.columns, roundings);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void addCrossProduct_agrees(Shape shape) {
        RandomProblem problem = new RandomProblem(shape.columns);
        double[] x = problem.numbers((FIRST + shape.rows + 1) * shape.columns);
        float[] f = problem.floats(x.length);
        double[] a = shape.numbers(problem, shape.rows, shape.sums);
        double[] before = shape.numbers(problem, shape.sums, shape.columns);
        MatrixView panel = shape.panel(a, shape.rows, shape.sums);
        MatrixView sizes = shape.panel(absolute(a), shape.rows, shape.sums);
        double roundings = 2.0 * (shape.rows + 2) * Near.DOUBLE;

        Product doubles = (kernel, p, sums) -> kernel.addCrossProduct(x, FIRST, shape.rows, shape.columns, p, sums);
        Product floats = (kernel, p, sums) -> kernel.addCrossProduct(f, FIRST, shape.rows, shape.columns, p, sums);
        Product ofX =
                (kernel, p, sums) -> kernel.addCrossProduct(absolute(x), FIRST, shape.rows, shape.columns, p, sums);
        Product ofF =
                (kernel, p, sums) -> kernel.addCrossProduct(absolute(f), FIRST, shape.rows, shape.columns, p, sums);
        assertAgree(doubles, ofX, panel, sizes, before, shape, shape.columns, roundings);
        assertAgree(floats, ofF, panel, sizes, before, shape, shape.columns, roundings);
    }

    private static void assertAgree(
            Product product,
            Product ofSizes,
            MatrixView argument,
            MatrixView sizes,
            double[] before,
            Shape shape,
            int width,
            double roundings) {
        assertNear(
                product.of(JAVA, argument, before, shape, width),
                product.of(underTest, argument, before, shape, width),
                ofSizes.of(JAVA, sizes, absolute(before), shape, width),
                roundings);
    }

    @Test
    void aRowOfNaN_spoilsWhatItTouchesAndNothingElse() {
        Shape shape = new Shape(13, 257, 5);
        RandomProblem problem = new RandomProblem(13);
        double[] x = problem.numbers((FIRST + 258) * 13);
        x[(FIRST + 200) * 13 + 6] = Double.NaN;
        MatrixView c = MatrixView.of(problem.numbers(5 * 13), 5, 13);
        MatrixView w = MatrixView.of(problem.numbers(5 * 257), 5, 257);
        Product multiply = (kernel, a, out) -> kernel.multiply(x, FIRST, 257, 13, a, out);
        Product addRows = (kernel, a, sums) -> kernel.addWeightedRows(x, FIRST, 257, 13, a, sums);

        double[] products = shape.numbers(problem, 5, 257);
        double[] sums = shape.numbers(problem, 5, 13);
        assertSameKind(
                multiply.of(JAVA, c, products, shape, 257), multiply.of(underTest, c, products, shape, 257), 1e-11);
        assertSameKind(addRows.of(JAVA, w, sums, shape, 13), addRows.of(underTest, w, sums, shape, 13), 1e-11);
    }

    @Test
    void panelsOfOtherShapes_areRejected() {
        double[] x = new double[6];
        MatrixView twoByTwo = MatrixView.of(new double[4], 2, 2);
        MatrixView twoByThree = MatrixView.of(new double[6], 2, 3);
        assertThrows(IllegalArgumentException.class, () -> underTest.multiply(x, 0, 3, 2, twoByTwo, twoByTwo));
        assertThrows(IllegalArgumentException.class, () -> underTest.addWeightedRows(x, 0, 3, 2, twoByTwo, twoByTwo));
        assertThrows(IllegalArgumentException.class, () -> underTest.addCrossProduct(x, 0, 3, 2, twoByThree, twoByTwo));
    }
}
