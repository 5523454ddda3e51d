package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The checked front: wrong lengths and ranges never reach the unchecked loops. */
class DenseKernelTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;
    private static final double[] FOUR = {1, 0, 0, 1};
    private static final double[] THREE = new double[3];
    private static final double[] TWO = new double[2];
    private static final double[] ONE = {1};

    private static void assertRefused(String message, Executable call) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call);
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void squareThatIsTooSmall_isRefusedByName() {
        assertRefused("a must hold a matrix of order 2 but has 3", () -> KERNEL.cholesky(THREE, 2));
        assertRefused("a must hold a matrix of order 0", () -> KERNEL.cholesky(THREE, 0));
        assertRefused("of order 65536", () -> KERNEL.cholesky(THREE, 65_536));
        assertRefused("factor must", () -> KERNEL.invertTriangular(THREE, 2, FOUR.clone()));
        assertRefused("inverse must", () -> KERNEL.invertTriangular(FOUR, 2, THREE));
        assertRefused("product must", () -> KERNEL.transposedProduct(FOUR, 2, THREE));
        assertRefused("precision must", () -> KERNEL.retract(THREE, FOUR, FOUR, 2, new double[4]));
        assertRefused("inverseFactor must", () -> KERNEL.retract(FOUR, THREE, FOUR, 2, new double[4]));
        assertRefused("target must", () -> KERNEL.retract(FOUR, FOUR, THREE, 2, new double[4]));
        assertRefused("result must", () -> KERNEL.retract(FOUR, FOUR, FOUR, 2, THREE));
        assertRefused("factor must", () -> KERNEL.squaredNorms(FOUR, 0, 2, 2, THREE, TWO));
        assertRefused("sum must", () -> KERNEL.addWeightedGram(FOUR, 0, 2, 2, TWO, THREE));
    }

    @Test
    void resultThatIsAnArgument_isRefused() {
        double[] other = new double[4];
        assertRefused("overwrite", () -> KERNEL.invertTriangular(FOUR, 2, FOUR));
        assertRefused("overwrite", () -> KERNEL.transposedProduct(FOUR, 2, FOUR));
        assertRefused("overwrite", () -> KERNEL.retract(other, FOUR, FOUR, 2, other));
        assertRefused("overwrite", () -> KERNEL.retract(FOUR, other, FOUR, 2, other));
        assertRefused("overwrite", () -> KERNEL.retract(FOUR, FOUR, other, 2, other));
    }

    @Test
    void rowsOutsideTheBlock_areRefused() {
        assertRefused("rows 1 to 3 of 2 columns", () -> KERNEL.multiply(FOUR, 1, 2, 2, TWO, TWO));
        assertRefused("rows -1 to 1", () -> KERNEL.multiply(FOUR, -1, 2, 2, TWO, TWO));
        assertRefused("rows 0 to -1", () -> KERNEL.multiply(FOUR, 0, -1, 2, TWO, TWO));
        assertRefused("of 0 columns", () -> KERNEL.multiply(FOUR, 0, 1, 0, TWO, TWO));
        assertRefused(
                "rows 2147483647 to 4294967294",
                () -> KERNEL.multiply(FOUR, Integer.MAX_VALUE, Integer.MAX_VALUE, 2, TWO, TWO));
        assertRefused("rows", () -> KERNEL.multiply(new float[3], 0, 2, 2, TWO, TWO));
        assertRefused("rows", () -> KERNEL.addWeightedRows(FOUR, 1, 2, 2, TWO, TWO));
        assertRefused("rows", () -> KERNEL.addWeightedRows(new float[3], 0, 2, 2, TWO, TWO));
        assertRefused("rows", () -> KERNEL.squaredNorms(FOUR, 1, 2, 2, FOUR, TWO));
        assertRefused("rows", () -> KERNEL.squaredNorms(new float[3], 0, 2, 2, FOUR, TWO));
        assertRefused("rows", () -> KERNEL.addWeightedGram(FOUR, 1, 2, 2, TWO, FOUR));
        assertRefused("rows", () -> KERNEL.addWeightedGram(new float[3], 0, 2, 2, TWO, FOUR));
    }

    @Test
    void vectorThatIsTooShort_isRefusedByName() {
        assertRefused(
                "coefficients must hold at least 2 numbers but has 1", () -> KERNEL.multiply(FOUR, 0, 2, 2, ONE, TWO));
        assertRefused("out must", () -> KERNEL.multiply(FOUR, 0, 2, 2, TWO, ONE));
        assertRefused("weights must", () -> KERNEL.addWeightedRows(FOUR, 0, 2, 2, ONE, TWO));
        assertRefused("sum must", () -> KERNEL.addWeightedRows(FOUR, 0, 2, 2, TWO, ONE));
        assertRefused("out must", () -> KERNEL.squaredNorms(FOUR, 0, 2, 2, FOUR, ONE));
        assertRefused("weights must", () -> KERNEL.addWeightedGram(FOUR, 0, 2, 2, ONE, FOUR));
    }

    @Test
    void panelOutsideItsArray_isRefused() {
        assertRefused("must lie within the array", () -> new MatrixView(FOUR, 1, 2, 2, 2));
        assertRefused("must lie within the array", () -> new MatrixView(FOUR, 0, 2, 2, 3));
        assertRefused("a matrix of 1 rows and 2 columns, 1 numbers", () -> new MatrixView(FOUR, 0, 1, 2, 1));
        assertRefused("from number -1 on", () -> new MatrixView(FOUR, -1, 1, 2, 2));
        assertRefused("-1 rows", () -> new MatrixView(FOUR, 0, -1, 2, 2));
        assertRefused("0 columns", () -> MatrixView.of(FOUR, 1, 0));
        assertRefused("65536 rows", () -> MatrixView.of(FOUR, 65_536, 65_536));
    }

    @Test
    void panelsOfOtherShapes_areRefused() {
        MatrixView square = MatrixView.of(FOUR, 2, 2);
        MatrixView result = MatrixView.of(new double[4], 2, 2);
        MatrixView wide = MatrixView.of(new double[6], 2, 3);
        MatrixView one = MatrixView.of(TWO, 1, 2);
        double[] x = new double[6];
        float[] f = new float[6];
        assertRefused("S × 2 to S × 3", () -> KERNEL.multiply(x, 0, 3, 2, square, result));
        assertRefused("S × 2 to S × 2", () -> KERNEL.multiply(f, 0, 2, 2, wide, result));
        assertRefused("1 × 2 and 2 × 2", () -> KERNEL.multiply(x, 0, 2, 2, one, result));
        assertRefused("S × 3 to S × 2", () -> KERNEL.addWeightedRows(x, 0, 3, 2, square, result));
        assertRefused("S × 2 to S × 3", () -> KERNEL.addWeightedRows(f, 0, 2, 3, square, result));
        assertRefused("3 × S numbers to S × 2", () -> KERNEL.addCrossProduct(x, 0, 3, 2, square, result));
        assertRefused("2 × S numbers to S × 2", () -> KERNEL.addCrossProduct(f, 0, 2, 2, wide, result));
        assertRefused("overwrite", () -> KERNEL.multiply(x, 0, 2, 2, square, square));
        assertRefused("overwrite", () -> KERNEL.addWeightedRows(x, 0, 2, 2, square, square));
        assertRefused("overwrite", () -> KERNEL.addCrossProduct(x, 0, 2, 2, square, square));
        assertRefused("rows", () -> KERNEL.multiply(x, 1, 3, 2, square, wide));
        assertRefused("rows", () -> KERNEL.addWeightedRows(x, 2, 2, 2, square, result));
        assertRefused("rows", () -> KERNEL.addCrossProduct(f, -1, 2, 2, square, result));
        KERNEL.multiply(x, 3, 0, 2, square, result);
        assertEquals(0, result.values()[0]);
    }

    @Test
    void functionsOutsideTheirArrays_areRefused() {
        double[] other = new double[2];
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.exp(TWO, 1, 2, other));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.exp(THREE, 0, 3, other));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.log1p(TWO, -1, 2, other));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.softplus(THREE, 0, 3, other, new double[3]));
        MatrixView points = MatrixView.of(new double[2], 1, 2);
        MatrixView room = MatrixView.of(other, 1, 2);
        MatrixView wide = MatrixView.of(new double[3], 1, 3);
        assertRefused("labels must", () -> KERNEL.logistic(points, ONE, room, MatrixView.of(new double[2], 1, 2)));
        assertRefused("1 × 2 numbers but has 1 × 3", () -> KERNEL.logistic(points, TWO, room, wide));
        assertRefused("overwrite", () -> KERNEL.logistic(points, TWO, room, room));
        assertRefused("overwrite", () -> KERNEL.exp(other, 0, 2, other));
        assertRefused("overwrite", () -> KERNEL.log1p(other, 0, 2, other));
        assertRefused("overwrite", () -> KERNEL.softplus(TWO, 0, 2, other, other));
    }

    @Test
    void softplusRangeOutsideItsArrays_isRefused() {
        Moments room = Moments.ofCapacity(2);
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.softplus(TWO, TWO, 1, 2, ONE, ONE, room));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.softplus(THREE, TWO, 0, 3, ONE, ONE, room));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.softplus(THREE, THREE, 0, 3, ONE, ONE, room));
        assertRefused("weights must", () -> KERNEL.softplus(TWO, TWO, 0, 2, TWO, ONE, room));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.expectedSoftplus(TWO, TWO, 1, 2, room));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.expectedSoftplus(THREE, TWO, 0, 3, room));
        assertThrows(IndexOutOfBoundsException.class, () -> KERNEL.expectedSoftplus(THREE, THREE, 0, 3, room));
    }

    @Test
    void kernels_areChosenByName() {
        assertEquals("java", Kernels.named("java").name());
        assertEquals(Kernels.best(), Kernels.named(Kernels.AUTO));
        assertRefused("unknown kernel 'fast': required is auto, java, native or mixed", () -> Kernels.named("fast"));
        assertEquals(
                Kernels.named(Kernels.AUTO).name(),
                Kernels.nameForExecutors(Kernels.AUTO),
                "executors have the driver's, or refuse");
        assertEquals("mixed", Kernels.nameForExecutors("mixed"));
    }

    @Test
    void nativeKernelThatIsAbsent_neverFallsBack() {
        IllegalStateException absent = assertThrows(IllegalStateException.class, () -> Kernels.named("native"));
        assertTrue(absent.getMessage().contains("or use kernel = java"), absent.getMessage());
        assertEquals("java", Kernels.best().name());
    }
}
