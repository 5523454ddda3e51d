package io.credence.risk;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Serialised;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every risk of a row must be: exact in its slopes, equivariant under shifts, and no more than the mean. */
interface RowReductionContract {

    /** Number of draws of all rows here, a multiple of 6. */
    int DRAWS = 12;

    /** The risk under test. */
    RowReduction risk();

    /** Risk of a row. */
    static double value(RowReduction risk, double... losses) {
        return risk.reduce(losses, 0, 1, losses.length, new double[losses.length]);
    }

    /** Slopes of a row. */
    static double[] slopes(RowReduction risk, double... losses) {
        double[] slopes = new double[losses.length];
        risk.reduce(losses, 0, 1, losses.length, slopes);
        return slopes;
    }

    /** Mean of a row. */
    static double mean(double... losses) {
        return Arrays.stream(losses).average().orElseThrow();
    }

    /** Losses of a row. */
    static double[] losses(int row) {
        return RandomArrays.of("losses " + row).normals(DRAWS);
    }

    @Test
    default void slopes_areThoseOfTheRisk() {
        for (int row = 0; row < 20; row++) {
            double[] losses = losses(row);
            double[] expected = FiniteDifference.gradient(l -> value(risk(), l), losses);
            assertClose("slopes of " + risk().name(), expected, slopes(risk(), losses), 1e-8);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.7, -31, 1e4, -1e8, 1e8})
    default void shift_addsToTheRiskAndLeavesTheSlopes(double shift) {
        double[] losses = losses(1);
        double[] shifted = Arrays.stream(losses).map(loss -> loss + shift).toArray();
        double rounding = 1e-13 + 20 * Math.ulp(shift);
        assertWithin("risk", value(risk(), losses) + shift, value(risk(), shifted), rounding);
        assertArrayEquals(slopes(risk(), losses), slopes(risk(), shifted), rounding);
        assertWithin("sum of slopes", 1, Arrays.stream(slopes(risk(), losses)).sum(), 1e-12);
    }

    @Test
    default void risk_isNoMoreThanTheMean() {
        for (int row = 0; row < 20; row++) {
            double[] losses = losses(row);
            assertTrue(value(risk(), losses) <= mean(losses) + 1e-15, risk().name());
        }
    }

    @Test
    default void equalLosses_areTheirOwnRisk() {
        double[] losses = new double[DRAWS];
        Arrays.fill(losses, 3.7);
        assertWithin("risk", 3.7, value(risk(), losses), 1e-14);
        for (double slope : slopes(risk(), losses)) {
            assertWithin("slope", 1.0 / DRAWS, slope, 1e-14);
        }
    }

    @Test
    default void hugeLosses_giveFiniteRisksAndSlopes() {
        double[] losses = losses(2);
        for (int s = 0; s < DRAWS; s++) {
            losses[s] *= 1e8;
        }
        double risk = value(risk(), losses);
        assertTrue(Double.isFinite(risk), risk().name() + " was " + risk);
        for (double slope : slopes(risk(), losses)) {
            assertTrue(Double.isFinite(slope), risk().name() + " has the slope " + slope);
        }
    }

    @Test
    default void numbersOfOtherRows_areNotTouched() {
        double[] losses = losses(3);
        int stride = 5;
        double[] many = new double[DRAWS * stride];
        Arrays.fill(many, Double.NaN);
        double[] slopes = new double[many.length];
        for (int s = 0; s < DRAWS; s++) {
            many[2 + s * stride] = losses[s];
        }
        assertEquals(value(risk(), losses), risk().reduce(many, 2, stride, DRAWS, slopes));
        double[] expected = slopes(risk(), losses);
        for (int at = 0; at < slopes.length; at++) {
            boolean own = at % stride == 2;
            assertEquals(own ? expected[at / stride] : 0, slopes[at]);
        }
    }

    @Test
    default void orderOfEqualGroupsOfDraws_changesNothing() {
        double[] losses = losses(4);
        double[] swapped = losses.clone();
        System.arraycopy(losses, 0, swapped, DRAWS / 2, DRAWS / 2);
        System.arraycopy(losses, DRAWS / 2, swapped, 0, DRAWS / 2);
        assertWithin("risk", value(risk(), losses), value(risk(), swapped), 1e-14);
    }

    @Test
    default void risk_isWhatItWas_afterItWasWrittenAndRead() {
        assertEquals(value(risk(), losses(5)), value(Serialised.copy(risk()), losses(5)));
        assertFalse(risk().name().isBlank());
    }
}
