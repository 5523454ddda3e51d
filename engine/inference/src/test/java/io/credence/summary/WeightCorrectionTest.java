package io.credence.summary;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.WeightingChanges;
import io.credence.linalg.LogSums;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class WeightCorrectionTest {

    private static final int DRAWS = 4000;
    private static final double Z95 = 1.6448536269514722;

    /** Draws of N(0, 1), corrected to N(center, width²). */
    private static WeightCorrection corrected(double center, double width) {
        return corrected(center, width, 1);
    }

    private static WeightCorrection corrected(double center, double width, double errorFactor) {
        return corrected(
                x -> {
                    double z = (x - center) / width;
                    return -0.5 * z * z - Math.log(width) + 0.5 * x * x;
                },
                errorFactor);
    }

    private static WeightCorrection corrected(DoubleUnaryOperator logWeight, double errorFactor) {
        Random random = new Random(TestSeed.of("corrected"));
        double[][] numbers = new double[1][DRAWS];
        double[] logs = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            double x = random.nextGaussian();
            numbers[0][s] = x;
            logs[s] = logWeight.applyAsDouble(x);
        }
        double[] base = new double[DRAWS];
        Arrays.fill(base, 1.0 / DRAWS);
        return WeightCorrection.of(
                List.of(new SummaryRow("a", 0, 1, -Z95, Z95)), numbers, base, LogSums.softmax(logs), errorFactor);
    }

    @Test
    void narrowPosterior_isWidenedToTheExactOne() {
        WeightCorrection corrected = corrected(0.3, 1.15);
        SummaryRow row = corrected.rows().get(0);
        assertWithin("mean", 0.3, row.mean(), 4 * 1.5 / Math.sqrt(DRAWS));
        assertWithin("log sd", Math.log(1.15), Math.log(row.sd()), 4 * 1.5 / Math.sqrt(DRAWS));
        assertWithin("5 %", 0.3 - 1.15 * Z95, row.lower(), 4 * 3.0 / Math.sqrt(DRAWS));
        assertWithin("95 %", 0.3 + 1.15 * Z95, row.upper(), 4 * 3.0 / Math.sqrt(DRAWS));
        assertEquals("a", corrected.name());
        assertWithin("largest move", 0.3, corrected.moves().largest(), 4 * 1.5 / Math.sqrt(DRAWS));
        assertTrue(corrected.moves().matters());
    }

    @Test
    void exactPosterior_staysAsItIs() {
        WeightCorrection corrected = corrected(0, 1);
        assertEquals(new SummaryRow("a", 0, 1, -Z95, Z95), corrected.rows().get(0));
        assertEquals(0, corrected.moves().largest());
        assertFalse(corrected.moves().matters());
    }

    @Test
    void littleMove_doesNotMatter() {
        WeightCorrection corrected = corrected(0.06, 1.02);
        assertTrue(
                corrected.moves().largest() > 0.03 && corrected.moves().largest() < 0.1,
                "" + corrected.moves().largest());
        assertFalse(corrected.moves().matters());
    }

    /** Errors of moves by weights without a variance exceed their estimates. */
    @Test
    void moveByHeavyWeights_mattersSooner() {
        WeightingChanges light = corrected(0.09, 1).moves();
        WeightingChanges heavy = corrected(0.09, 1, 30).moves();
        assertFalse(light.matters(), light.toString());
        assertTrue(heavy.matters(), heavy.toString());
        assertEquals(30, (heavy.reach() - heavy.largest()) / (light.reach() - light.largest()), 1e-9);
        assertEquals(light.largest(), heavy.largest());
        assertEquals(light.error(), heavy.error());
        assertFalse(corrected(0, 1, 30).moves().matters(), "nothing moves");
    }

    /** A skewness of 0.8 leaves mean and sd where they are, and moves both ends of an interval. */
    @Test
    void endsThatMoveAlone_matter() {
        WeightingChanges skewed = corrected(x -> Math.log(Math.max(1e-9, 1 + 0.8 / 6 * (x * x * x - 3 * x))), 1)
                .moves();
        assertTrue(
                skewed.largest() < WeightingChanges.NEGLIGIBLE && skewed.reach() < WeightingChanges.NEGLIGIBLE,
                skewed.toString());
        assertTrue(skewed.end() > WeightingChanges.NEGLIGIBLE_END && skewed.matters(), skewed.toString());
        assertTrue(skewed.text().startsWith("an end of a 90 % interval by 0."), skewed.text());
        WeightingChanges little = corrected(x -> Math.log(Math.max(1e-9, 1 + 0.2 / 6 * (x * x * x - 3 * x))), 1)
                .moves();
        assertFalse(little.matters(), little.toString());
    }

    /** A move of little less than a tenth may be one of more than that. */
    @Test
    void moveNearTheLimit_matters() {
        WeightCorrection corrected = corrected(0.098, 1);
        assertTrue(
                corrected.moves().largest() < 0.1 && corrected.moves().reach() > 0.1,
                corrected.moves().largest() + ", " + corrected.moves().reach());
        assertTrue(corrected.moves().matters());
    }
}
