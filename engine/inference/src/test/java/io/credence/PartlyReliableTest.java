package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.TestSeed;
import java.util.List;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;

/** The verdict names the coefficients that it concerns, and holds for the others. */
class PartlyReliableTest {

    private static Fit fit(double correlation) {
        RandomGenerator random = new Well19937c(TestSeed.of("partly"));
        double[][] features = new double[400][3];
        double[] labels = new double[400];
        for (int i = 0; i < labels.length; i++) {
            double shared = random.nextGaussian();
            double own = Math.sqrt(1 - correlation * correlation);
            features[i][0] = shared;
            features[i][1] = correlation * shared + own * random.nextGaussian();
            features[i][2] = random.nextGaussian();
            double predictor = 0.5 * features[i][0] - 0.3 * features[i][1] + 0.4 * features[i][2];
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
        }
        return Inference.of("bernoulli")
                .with("posterior.family", "gaussian-diagonal")
                .fit(Rows.of(features, labels));
    }

    /** Factors leave out a correlation of two coefficients, whose sds are too small; the third and the intercept have their own. */
    @Test
    void coefficientsThatWeighingMoves_areNamed_andOthersHold() {
        Fit fit = fit(0.7);
        assertFalse(fit.isReliable(), TestSeed.replay());
        String text = fit.reliability().text() + TestSeed.replay();
        List<String> names = fit.names();
        assertEquals(List.of(names.get(1), names.get(2)), fit.reliability().but(), text);
        assertTrue(text.startsWith("reliable but for " + names.get(1) + ", " + names.get(2) + ": "), text);
        fit.requireReliable(names.get(0), names.get(3));
        assertTrue(assertThrows(IllegalStateException.class, () -> fit.requireReliable(names.get(1)))
                .getMessage()
                .contains("required converged and passed for " + names.get(1)));
        assertThrows(IllegalStateException.class, fit::requireReliable);
        assertThrows(IllegalArgumentException.class, () -> fit.requireReliable("nobody"));
    }

    @Test
    void fitWithoutDoubts_holdsForAll() {
        Fit fit = fit(0);
        assertTrue(fit.isReliable(), fit.reliability().text());
        assertEquals(List.of(), fit.reliability().but());
        assertEquals(fit, fit.requireReliable());
    }
}
