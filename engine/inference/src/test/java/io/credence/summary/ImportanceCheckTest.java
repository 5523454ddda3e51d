package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ImportanceWeights;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImportanceCheckTest {

    private static final int DRAWS = 2000;

    private static final double WIDE = 3;

    /** As many draws of two independent standard normal numbers with those log weights, and wide ones, one after {@code each}. */
    private static ImportanceWeights weights(
            ToDoubleFunction<double[]> logWeight, int each, @Nullable ImportanceWeights wider) {
        Random random = new Random(TestSeed.of("check"));
        double[][] theta = new double[DRAWS][];
        double[] base = new double[DRAWS];
        double[] logs = new double[DRAWS];
        double share = each == 0 ? 0 : 1.0 / each;
        double sum = 0;
        for (int s = 0; s < DRAWS; s++) {
            double width = each > 0 && s % each == 0 ? WIDE : 1;
            theta[s] = new double[] {width * random.nextGaussian(), width * random.nextGaussian()};
            double squares = theta[s][0] * theta[s][0] + theta[s][1] * theta[s][1];
            double others = Math.exp(0.5 * squares * (1 - 1 / (WIDE * WIDE))) / (WIDE * WIDE);
            double mixture = Math.log(1 - share + share * others);
            base[s] = Math.exp(-mixture);
            sum += base[s];
            logs[s] = logWeight.applyAsDouble(theta[s]) - mixture;
        }
        for (int s = 0; s < DRAWS; s++) {
            base[s] /= sum;
        }
        return new ImportanceWeights(theta, base, logs, 1, 0, null, wider, List.of());
    }

    private static ImportanceCheck check(ToDoubleFunction<double[]> logWeight) {
        return check(weights(logWeight, 0, weights(logWeight, 2, null)));
    }

    private static ImportanceCheck check(ImportanceWeights weights) {
        DiagonalGaussian q = DiagonalGaussian.around(new double[2], new double[] {1, 1});
        Coefficients coefficients = Coefficients.of(List.of("a", "b"), q, GaussianPrior.of(2, 0, 10));
        return ImportanceCheck.of(
                weights,
                null,
                null,
                new NumberSummary(coefficients, null, null, null, new DispersionPosterior.Known(1), null, 1));
    }

    @Test
    void equalWeights_areReliableWithoutATail() {
        ImportanceCheck check = check(theta -> 3);
        assertEquals(Double.NEGATIVE_INFINITY, check.tail().tailIndex());
        assertEquals(0, check.tail().weightSpread(), 1e-6);
        assertEquals(DRAWS, check.tail().effectiveSize(), 1e-6);
        assertTrue(check.reliability().isReliable());
    }

    /** The variance of a along which the exact posterior is nine times as wide has k = 1 − 1/9. */
    @Test
    void tooNarrowPosterior_isNotUsableAndNamesTheNumber() {
        ImportanceCheck check = check(theta -> 0.5 * theta[0] * theta[0] * (1 - 1 / 9.0));
        assertTrue(
                check.tail().tailIndex() > check.tail().threshold(),
                "k-hat " + check.tail().tailIndex());
        assertFalse(check.reliability().isReliable());
        assertNotNull(check.recommendedCorrection(), "draws that go further out have the tail");
        assertNotNull(check.weightCorrection());
        assertEquals("a", check.weightCorrection().mostChangedName());
        for (double index : check.tailIndices()) {
            assertTrue(index > check.tail().threshold(), Arrays.toString(check.tailIndices()));
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
        assertNotNull(check.weightCorrection());
        assertEquals("a", check.weightCorrection().mostChangedName());
        assertFalse(check.reliability().isReliable());
        double sd = Objects.requireNonNull(check.recommendedCorrection())
                .summaryRows()
                .get(0)
                .sd();
        assertEquals(Math.sqrt(1.5), sd, 0.05);
    }

    /** Nothing is offered where the tail beyond the draws is not known. */
    @Test
    void correctedNumbersWithoutWiderDraws_areNotOffered() {
        ImportanceCheck check = check(weights(theta -> 0.5 * theta[0] * theta[0] * (1 - 1 / 1.5), 0, null));
        assertTrue(check.tail().isLight());
        assertFalse(check.reliability().isReliable());
        assertNull(check.recommendedCorrection());
    }

    /** A heavy tail of weights that hardly differ moves nothing: k̂ knows no scale. */
    @Test
    void heavyTailOfWeightsThatAgree_isReliable() {
        ImportanceCheck check = check(theta -> 1e-4 * Math.exp(0.6 * theta[1] * theta[1]));
        assertTrue(
                check.tail().tailIndex() > check.tail().threshold(),
                "k-hat " + check.tail().tailIndex());
        assertTrue(check.tail().weightSpread() < 0.2, "spread " + check.tail().weightSpread());
        assertFalse(check.reliability().isReliable(), "what the wider draws reach has most of the mass");
    }

    /** A tail that ends soon is heavy by its index alone. */
    @Test
    void heavyTailThatEnds_isExcused() {
        ToDoubleFunction<double[]> logWeight = theta -> Math.min(0.01, 1e-4 * Math.exp(0.6 * theta[1] * theta[1]));
        ImportanceWeights wide = weights(logWeight, 2, null);
        assertTrue(check(weights(logWeight, 0, wide)).reliability().isReliable());
    }
}
