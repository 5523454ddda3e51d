package io.credence.kernel;

import static io.credence.kernel.Near.absolute;
import static io.credence.kernel.Near.assertNear;
import static io.credence.kernel.Near.assertSameKind;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java against native on blocks of doubles and of floats. */
class BlockMethodsTest {
    private static final DenseKernel JAVA = JavaDenseKernel.INSTANCE;
    private static DenseKernel underTest;

    /** Part of a random block: {@code rows} rows from {@code first} on. */
    record Part(int columns, int rows, int first) {

        double[] doubles(RandomProblem problem) {
            return problem.numbers((first + rows + 1) * columns);
        }

        float[] floats(RandomProblem problem) {
            return problem.floats((first + rows + 1) * columns);
        }
    }

    static List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (int columns : new int[] {1, 3, 8, 13, 31, 256}) {
            for (int rows : new int[] {0, 1, 5, 257, 700}) {
                parts.add(new Part(columns, rows, 0));
                parts.add(new Part(columns, rows, 3));
            }
        }
        return parts;
    }

    @BeforeAll
    static void load() {
        underTest = BuiltLibrary.kernel();
    }

    @ParameterizedTest
    @MethodSource("parts")
    void multiply_agrees(Part part) {
        RandomProblem problem = new RandomProblem(part.columns);
        double[] coefficients = problem.numbers(part.columns);
        double roundings = 2.0 * part.columns * Near.DOUBLE;

        double[] x = part.doubles(problem);
        assertNear(
                multiply(JAVA, x, part, coefficients),
                multiply(underTest, x, part, coefficients),
                multiply(JAVA, absolute(x), part, absolute(coefficients)),
                roundings);

        float[] f = part.floats(problem);
        assertNear(
                multiply(JAVA, f, part, coefficients),
                multiply(underTest, f, part, coefficients),
                multiply(JAVA, absolute(f), part, absolute(coefficients)),
                roundings);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void addWeightedRows_agrees(Part part) {
        RandomProblem problem = new RandomProblem(part.columns);
        double[] weights = problem.weights(part.rows);
        double roundings = 2.0 * (part.rows + 2) * Near.DOUBLE;

        double[] x = part.doubles(problem);
        assertNear(
                addRows(JAVA, x, part, weights),
                addRows(underTest, x, part, weights),
                addRows(JAVA, absolute(x), part, absolute(weights)),
                roundings);

        float[] f = part.floats(problem);
        assertNear(
                addRows(JAVA, f, part, weights),
                addRows(underTest, f, part, weights),
                addRows(JAVA, absolute(f), part, absolute(weights)),
                roundings);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void squaredNorms_agree(Part part) {
        RandomProblem problem = new RandomProblem(part.columns);
        double[] factor = problem.lower();

        double[] x = part.doubles(problem);
        assertNear(
                norms(JAVA, x, part, factor),
                norms(underTest, x, part, factor),
                norms(JAVA, absolute(x), part, absolute(factor)),
                4.0 * part.columns * Near.DOUBLE);

        float[] f = part.floats(problem);
        assertNear(
                norms(JAVA, f, part, factor),
                norms(underTest, f, part, factor),
                norms(JAVA, absolute(f), part, absolute(factor)),
                2.0 * (part.columns + 2) * Near.FLOAT);
    }

    @ParameterizedTest
    @MethodSource("parts")
    void addWeightedGram_agrees(Part part) {
        RandomProblem problem = new RandomProblem(part.columns);
        double[] weights = problem.weights(part.rows);

        double[] x = part.doubles(problem);
        assertNear(
                gram(JAVA, x, part, weights),
                gram(underTest, x, part, weights),
                gram(JAVA, absolute(x), part, absolute(weights)),
                2.0 * (part.rows + 4) * Near.DOUBLE);

        float[] f = part.floats(problem);
        assertNear(
                gram(JAVA, f, part, weights),
                gram(underTest, f, part, weights),
                gram(JAVA, absolute(f), part, absolute(weights)),
                (Math.min(part.rows, 512) + 4) * Near.FLOAT);
    }

    @Test
    void aRowOfNaN_spoilsWhatItTouchesAndNothingElse() {
        Part part = new Part(13, 257, 3);
        RandomProblem problem = new RandomProblem(13);
        double[] x = part.doubles(problem);
        float[] f = part.floats(problem);
        x[(3 + 2) * 13 + 6] = Double.NaN;
        f[(3 + 2) * 13 + 6] = Float.NaN;
        double[] arguments = problem.numbers(257);
        double[] factor = problem.lower();

        assertSameKind(multiply(JAVA, x, part, arguments), multiply(underTest, x, part, arguments), 1e-11);
        assertSameKind(multiply(JAVA, f, part, arguments), multiply(underTest, f, part, arguments), 1e-11);
        assertSameKind(addRows(JAVA, x, part, arguments), addRows(underTest, x, part, arguments), 1e-11);
        assertSameKind(addRows(JAVA, f, part, arguments), addRows(underTest, f, part, arguments), 1e-11);
        assertSameKind(norms(JAVA, x, part, factor), norms(underTest, x, part, factor), 1e-11);
        assertSameKind(norms(JAVA, f, part, factor), norms(underTest, f, part, factor), 1e-4);
        assertSameKind(gram(JAVA, x, part, arguments), gram(underTest, x, part, arguments), 1e-11);
        assertSameKind(gram(JAVA, f, part, arguments), gram(underTest, f, part, arguments), 1e-2);
    }

    @Test
    void anInfiniteNumber_leavesNoFiniteResult() {
        Part part = new Part(13, 5, 0);
        RandomProblem problem = new RandomProblem(13);
        double[] x = part.doubles(problem);
        x[2 * 13 + 6] = Double.NEGATIVE_INFINITY;
        double[] weights = {1, 2, -3, 4, 5};

        for (DenseKernel kernel : List.of(JAVA, underTest)) {
            assertEquals(Double.POSITIVE_INFINITY, Math.abs(multiply(kernel, x, part, problem.numbers(13))[2]));
            assertEquals(Double.POSITIVE_INFINITY, addRows(kernel, x, part, weights)[6]);
            assertFalse(Double.isFinite(norms(kernel, x, part, problem.lower())[2]));
            assertEquals(Double.NEGATIVE_INFINITY, gram(kernel, x, part, weights)[6 * 13 + 6]);
        }
    }

    @Test
    void aWeightOfNaN_spoilsTheGramMatrix() {
        Part part = new Part(3, 5, 0);
        double[] x = part.doubles(new RandomProblem(3));
        double[] weights = {1, 2, Double.NaN, 4, 5};

        for (DenseKernel kernel : List.of(JAVA, underTest)) {
            assertTrue(Double.isNaN(gram(kernel, x, part, weights)[0]), kernel.name());
        }
    }

    @Test
    void rowsOfWeightZero_areLeftOutOfTheGramMatrix() {
        Part part = new Part(3, 5, 0);
        double[] x = new double[18];
        Arrays.fill(x, Double.NaN);

        for (DenseKernel kernel : List.of(JAVA, underTest)) {
            assertEquals(0, gram(kernel, x, part, new double[5])[0], kernel.name());
        }
    }

    @Test
    void threads_shareTheKernel() {
        Part part = new Part(31, 700, 0);
        RandomProblem problem = new RandomProblem(31);
        double[] x = part.doubles(problem);
        double[] weights = problem.weights(700);
        double[] expected = gram(underTest, x, part, weights);

        boolean same = IntStream.range(0, 200)
                .parallel()
                .allMatch(i -> Arrays.equals(expected, gram(underTest, x, part, weights)));

        assertTrue(same);
    }

    private static double[] multiply(DenseKernel kernel, double[] x, Part part, double[] coefficients) {
        double[] out = new double[part.rows];
        kernel.multiply(x, part.first, part.rows, part.columns, coefficients, out);
        return out;
    }

    private static double[] multiply(DenseKernel kernel, float[] x, Part part, double[] coefficients) {
        double[] out = new double[part.rows];
        kernel.multiply(x, part.first, part.rows, part.columns, coefficients, out);
        return out;
    }

    private static double[] addRows(DenseKernel kernel, double[] x, Part part, double[] weights) {
        double[] sum = new double[part.columns];
        kernel.addWeightedRows(x, part.first, part.rows, part.columns, weights, sum);
        return sum;
    }

    private static double[] addRows(DenseKernel kernel, float[] x, Part part, double[] weights) {
        double[] sum = new double[part.columns];
        kernel.addWeightedRows(x, part.first, part.rows, part.columns, weights, sum);
        return sum;
    }

    private static double[] norms(DenseKernel kernel, double[] x, Part part, double[] factor) {
        double[] out = new double[part.rows];
        kernel.squaredNorms(x, part.first, part.rows, part.columns, factor, out);
        return out;
    }

    private static double[] norms(DenseKernel kernel, float[] x, Part part, double[] factor) {
        double[] out = new double[part.rows];
        kernel.squaredNorms(x, part.first, part.rows, part.columns, factor, out);
        return out;
    }

    private static double[] gram(DenseKernel kernel, double[] x, Part part, double[] weights) {
        double[] sum = new double[part.columns * part.columns];
        kernel.addWeightedGram(x, part.first, part.rows, part.columns, weights, sum);
        return sum;
    }

    private static double[] gram(DenseKernel kernel, float[] x, Part part, double[] weights) {
        double[] sum = new double[part.columns * part.columns];
        kernel.addWeightedGram(x, part.first, part.rows, part.columns, weights, sum);
        return sum;
    }
}
