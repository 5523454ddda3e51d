package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.DispersionPosterior;
import io.credence.fit.ImportanceWeights;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ImportanceCheckTest {

    private static final int DRAWS = 2000;

    /** Of two independent standard normal numbers whose draws have those log weights. */
    private static ImportanceCheck check(ToDoubleFunction<double[]> logWeight) {
        Random random = new Random(TestSeed.of("check"));
        double[][] theta = new double[DRAWS][];
        double[] base = new double[DRAWS];
        double[] logs = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            theta[s] = new double[] {random.nextGaussian(), random.nextGaussian()};
            base[s] = 1.0 / DRAWS;
            logs[s] = logWeight.applyAsDouble(theta[s]);
        }
        DiagonalGaussian q = DiagonalGaussian.around(new double[2], new double[] {1, 1});
        Coefficients coefficients = Coefficients.of(List.of("a", "b"), q, GaussianPrior.of(2, 0, 10));
        return ImportanceCheck.of(
                new ImportanceWeights(theta, base, logs),
                null,
                null,
                new NumberSummary(coefficients, null, null, null, new DispersionPosterior.Known(1), null, 1));
    }

    @Test
    void equalWeights_areReliableWithoutATail() {
        ImportanceCheck check = check(theta -> 3);
        assertEquals(Double.NEGATIVE_INFINITY, check.tail().tailIndex());
        assertEquals(0, check.tail().spread(), 1e-6);
        assertEquals(DRAWS, check.tail().effective(), 1e-6);
        assertTrue(check.reliability().isReliable());
    }

    /** The variance of a along which the exact posterior is nine times as wide has k = 1 − 1/9. */
    @Test
    void tooNarrowPosterior_isNotUsableAndNamesTheNumber() {
        ImportanceCheck check = check(theta -> 0.5 * theta[0] * theta[0] * (1 - 1 / 9.0));
        assertTrue(
                check.tail().tailIndex() > check.tail().threshold(),
                "k-hat " + check.tail().tailIndex());
        assertFalse(check.isUsable());
        assertFalse(check.reliability().isReliable());
        assertNotNull(check.corrected());
        assertEquals("a", check.corrected().name());
        for (double index : check.byNumber()) {
            assertTrue(index > check.tail().threshold(), Arrays.toString(check.byNumber()));
        }
    }

    /** k̂ below its threshold allows the correction, and shows that there is something to correct. */
    @Test
    void somewhatNarrowPosterior_isCorrectedAndNotReliable() {
        ImportanceCheck check = check(theta -> 0.5 * theta[0] * theta[0] * (1 - 1 / 1.5));
        assertTrue(
                check.tail().tailIndex() <= check.tail().threshold(),
                "k-hat " + check.tail().tailIndex());
        assertTrue(check.isUsable());
        assertNotNull(check.corrected());
        assertEquals("a", check.corrected().name());
        assertFalse(check.reliability().isReliable());
    }

    /** A heavy tail of weights that hardly differ moves nothing: k̂ knows no scale. */
    @Test
    void heavyTailOfWeightsThatAgree_isReliable() {
        ImportanceCheck check = check(theta -> 1e-4 * Math.exp(0.6 * theta[1] * theta[1]));
        assertTrue(
                check.tail().tailIndex() > check.tail().threshold(),
                "k-hat " + check.tail().tailIndex());
        assertTrue(check.tail().spread() < 0.2, "spread " + check.tail().spread());
        assertTrue(check.isUsable());
        assertTrue(check.reliability().isReliable());
    }
}
