package io.credence.linalg;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ½[P + TP⁻¹T], the retraction onto positive definite matrices. */
class RetractionTest {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    private static double[] retract(double[] precision, double[] target, int n) {
        double[] result = RandomArrays.of("garbage").normals(n * n);
        double[] inverseFactor = Cholesky.of(KERNEL, precision, n).inverseFactor();
        KERNEL.retract(precision, inverseFactor, target, n, result);
        return Naive.lower(result, n);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31, 33, 100})
    void retraction_matchesItsFormula(int n) {
        RandomArrays random = RandomArrays.of("retraction " + n);
        double[] precision = random.definite(n);
        double[] target = random.symmetric(n, 3);
        double[] expected = Naive.product(Naive.product(target, Naive.inverse(precision, n), n), target, n);
        for (int i = 0; i < n * n; i++) {
            expected[i] = 0.5 * (precision[i] + expected[i]);
        }
        assertClose("retraction", Naive.lower(expected, n), retract(precision, target, n), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 13, 31, 100})
    void retractionOfIndefiniteTarget_isPositiveDefinite(int n) {
        RandomArrays random = RandomArrays.of("indefinite " + n);
        double[] precision = random.definite(n);
        double[] target = random.symmetric(n, 10);
        target[0] = -1;
        assertNotEquals(0, KERNEL.cholesky(target.clone(), n));
        assertEquals(0, KERNEL.cholesky(retract(precision, target, n), n), TestSeed.replay());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 33})
    void retractionOfThePrecisionItself_changesNothing(int n) {
        double[] precision = RandomArrays.of("same " + n).definite(n);
        assertClose("P", Naive.lower(precision, n), retract(precision, precision, n), 1e-13);
    }
}
