package io.credence.likelihood;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hipparchus.special.Gamma;
import org.hipparchus.util.CombinatoricsUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFactorialTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 19, 1022, 1023, 1024, 1025, 70_000})
    void sumsLogarithms(int count) {
        double expected = CombinatoricsUtils.factorialLog(count);
        assertEquals(expected, LogFactorial.of(count), 1e-13 * Math.max(1, expected));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 3.25, 1023.5, 5e9})
    void isLogGammaBetweenAndBeyondItsTable(double count) {
        assertEquals(Gamma.logGamma(count + 1), LogFactorial.of(count));
    }
}
