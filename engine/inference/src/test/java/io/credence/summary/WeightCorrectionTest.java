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
        SummaryRow row = corrected.summaryRows().get(0);
        assertWithin("mean", 0.3, row.mean(), 4 * 1.5 / Math.sqrt(DRAWS));
        assertWithin("log sd", Math.log(1.15), Math.log(row.sd()), 4 * 1.5 / Math.sqrt(DRAWS));
        assertWithin("5 %", 0.3 - 1.15 * Z95, row.lower(), 4 * 3.0 / Math.sqrt(DRAWS));
        assertWithin("95 %", 0.3 + 1.15 * Z95, row.upper(), 4 * 3.0 / Math.sqrt(DRAWS));
        assertEquals("a", corrected.mostChangedName());
        assertWithin("largest move", 0.3, corrected.changes().largestChange(), 4 * 1.5 / Math.sqrt(DRAWS));
        assertTrue(corrected.changes().isMaterial());
    }

    @Test
    void exactPosterior_staysAsItIs() {
        WeightCorrection corrected = corrected(0, 1);
        assertEquals(
                new SummaryRow("a", 0, 1, -Z95, Z95), corrected.summaryRows().get(0));
        assertEquals(0, corrected.changes().largestChange());
        assertFalse(corrected.changes().isMaterial());
    }

    @Test
    void littleMove_doesNotMatter() {
        WeightCorrection corrected = corrected(0.06, 1.02);
        assertTrue(
                corrected.changes().largestChange() > 0.03
                        && corrected.changes().largestChange() < 0.1,
                "" + corrected.changes().largestChange());
        assertFalse(corrected.changes().isMaterial());
    }

    /** Errors of moves by weights without a variance exceed their estimates. */
    @Test
    void moveByHeavyWeights_mattersSooner() {
        WeightingChanges light = corrected(0.09, 1).changes();
        WeightingChanges heavy = corrected(0.09, 1, 30).changes();
        assertFalse(light.isMaterial(), light.toString());
        assertTrue(heavy.isMaterial(), heavy.toString());
        assertEquals(
                30,
                (heavy.largestUpperEnd() - heavy.largestChange()) / (light.largestUpperEnd() - light.largestChange()),
                1e-9);
        assertEquals(light.largestChange(), heavy.largestChange());
        assertEquals(light.largestError(), heavy.largestError());
        assertFalse(corrected(0, 1, 30).changes().isMaterial(), "nothing moves");
    }

    /** A skewness of 0.8 leaves mean and sd where they are, and moves both ends of an interval. */
    @Test
    void endsThatMoveAlone_matter() {
        WeightingChanges skewed = corrected(x -> Math.log(Math.max(1e-9, 1 + 0.8 / 6 * (x * x * x - 3 * x))), 1)
                .changes();
        assertTrue(
                skewed.largestChange() < WeightingChanges.NEGLIGIBLE
                        && skewed.largestUpperEnd() < WeightingChanges.NEGLIGIBLE,
                skewed.toString());
        assertTrue(
                skewed.largestEndpointChange() > WeightingChanges.NEGLIGIBLE_END && skewed.isMaterial(),
                skewed.toString());
        assertTrue(skewed.text().startsWith("an end of a 90 % interval by 0."), skewed.text());
        WeightingChanges little = corrected(x -> Math.log(Math.max(1e-9, 1 + 0.2 / 6 * (x * x * x - 3 * x))), 1)
                .changes();
        assertFalse(little.isMaterial(), little.toString());
    }

    /** A move of little less than a tenth may be one of more than that. */
    @Test
    void moveNearTheLimit_matters() {
        WeightCorrection corrected = corrected(0.098, 1);
        assertTrue(
                corrected.changes().largestChange() < 0.1 && corrected.changes().largestUpperEnd() > 0.1,
                corrected.changes().largestChange() + ", " + corrected.changes().largestUpperEnd());
        assertTrue(corrected.changes().isMaterial());
    }
}
