package io.credence.autodiff;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.linalg.Kernels;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MatrixTapeTest {

    private static final MatrixTape TAPE = new MatrixTape(Kernels.named("java"));
    private static final MatrixReductions ROWS = new MatrixReductions(TAPE);

    private static Arguments operation(String name, int[] a, int[] b, BinaryOperator<Matrix> operation) {
        return Arguments.of(Named.of(name, operation), a, b);
    }

    static List<Arguments> operations() {
        int[] two = {2, 3};
        int[] square = {3, 3};
        int[] row = {1, 3};
        int[] number = {1, 1};
        return List.of(
                operation("product", two, new int[] {3, 4}, TAPE::product),
                operation("product with itself", square, number, (a, b) -> TAPE.product(a, a)),
                operation("transposed product", two, new int[] {4, 3}, TAPE::productTransposed),
                operation("with its transpose", two, number, (a, b) -> TAPE.productTransposed(a, a)),
                operation("plus", two, two, (a, b) -> TAPE.linearCombination(a, -0.7, b)),
                operation("times", two, two, TAPE::times),
                operation("times itself", two, two, (a, b) -> TAPE.times(TAPE.times(a, a), b)),
                operation("exp", two, number, (a, b) -> TAPE.exp(a)),
                operation("relu", two, number, (a, b) -> TAPE.relu(a)),
                operation("square", two, number, (a, b) -> TAPE.square(a)),
                operation("linear", two, number, (a, b) -> TAPE.linear(a, -1.5, 2)),
                operation("tanh", two, number, (a, b) -> TAPE.map(a, Math::tanh, (x, y) -> 1 - y * y)),
                operation("add row", two, row, ROWS::addRow),
                operation("repeated", two, number, (a, b) -> ROWS.repeated(a, 3)),
                operation("columns", two, number, (a, b) -> ROWS.columns(a, 1, 2)),
                operation("row sums", two, number, (a, b) -> ROWS.rowSums(a)),
                operation("sum", two, number, (a, b) -> ROWS.sum(a)),
                operation("beside", two, new int[] {2, 1}, (a, b) -> ROWS.concatenateColumns(a, b, a)));
    }

    /** Each operation, all numbers of its result weighed differently and squared, so that slopes differ. */
    @ParameterizedTest
    @MethodSource("operations")
    void gradient_isThatOfFiniteDifferences(BinaryOperator<Matrix> operation, int[] a, int[] b) {
        Random random = new Random(TestSeed.get());
        double[] at = random.doubles(a[0] * a[1] + b[0] * b[1], -1, 1).toArray();
        double[] weights = random.doubles(40, 0.5, 1.5).toArray();
        double[] gradient = new double[at.length];
        TAPE.clear();
        TAPE.addGradient(number(operation, a, b, at, weights), gradient);
        double[] differences = FiniteDifference.gradient(
                x -> {
                    TAPE.clear();
                    return number(operation, a, b, x, weights).number();
                },
                at);
        for (int j = 0; j < at.length; j++) {
            assertEquals(differences[j], gradient[j], 1e-7 * Math.max(1, Math.abs(differences[j])), "number " + j);
        }
    }

    private static Matrix number(BinaryOperator<Matrix> operation, int[] a, int[] b, double[] at, double[] weights) {
        Matrix first = TAPE.variable(at, 0, a[0], a[1]);
        Matrix second = TAPE.variable(at, a[0] * a[1], b[0], b[1]);
        Matrix result = operation.apply(first, second);
        Matrix weighed = TAPE.constant(Arrays.copyOf(weights, result.values().length), result.rows(), result.columns());
        return ROWS.sum(TAPE.times(weighed, TAPE.square(TAPE.linear(result, 1, 0.3))));
    }

    /** A two-layer network by hand: f = w₂ max(0, w₁ x), squared error (f − y)² of x = 2, y = 1, w₁ = 3, w₂ = 0.5. */
    @Test
    void smallNetwork_isAsByHand() {
        MatrixTape tape = new MatrixTape(Kernels.named("java"));
        double[] weights = {3, 0.5};
        Matrix hidden = tape.relu(tape.product(tape.constant(new double[] {2}, 1, 1), tape.variable(weights, 0, 1, 1)));
        Matrix loss = tape.square(tape.linear(tape.product(hidden, tape.variable(weights, 1, 1, 1)), 1, -1));
        double[] gradient = new double[2];
        tape.addGradient(loss, gradient);
        assertEquals(4, loss.number());
        assertArrayEquals(new double[] {2 * 2 * 0.5 * 2, 2 * 2 * 6}, gradient);
    }

    @Test
    void unfitMatrices_areRefused() {
        MatrixTape tape = new MatrixTape(Kernels.named("java"));
        Matrix a = tape.constant(new double[6], 2, 3);
        assertThrows(IllegalArgumentException.class, () -> tape.product(a, a));
        assertThrows(IllegalArgumentException.class, () -> tape.addGradient(a, new double[1]));
    }

    /** Arrays go back to the tape, and what follows is not changed by what was in them. */
    @Test
    void clearedTape_givesTheSameNumbers() {
        MatrixTape tape = new MatrixTape(Kernels.named("java"));
        double[] at = {1, -2, 3, 0.5};
        double[] first = new double[4];
        double[] second = new double[4];
        for (double[] gradient : List.of(first, second)) {
            Matrix a = tape.variable(at, 0, 2, 2);
            tape.addGradient(
                    new MatrixReductions(tape).sum(tape.productTransposed(tape.relu(a), tape.exp(a))), gradient);
            tape.clear();
        }
        assertArrayEquals(first, second);
    }
}
