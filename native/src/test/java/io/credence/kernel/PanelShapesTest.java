package io.credence.kernel;

import static io.credence.kernel.Near.assertNear;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.MatrixView;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The native products of blocks with panels in all small shapes, against loops; and what their bits depend on. */
class PanelShapesTest {
    private static DenseKernel underTest;

    @BeforeAll
    static void load() {
        underTest = BuiltLibrary.kernel();
    }

    /** One of the products of a block X with a panel A. */
    enum Product {
        MULTIPLY,
        ADD_WEIGHTED_ROWS,
        ADD_CROSS_PRODUCT;

        int height(int rows, int sums) {
            return this == ADD_CROSS_PRODUCT ? rows : sums;
        }

        int width(int rows, int columns, int sums) {
            return this == MULTIPLY ? columns : this == ADD_WEIGHTED_ROWS ? rows : sums;
        }

        int resultWidth(int rows, int columns) {
            return this == MULTIPLY ? rows : columns;
        }

        void run(DenseKernel kernel, double[] x, int first, int rows, int columns, MatrixView a, MatrixView result) {
            switch (this) {
                case MULTIPLY -> kernel.multiply(x, first, rows, columns, a, result);
                case ADD_WEIGHTED_ROWS -> kernel.addWeightedRows(x, first, rows, columns, a, result);
                case ADD_CROSS_PRODUCT -> kernel.addCrossProduct(x, first, rows, columns, a, result);
            }
        }

        void run(DenseKernel kernel, float[] x, int first, int rows, int columns, MatrixView a, MatrixView result) {
            switch (this) {
                case MULTIPLY -> kernel.multiply(x, first, rows, columns, a, result);
                case ADD_WEIGHTED_ROWS -> kernel.addWeightedRows(x, first, rows, columns, a, result);
                case ADD_CROSS_PRODUCT -> kernel.addCrossProduct(x, first, rows, columns, a, result);
            }
        }

        /** The same by three loops; {@code sizes} gets the sums of absolute values. */
        void loop(double[] x, int first, int rows, int columns, MatrixView a, MatrixView result, double[] sizes) {
            for (int s = 0; s < result.rows(); s++) {
                for (int c = 0; c < result.columns(); c++) {
                    int at = result.rowOffset(s) + c;
                    double sum = this == MULTIPLY ? 0 : result.values()[at];
                    double size = Math.abs(sum);
                    for (int k = 0; k < (this == MULTIPLY ? columns : rows); k++) {
                        double ofX = this == MULTIPLY ? x[(first + c) * columns + k] : x[(first + k) * columns + c];
                        double ofA = a.values()[this == ADD_CROSS_PRODUCT ? a.rowOffset(k) + s : a.rowOffset(s) + k];
                        sum += ofX * ofA;
                        size += Math.abs(ofX * ofA);
                    }
                    result.values()[at] = sum;
                    sizes[at] = size;
                }
            }
        }
    }

    /** A block from row FIRST on, a panel and a place for the result within larger arrays. */
    private static final class Problem {
        private static final int FIRST = 3;
        private final Product product;
        private final int rows;
        private final int columns;
        private final int sums;
        private final float[] single;
        private final double[] x;
        private final MatrixView a;
        private final double[] before;

        Problem(Product product, int rows, int columns, int sums) {
            this.product = product;
            this.rows = rows;
            this.columns = columns;
            this.sums = sums;
            RandomProblem random = new RandomProblem(columns);
            single = random.floats((FIRST + rows) * columns);
            x = new double[single.length];
            for (int i = 0; i < x.length; i++) {
                x[i] = single[i];
            }
            int height = product.height(rows, sums);
            int width = product.width(rows, columns, sums);
            a = new MatrixView(random.numbers(5 + height * (width + 2)), 5, height, width, width + 2);
            before = random.numbers(7 + sums * (product.resultWidth(rows, columns) + 1));
        }

        MatrixView result(double[] numbers) {
            int width = product.resultWidth(rows, columns);
            return new MatrixView(numbers, 7, sums, width, width + 1);
        }

        double[] ofDoubles(DenseKernel kernel) {
            double[] numbers = before.clone();
            product.run(kernel, x, FIRST, rows, columns, a, result(numbers));
            return numbers;
        }

        /** The same with all arrays {@code shift} numbers, the block as many rows, further on. */
        double[] ofDoubles(DenseKernel kernel, int shift) {
            double[] numbers = shifted(before, shift);
            MatrixView of = result(numbers);
            product.run(
                    kernel,
                    shifted(x, shift * columns),
                    FIRST + shift,
                    rows,
                    columns,
                    new MatrixView(shifted(a.values(), shift), a.offset() + shift, a.rows(), a.columns(), a.stride()),
                    new MatrixView(numbers, of.offset() + shift, of.rows(), of.columns(), of.stride()));
            return numbers;
        }

