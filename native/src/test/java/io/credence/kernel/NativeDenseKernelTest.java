package io.credence.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Moments;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** How the native kernel is found, and that the checked front keeps wrong lengths away from C. */
class NativeDenseKernelTest {
    private static final double[] SHORT = new double[3];
    private static final double[] SQUARE = new double[4];
    private static final double[] RESULT = new double[4];
    private static final float[] SHORT_FLOATS = new float[3];

    private static DenseKernel underTest;

    @BeforeAll
    static void load() {
        underTest = BuiltLibrary.kernel();
    }

    @Test
    void theEngine_findsItByNameAndByItself() {
        assertEquals("native", Kernels.named("native").name());
        assertEquals("native", Kernels.best().name());
    }

    @Test
    void matricesTooShort_areRejected() {
        assertRejected(
                () -> underTest.cholesky(SHORT, 2),
                () -> underTest.cholesky(SQUARE, 0),
                () -> underTest.cholesky(SQUARE, 65_536), // 65536² is 0 in 32 bits
                () -> underTest.invertTriangular(SHORT, 2, RESULT),
                () -> underTest.invertTriangular(SQUARE, 2, SHORT),
                () -> underTest.transposedProduct(SHORT, 2, RESULT),
                () -> underTest.transposedProduct(SQUARE, 2, SHORT),
                () -> underTest.transposedProduct(SQUARE, 2, SQUARE),
                () -> underTest.retract(SHORT, SQUARE, SQUARE, 2, RESULT),
                () -> underTest.retract(SQUARE, SHORT, SQUARE, 2, RESULT),
                () -> underTest.retract(SQUARE, SQUARE, SHORT, 2, RESULT),
                () -> underTest.retract(SQUARE, SQUARE, SQUARE, 2, SHORT));
    }

    @Test
    void blocksTooShort_areRejected() {
        assertRejected(
                () -> underTest.multiply(SHORT, 0, 2, 2, SQUARE, RESULT),
                () -> underTest.multiply(SQUARE, 1, 2, 2, SQUARE, RESULT),
                () -> underTest.multiply(SQUARE, -1, 2, 2, SQUARE, RESULT),
                () -> underTest.multiply(SQUARE, 0, 1, 4, SHORT, RESULT),
                () -> underTest.multiply(SQUARE, 0, 4, 1, SQUARE, SHORT),
                () -> underTest.multiply(SHORT_FLOATS, 0, 2, 2, SQUARE, RESULT),
                () -> underTest.addWeightedRows(SQUARE, 0, 4, 1, SHORT, RESULT),
                () -> underTest.addWeightedRows(SQUARE, 0, 1, 4, SQUARE, SHORT),
                () -> underTest.addWeightedRows(SHORT_FLOATS, 0, 2, 2, SQUARE, RESULT),
                () -> underTest.squaredNorms(SQUARE, 0, 2, 2, SHORT, RESULT),
                () -> underTest.squaredNorms(SQUARE, 0, 4, 1, SQUARE, SHORT),
                () -> underTest.squaredNorms(SHORT_FLOATS, 0, 2, 2, SQUARE, RESULT),
                () -> underTest.addWeightedGram(SQUARE, 0, 2, 2, SQUARE, SHORT),
                () -> underTest.addWeightedGram(SQUARE, 0, 4, 1, SHORT, RESULT),
                () -> underTest.addWeightedGram(SHORT_FLOATS, 0, 2, 2, SQUARE, RESULT));
    }

    @Test
    void softplusOutOfRange_isRejected() {
        Moments room = Moments.ofCapacity(4);
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> underTest.softplus(SHORT, SQUARE, 0, 4, new double[1], new double[1], room));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> underTest.softplus(SQUARE, SQUARE, 2, 3, new double[1], new double[1], room));
        assertRejected(() -> underTest.softplus(SQUARE, SQUARE, 0, 4, new double[2], new double[1], room));
    }

    private static void assertRejected(Executable... calls) {
        for (Executable call : calls) {
            assertThrows(IllegalArgumentException.class, call);
        }
    }
}
