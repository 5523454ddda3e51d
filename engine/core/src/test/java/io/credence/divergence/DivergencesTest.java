package io.credence.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DivergencesTest {

    @Test
    void name_givesTheDivergence() {
        assertEquals(KullbackLeibler.PLAIN, Divergences.named("kl"));
        assertEquals(new KullbackLeibler(2), Divergences.named("weighted-kl", 2));
        assertEquals(new AlphaDivergence(0.5), Divergences.named("alpha", 0.5));
        assertEquals(new RenyiDivergence(0.5), Divergences.named("renyi", 0.5));
        assertEquals(new BetaDivergence(1.5), Divergences.named("beta", 1.5));
        assertEquals(new GammaDivergence(1.5), Divergences.named("gamma", 1.5));
        assertEquals(new AlphaBetaGammaDivergence(1, 1.5, 0.5), Divergences.named("alpha-beta-gamma", 1, 1.5, 0.5));
        assertTrue(Divergences.named("kl").isKullbackLeibler());
    }

    @Test
    void unknownNameOrCount_isRefusedWithWhatIsRequired() {
        IllegalArgumentException unknown =
                assertThrows(IllegalArgumentException.class, () -> Divergences.named("hellinger"));
        assertTrue(unknown.getMessage().contains("renyi"), unknown.getMessage());
        IllegalArgumentException count = assertThrows(IllegalArgumentException.class, () -> Divergences.named("renyi"));
        assertTrue(count.getMessage().contains("requires 1"), count.getMessage());
    }

    @Test
    void hyperparameterWithoutMeaning_isRefused() {
        for (double bad : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
            for (String kind : new String[] {"weighted-kl", "alpha", "renyi", "beta", "gamma"}) {
                assertThrows(IllegalArgumentException.class, () -> Divergences.named(kind, bad), kind + " " + bad);
            }
        }
        assertThrows(IllegalArgumentException.class, () -> new KullbackLeibler(-1));
        assertThrows(IllegalArgumentException.class, () -> new AlphaBetaGammaDivergence(0, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new AlphaBetaGammaDivergence(1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new AlphaBetaGammaDivergence(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new AlphaBetaGammaDivergence(1, 2, 0));
    }

    @Test
    void orderAtWhichNothingIsFinite_isRefusedWithTheReason() {
        assertNotNull(new BetaDivergence(-0.5).refusal());
        assertNotNull(new GammaDivergence(-0.5).refusal());
        assertNotNull(new AlphaBetaGammaDivergence(0.5, 0.2, 1).refusal());
        assertNull(new RenyiDivergence(-0.5).refusal());
        assertEquals(
                Double.POSITIVE_INFINITY,
                new BetaDivergence(-0.5).between(Gaussians.diagonal("q", 2), Gaussians.diagonal("prior", 2)));
    }
}
