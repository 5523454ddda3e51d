package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ChainsTest {

    /** Stationary AR(1) chains of unit variance, whose effective draws are n (1 − φ)/(1 + φ). */
    private static Chains autoregressive(double phi, double apart, int count) {
        Random random = new Random(TestSeed.of("chains" + phi));
        double[][][] draws = new double[4][count][1];
        for (int chain = 0; chain < draws.length; chain++) {
            double x = random.nextGaussian();
            for (double[] draw : draws[chain]) {
                x = phi * x + Math.sqrt(1 - phi * phi) * random.nextGaussian();
                draw[0] = x + apart * chain;
            }
        }
        return new Chains(draws);
    }

    @Test
    void independentDraws_countFully() {
        Chains.Estimate estimate = autoregressive(0, 0, 20_000).mean(0);
        assertEquals(80_000, estimate.effectiveDraws(), 8_000);
        assertEquals(1, estimate.rHat(), 1e-3);
        assertEquals(1, estimate.sd(), 0.02);
    }

    @Test
    void positiveCorrelation_countsLess() {
        assertEquals(80_000 / 9.0, autoregressive(0.8, 0, 20_000).mean(0).effectiveDraws(), 1_000);
    }

    @Test
    void negativeCorrelation_countsMore() {
        assertEquals(80_000 * 3, autoregressive(-0.5, 0, 20_000).mean(0).effectiveDraws(), 24_000);
    }

    @Test
    void chainsApart_areSeen() {
        Chains apart = autoregressive(0, 1, 1000);
        assertTrue(apart.largestRHat() > 1.3, "R̂ was " + apart.largestRHat());
        assertTrue(apart.fewestEffectiveDraws() < 50, "effective draws were " + apart.fewestEffectiveDraws());
    }

    @Test
    void momentsOfSmallSet_areHandComputed() {
        double[][][] draws = {{{1}, {2}, {3}, {4}}, {{5}, {6}, {7}, {8}}};
        Chains chains = new Chains(draws);
        assertEquals(4.5, chains.mean(0).mean(), 1e-12);
        assertEquals(5.25, chains.variance(0).mean(), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> new Chains(new double[][][] {{{1}, {2}, {3}, {4}}}));
    }
}
