package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.FitState.FitStatus;
import io.credence.model.Model;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits by draws that stay the same where log densities of the first draws overflow or are no numbers. */
class FixedDrawsOnSmallModelsTest {

    private static Fit converged(Inference requested, Rows rows) {
        Fit fit = requested.kernel("java").fit(rows);
        assertEquals(
                FitStatus.CONVERGED,
                fit.result().status(),
                fit.result().stopReason() + " " + fit.result().decisions());
        return fit;
    }

    private static Inference fixed(Model model, long seed) {
        return Inference.of(model)
                .method("dadvi")
                .posterior("gaussian-diagonal")
                .seed(seed);
    }

    private static void assertNear(double expected, double found, double allowed) {
        assertTrue(Math.abs(found - expected) < allowed, found + " must be within " + allowed + " of " + expected);
    }

    /** Shocks of the first draws reach 10^90. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void movingAverage_isFound(long seed) {
        Random random = new Random(4);
        double[] labels = new double[200];
        double before = 0;
        for (int t = 0; t < labels.length; t++) {
            double shock = 0.15 * random.nextGaussian();
            labels[t] = 0.1 + (t > 0 ? 0.85 * labels[t - 1] : 0.5) + 0.3 * before + shock;
            before = shock;
        }
        Fit fit = converged(fixed(new SmallModels.Arma(), seed), Rows.of(new double[200][0], labels));
        double[] mean = fit.posterior().mean();
        double[] sd = fit.posterior().sd();
        assertNear(0.85, mean[1], 4 * sd[1]);
        assertNear(0.3, mean[2], 4 * sd[2]);
        assertNear(Math.log(0.15), mean[3], 4 * sd[3]);
    }

    /** Where both densities underflow the log density is −∞ and its slopes are no numbers. */
    @Test
    void mixture_isFound() {
        Random random = new Random(5);
        double[] labels = new double[100];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = i % 3 == 0 ? -2.7 + 0.9 * random.nextGaussian() : 2.8 + random.nextGaussian();
        }
        Fit fit = converged(fixed(new SmallModels.Mixture(), 1), Rows.of(new double[100][0], labels));
        double[] mean = fit.posterior().mean();
        assertNear(-2.7, mean[0], 0.5);
        assertNear(Math.log(5.5), mean[1], 0.2);
        assertNear(Math.log(0.5), mean[4], 0.5);
    }

    @Test
    void process_isFound() {
        Random random = new Random(6);
        double[][] features = new double[11][];
        double[] labels = new double[11];
        for (int i = 0; i < labels.length; i++) {
            features[i] = new double[] {2 * i - 10};
            labels[i] = 2.5 * Math.sin(0.3 * features[i][0]) + random.nextGaussian();
        }
        Fit fit = converged(fixed(new SmallModels.Process(), 1), Rows.of(features, labels));
        Fit plain = converged(
                Inference.of(new SmallModels.Process()).posterior("gaussian-diagonal"), Rows.of(features, labels));
        for (int j = 0; j < 3; j++) {
            assertNear(
                    plain.posterior().mean()[j],
                    fit.posterior().mean()[j],
                    plain.posterior().sd()[j]);
        }
    }

    @Test
    void nowhereFinite_isReportedAndNotSearchedForEver() {
        Fit fit = Inference.of(new SmallModels.Mixture())
                .method("dadvi")
                .kernel("java")
                .fit(Rows.of(new double[2][0], new double[] {1e200, -1e200}));
        assertEquals(FitStatus.DIVERGED, fit.result().status());
        assertNotNull(fit.result().end().failure());
    }
}