        private static double[] shifted(double[] numbers, int shift) {
            double[] result = new double[numbers.length + shift];
            System.arraycopy(numbers, 0, result, shift, numbers.length);
            return result;
        }

        /** The part of the panel that makes sum {@code s}. */
        MatrixView argumentOf(int s) {
            return product == Product.ADD_CROSS_PRODUCT
                    ? new MatrixView(a.values(), a.offset() + s, a.rows(), 1, a.stride())
                    : new MatrixView(a.values(), a.rowOffset(s), 1, a.columns(), a.stride());
        }

        double[] ofFloats(DenseKernel kernel) {
            double[] numbers = before.clone();
            product.run(kernel, single, FIRST, rows, columns, a, result(numbers));
            return numbers;
        }

        void assertAgrees() {
            double[] expected = before.clone();
            double[] sizes = new double[expected.length];
            product.loop(x, FIRST, rows, columns, a, result(expected), sizes);
            double roundings = 2.0 * (product == Product.MULTIPLY ? columns : rows + 2);
            double[] doubles = ofDoubles(underTest);
            assertNear(expected, doubles, sizes, roundings * Near.DOUBLE);
            assertArrayEquals(doubles, ofFloats(underTest)); // floats are multiplied as the doubles that they are
        }
    }

    @ParameterizedTest
    @EnumSource
    void everySmallShape_agreesWithLoops(Product product) {
        for (int sums = 1; sums <= 20; sums++) {
            for (int columns = 1; columns <= 70; columns++) {
                new Problem(product, 1 + (31 * columns + 17 * sums) % 150, columns, sums).assertAgrees();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "31, 127, 9",
        "32, 128, 127",
        "33, 129, 128",
        "127, 257, 129",
        "128, 31, 130",
        "129, 300, 257",
        "513, 1, 40",
        "1, 1, 1",
        "2, 500, 1",
        "700, 3, 2"
    })
    void shapesAroundTheEdgesOfTiles_agreeWithLoops(int rows, int columns, int sums) {
        for (Product product : Product.values()) {
            new Problem(product, rows, columns, sums).assertAgrees();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "native"})
    void aSum_hasTheSameBitsAloneAndAmongOthers(String name) {
        DenseKernel kernel = kernel(name);
        for (Product product : Product.values()) {
            Problem problem = new Problem(product, 301, 50, 150);
            double[] together = problem.ofDoubles(kernel);
            assertArrayEquals(together, problem.ofDoubles(kernel));
            for (int s = 0; s < problem.sums; s += 7) {
                double[] alone = problem.before.clone();
                MatrixView all = problem.result(alone);
                MatrixView one = new MatrixView(alone, all.rowOffset(s), 1, all.columns(), all.stride());
                product.run(
                        kernel, problem.x, Problem.FIRST, problem.rows, problem.columns, problem.argumentOf(s), one);
                int end = one.offset() + one.columns();
                assertArrayEquals(
                        Arrays.copyOfRange(together, one.offset(), end), Arrays.copyOfRange(alone, one.offset(), end));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "native"})
    void placesInArrays_moveNoBit(String name) {
        for (Product product : Product.values()) {
            Problem problem = new Problem(product, 77, 13, 11);
            double[] expected = problem.ofDoubles(kernel(name));
            for (int shift = 1; shift <= 8; shift++) {
                double[] shifted = problem.ofDoubles(kernel(name), shift);
                assertArrayEquals(expected, Arrays.copyOfRange(shifted, shift, shifted.length));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "native"})
    void predictorsOfARow_haveTheSameBitsInEveryCutOfABlock(String name) {
        Problem problem = new Problem(Product.MULTIPLY, 100, 37, 10);
        double[] whole = problem.ofDoubles(kernel(name));
        double[] cut = problem.before.clone();
        MatrixView all = problem.result(cut);
        int from = 0;
        for (int rows = 1; from < problem.rows; rows = Math.min(rows + 5, problem.rows - from)) {
            MatrixView part = new MatrixView(cut, all.offset() + from, all.rows(), rows, all.stride());
            kernel(name).multiply(problem.x, Problem.FIRST + from, rows, problem.columns, problem.a, part);
            from += rows;
        }
        assertArrayEquals(whole, cut);
    }

    private static DenseKernel kernel(String name) {
        return name.equals("java") ? JavaDenseKernel.INSTANCE : underTest;
    }
}
