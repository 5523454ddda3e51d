package io.credence.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NormalDrawsTest {

    private static final int D = 3;

    private static NormalDraws draws(Dependence kind, int iteration, int count) {
        return new NormalDraws(TestSeed.of("normal draws"), iteration, count, D, kind);
    }

    /** For each of many iterations the mean over draws of a function of coordinates 0 and 1. */
    private static double[] means(Dependence kind, int count, int repeats, DoubleBinaryOperator function) {
        double[] means = new double[repeats];
        double[] draw = new double[D];
        for (int r = 0; r < repeats; r++) {
            NormalDraws draws = draws(kind, r, count);
            for (int s = 0; s < count; s++) {
                draws.fill(s, draw);
                means[r] += function.applyAsDouble(draw[0], draw[1]) / count;
            }
        }
        return means;
    }

    @ParameterizedTest
    @EnumSource
    void moments_areThoseOfANormal(Dependence kind) {
        MonteCarlo.assertWithin4StandardErrors("x", 0, means(kind, 16, 2000, (x, y) -> x));
        MonteCarlo.assertWithin4StandardErrors("x²", 1, means(kind, 16, 2000, (x, y) -> x * x));
        MonteCarlo.assertWithin4StandardErrors("xy", 0, means(kind, 16, 2000, (x, y) -> x * y));
        MonteCarlo.assertWithin4StandardErrors("x⁴", 3, means(kind, 16, 2000, (x, y) -> x * x * x * x));
        MonteCarlo.assertWithin4StandardErrors("x²y²", 1, means(kind, 16, 2000, (x, y) -> x * x * y * y));
        MonteCarlo.assertWithin4StandardErrors("eˣ", Math.exp(0.5), means(kind, 16, 2000, (x, y) -> Math.exp(x)));
    }

    @Test
    void sobolDraws_areClearerThanIndependentOnes() {
        double sobol = MonteCarlo.standardError(means(Dependence.SOBOL, 256, 200, (x, y) -> Math.exp(0.5 * (x + y))));
        double plain =
                MonteCarlo.standardError(means(Dependence.INDEPENDENT, 256, 200, (x, y) -> Math.exp(0.5 * (x + y))));
        assertTrue(sobol < 0.5 * plain, "standard errors " + sobol + " and " + plain);
    }

    @Test
    void antitheticDraws_comeInPairs() {
        NormalDraws draws = draws(Dependence.ANTITHETIC, 4, 10);
        double[] one = new double[D];
        double[] other = new double[D];
        for (int s = 0; s < 10; s += 2) {
            draws.fill(s, one);
            draws.fill(s + 1, other);
            assertArrayEquals(one, Arrays.stream(other).map(x -> -x).toArray(), 0.0);
        }
    }

    /** Each unit holds a point of every stratum, so that its smallest and largest coordinates are extreme. */
    @Test
    void unitsOfSobolDraws_areStratified() {
        NormalDraws draws = draws(Dependence.SOBOL, 1, 8 * 16);
        assertEquals(16, draws.drawsPerUnit());
        assertEquals(8, draws.unitCount());
        double[] draw = new double[D];
        for (int unit = 0; unit < 8; unit++) {
            int below = 0;
            for (int s = unit * 16; s < (unit + 1) * 16; s++) {
                draws.fill(s, draw);
                below += draw[1] < 0 ? 1 : 0;
            }
            assertTrue(Math.abs(below - 8) <= 1, "below the median: " + below);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sameAddress_givesTheSameDrawsInAnyOrder(Dependence kind) {
        double[] matrix = draws(kind, 7, 16).matrix();
        double[] draw = new double[D];
        for (int s = 15; s >= 0; s--) {
            draws(kind, 7, 16).fill(s, draw);
            assertArrayEquals(Arrays.copyOfRange(matrix, s * D, (s + 1) * D), draw, 0.0);
        }
        assertFalse(Arrays.equals(matrix, draws(kind, 8, 16).matrix()), "the next iteration has the same draws");
        NormalDraws otherSeed = new NormalDraws(TestSeed.of("other"), 7, 16, D, kind);
        assertFalse(Arrays.equals(matrix, otherSeed.matrix()), "another seed has the same draws");
    }

    @ParameterizedTest
    @CsvSource({
        "INDEPENDENT, 1, 2",
        "INDEPENDENT, 7, 7",
        "ANTITHETIC, 1, 4",
        "ANTITHETIC, 7, 8",
        "ANTITHETIC, 100, 100",
        "SOBOL, 1, 8",
        "SOBOL, 8, 8",
        "SOBOL, 9, 16",
        "SOBOL, 100, 104"
    })
    void wantedNumber_isRaisedToWholeUnits(Dependence kind, int wanted, int whole) {
        assertEquals(whole, NormalDraws.roundedUpCount(kind, wanted));
        NormalDraws draws = draws(kind, 0, whole);
        assertEquals(whole, draws.drawsPerUnit() * draws.unitCount());
        assertTrue(draws.unitCount() >= 2, "units were " + draws.unitCount());
    }

    @ParameterizedTest
    @CsvSource({"INDEPENDENT, 1", "ANTITHETIC, 5", "SOBOL, 17"})
    void brokenUnits_areRefused(Dependence kind, int count) {
        assertThrows(IllegalArgumentException.class, () -> draws(kind, 0, count));
    }

    @Test
    void tooManyDimensionsOfSobolDraws_areRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new NormalDraws(1, 1, 8, 1001, Dependence.SOBOL).fill(0, new double[1001]));
        assertTrue(refused.getMessage().contains("1000"), refused.getMessage());
    }
}
