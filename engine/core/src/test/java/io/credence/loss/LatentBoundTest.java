package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.DenseBlock;
import io.credence.data.Draws;
import io.credence.data.RowAttributes;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.LatentBound.BoundKind;
import io.credence.testkit.MonteCarlo;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the bounds of a latent model are in expectation, where its evidence has a closed form. */
class LatentBoundTest {

    private static final int ROWS = 60_000;
    private static final double LABEL = 1.3;
    private static final double LEVEL = 0.4;
    private static final double A = 1.2;
    private static final double S = 0.6;
    private static final double TOTAL = A * A + S * S;
    private static final double LOG_EVIDENCE =
            -0.5 * (Math.log(2 * Math.PI * TOTAL) + (LABEL - LEVEL) * (LABEL - LEVEL) / TOTAL);

    /** The bound of equal rows, each with latent draws of its own, under encoders that far off the exact one. */
    private static double[] bounds(LatentBound bound, double shift, double spread) {
        return bounds(bound, shift, spread, ROWS);
    }

    private static double[] bounds(LatentBound bound, double shift, double spread, int rows) {
        DrawLoss loss = ModelLosses.of(new LatentModels.Linear(), List.of("(Intercept)"), bound);
        double[] theta = {LEVEL, Math.log(A), Math.log(S), shift, spread};
        double[] labels = new double[rows];
        double[] ones = new double[rows];
        Arrays.fill(labels, LABEL);
        Arrays.fill(ones, 1);
        double[] losses = new ModelLossRun(loss, new Draws.ExplicitDraws(theta, 1, 5, 3), null, PredictorChunk.CAPACITY)
                .losses(new DenseBlock(RowAttributes.ofLabels(labels), 1, ones))[0];
        return Arrays.stream(losses).map(l -> -l).toArray();
    }

    private static double[] minus(double[] a, double[] b) {
        double[] difference = new double[a.length];
        Arrays.setAll(difference, i -> a[i] - b[i]);
        return difference;
    }

    @Test
    void exactEncoder_leavesNothingOfAnyBound() {
        for (String name : LatentBound.NAMES) {
            for (int draws : new int[] {1, 2, 6}) {
                LatentBound bound = LatentBound.named(name, draws, draws == 6 ? 3 : 1);
                for (double found : bounds(bound, 0, 0, 50)) {
                    assertClose(bound.toString(), LOG_EVIDENCE, found, 1e-10);
                }
            }
        }
    }

    @Test
    void standardBound_liesBelowTheEvidenceByTheDivergenceOfTheEncoder() {
        double shift = 0.5;
        double spread = 0.3;
        double sd = S / Math.sqrt(TOTAL);
        double divergence = 0.5 * (Math.exp(2 * spread) + shift * shift / (sd * sd) - 1) - spread;
        double[] found = bounds(new LatentBound(BoundKind.VI, 4), shift, spread);
        MonteCarlo.assertWithin4StandardErrors("VI", LOG_EVIDENCE - divergence, found);
    }

    @Test
    void bounds_areOrderedAndStayBelowTheEvidence() {
        double[] vi = bounds(new LatentBound(BoundKind.VI, 10), 0.4, 0.2);
        double[] viVar = bounds(new LatentBound(BoundKind.VI_VAR, 10), 0.4, 0.2);
        double[] few = bounds(new LatentBound(BoundKind.IWAE, 2), 0.4, 0.2);
        double[] iwae = bounds(new LatentBound(BoundKind.IWAE, 10), 0.4, 0.2);
        double[] iwaeVar = bounds(new LatentBound(BoundKind.IWAE_VAR, 10, 5), 0.4, 0.2);
        for (int i = 0; i < ROWS; i++) {
            // At the same draws, by the second-order Jensen inequality of an empirical distribution.
            assertTrue(vi[i] <= viVar[i] && viVar[i] <= iwae[i] + 1e-12 && iwaeVar[i] <= iwae[i] + 1e-12);
        }
        assertAbove("VI-VAR over VI", minus(viVar, vi));
        assertAbove("IWAE-VAR over IWAE of a replicate", minus(iwaeVar, few));
        assertAbove("IWAE over VI-VAR", minus(iwae, viVar));
        for (double[] bound : List.of(vi, viVar, few, iwae, iwaeVar)) {
            double[] gap = Arrays.stream(bound).map(b -> LOG_EVIDENCE - b).toArray();
            assertAbove("evidence over the bound", gap);
        }
        // Unbiased for the evidence itself: E[mean w] = p(y).
        double[] density =
                Arrays.stream(iwae).map(b -> Math.exp(b - LOG_EVIDENCE)).toArray();
        MonteCarlo.assertWithin4StandardErrors("E w", 1, density);
    }

    private static void assertAbove(String what, double[] differences) {
        double mean = MonteCarlo.mean(differences);
        assertTrue(mean > 4 * MonteCarlo.standardError(differences), what + " was " + mean);
    }

    @Test
    void oneDrawOrOneGroup_isTheSimplerBound() {
        double[] vi = bounds(new LatentBound(BoundKind.VI, 1), 0.3, -0.2, 50);
        for (BoundKind kind : List.of(BoundKind.IWAE, BoundKind.VI_VAR, BoundKind.IWAE_VAR)) {
            assertClose(kind.configurationName(), vi, bounds(new LatentBound(kind, 1), 0.3, -0.2, 50), 1e-14);
        }
        assertClose(
                "one replicate",
                bounds(new LatentBound(BoundKind.IWAE, 4), 0.3, -0.2, 50),
                bounds(new LatentBound(BoundKind.IWAE_VAR, 4, 1), 0.3, -0.2, 50),
                1e-14);
    }

    @Test
    void impossibleBounds_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new LatentBound(BoundKind.VI, 0));
        assertThrows(IllegalArgumentException.class, () -> new LatentBound(BoundKind.VI, 4, 2));
        assertThrows(IllegalArgumentException.class, () -> new LatentBound(BoundKind.IWAE_VAR, 4, 3));
        var unknown = assertThrows(IllegalArgumentException.class, () -> LatentBound.named("vae", 4, 2));
        assertTrue(unknown.getMessage().contains("vi, iwae, vi-var, iwae-var"), unknown.getMessage());
        assertEquals(new LatentBound(BoundKind.VI, 4), LatentBound.named("vi", 4, 3));
    }
}
