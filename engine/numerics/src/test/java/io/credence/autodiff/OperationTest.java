package io.credence.autodiff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OperationTest {

    private static final double[] FIRST = {
        Double.NEGATIVE_INFINITY,
        -3.7,
        -1,
        -0.0,
        0,
        Double.MIN_VALUE,
        0.3,
        1,
        2,
        1e300,
        Double.POSITIVE_INFINITY,
        Double.NaN
    };
    /** Without large numbers, as some are orders of derivatives. */
    private static final double[] SECOND = {-3.7, -1, -0.0, 0, Double.MIN_VALUE, 0.3, 1, 2, Double.NaN};

    /** Constants of a recording are computed by one, values at a draw by the other. */
    @ParameterizedTest
    @EnumSource
    void resultOfTwoNumbers_isTheFunctionsBitForBit(Operation operation) {
        if (operation.isTernary()) {
            assertEquals(Double.NaN, operation.of(0.3, 0.3));
            return;
        }
        for (double a : FIRST) {
            for (double b : SECOND) {
                assertEquals(
                        outcome(() -> operation.function().applyAsDouble(a, b)),
                        outcome(() -> operation.of(a, b, 0)),
                        () -> operation + " of " + Arrays.toString(new double[] {a, b}));
            }
        }
    }

    private static String outcome(DoubleSupplier operation) {
        try {
            return Long.toHexString(Double.doubleToLongBits(operation.getAsDouble()));
        } catch (RuntimeException e) {
            return e.toString();
        }
    }
}
