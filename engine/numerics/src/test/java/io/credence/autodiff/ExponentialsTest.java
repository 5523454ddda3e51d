package io.credence.autodiff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Exponentials and logarithms of columns against those of one number, in units in the last place. */
class ExponentialsTest {

    private static final double[] LIMITS = {
        0,
        -0.0,
        1,
        -1,
        0.5,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        708,
        -708,
        709.7,
        710,
        -740,
        -746,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        -Double.MIN_NORMAL,
        -1 + 1e-16,
        1e-17,
        -1e-17
    };

    private interface OfColumn {
        void apply(double[] x, double[] out, int n);
    }

    private static void check(String name, OfColumn column, DoubleUnaryOperator one, double[] x) {
        double[] out = new double[x.length];
        column.apply(x, out, x.length);
        for (int i = 0; i < x.length; i++) {
            double expected = one.applyAsDouble(x[i]);
            double allowed = Double.isFinite(expected) ? 2 * Math.ulp(expected) : 0;
            assertEquals(expected, out[i], allowed, name + " of " + x[i] + "; " + TestSeed.replay());
        }
    }

    private static double[] exp(double[] x) {
        double[] exp = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            exp[i] = StrictMath.exp(x[i]);
        }
        return exp;
    }

    private static double[] minusOne(double[] x) {
        double[] less = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            less[i] = x[i] - 1;
        }
        return less;
    }

    @Test
    void columns_areNumbersToTwoUlp() {
        RandomArrays random = RandomArrays.of("exponentials");
        for (double width : new double[] {1e-12, 1e-3, 1, 30, 700}) {
            double[] x = random.uniforms(3_000, -width, width);
            check("exp", Exponentials::expEach, StrictMath::exp, x);
            check("log", Exponentials::log, StrictMath::log, exp(x));
            check("log1p", Exponentials::log1p, StrictMath::log1p, exp(x));
            check("log1p", Exponentials::log1p, StrictMath::log1p, minusOne(exp(x)));
        }
    }

    @Test
    void limits_areThoseOfNumbers() {
        check("exp", Exponentials::expEach, StrictMath::exp, LIMITS);
        check("log", Exponentials::log, StrictMath::log, LIMITS);
        check("log1p", Exponentials::log1p, StrictMath::log1p, LIMITS);
    }
}
