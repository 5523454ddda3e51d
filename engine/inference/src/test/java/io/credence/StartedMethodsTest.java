package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Posterior;
import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published methods that begin near a mode: where they end on data on which a start at the prior did not arrive. */
class StartedMethodsTest {

    private static final int N = 400;
    private static final double NOISE = 0.012;

    /** Averages of a series over 1, 5 and 22 days that explain its next value, as in a HAR regression: nearly collinear. */
    private static Rows averages() {
        Random random = new Random(TestSeed.of("averages"));
        double[] series = new double[N + 22];
        for (int t = 1; t < series.length; t++) {
            series[t] = 0.98 * series[t - 1] + 0.2 * random.nextGaussian();
        }
        double[][] features = new double[N][3];
        double[] labels = new double[N];
        for (int i = 0; i < N; i++) {
            int[] days = {1, 5, 22};
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < days[j]; k++) {
                    features[i][j] += series[i + 21 - k] / days[j];
                }
            }
            labels[i] = 0.2 + 0.5 * features[i][0] + 0.3 * features[i][1] + Math.sqrt(NOISE) * random.nextGaussian();
        }
        return Rows.of(features, labels);
    }

    private static void assertNear(Posterior expected, Posterior found) {
        for (int j = 0; j < expected.dimension(); j++) {
            double sd = expected.sd()[j];
            assertWithin("mean " + j, expected.mean()[j], found.mean()[j], 0.05 * sd);
            assertWithin("log sd " + j, Math.log(sd), Math.log(found.sd()[j]), 0.05);
        }
    }

    /** With a known small dispersion the posterior is a thousand times narrower than the prior, and Adam from there stops short. */
    @ParameterizedTest
    @CsvSource({
        "qbvi, gaussian-full",
        "cgvb, gaussian-full",
        "mgvb, gaussian-full",
        "advi-fullrank, gaussian-full",
        "bbvi, gaussian-diagonal",
        "advi-meanfield, gaussian-diagonal"
    })
    void narrowPosterior_isFoundFromAStart(String method, String family) {
        Rows rows = averages();
        Inference requested =
                Inference.of("gaussian").with("model.dispersion", NOISE).kernel("java");
        FitResult exact = requested.posterior(family).fit(rows).result();
        FitResult found = requested.method(method).fit(rows).result();
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        assertNear(exact.posterior(), found.posterior());
        assertNotNull(exact.elbo());
        assertNotNull(found.elbo());
        assertWithin("bound", exact.elbo(), found.elbo(), 0.01);
    }

    /** Scores of a full covariance by Adam collapsed on such data. */
    @Test
    void adamByValues_endsAtTheFullGaussian() {
        Rows rows = PartitionedRows.random(
                "adam by values", 700, 1, new double[] {1.5, 0.7, -0.4, 0.5, -0.2, 0.4}, PartitionedRows::bernoulli);
        Inference requested = Inference.of("bernoulli").kernel("java");
        FitResult exact = requested.fit(rows).result();
        FitResult found = requested
                .with("estimator.kind", "score")
                .with("update.kind", "adam")
                .fit(rows)
                .result();
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        assertNear(exact.posterior(), found.posterior());
    }

    /** Once its start is found a step reads a sample of many rows. */
    @ParameterizedTest
    @CsvSource({"qbvi", "advi-fullrank"})
    void manyRows_areSampled(String method) {
        Rows rows = PartitionedRows.random(
                "many rows", 66_000, 3, new double[] {0.4, -0.6, 0.3}, PartitionedRows::bernoulli);
        Inference requested = Inference.of("bernoulli").kernel("java");
        FitResult exact = requested.fit(rows).result();
        Fit fit = requested.method(method).with("estimator.draws", 10).fit(rows);
        assertEquals(FitStatus.CONVERGED, fit.result().status(), fit.result().stopReason());
        assertNear(exact.posterior(), fit.posterior());
        List<StepInfo> steps = fit.trace().stream()
                .filter(step -> step.phase() == Phase.APPROACH || step.phase() == Phase.AVERAGE)
                .toList();
        double read = steps.stream().mapToLong(StepInfo::rows).average().orElseThrow();
        assertTrue(read < 0.3 * 66_000, "rows a step: " + read);
    }

    @Test
    void startSwitchedOff_beginsAtThePrior() {
        Rows rows = PartitionedRows.random("no start", 100, 1, new double[] {0.4, -0.6}, PartitionedRows::bernoulli);
        Fit fit = Inference.of("bernoulli")
                .kernel("java")
                .method("qbvi")
                .with("start.search", false)
                .with("stop.maxIterations", 2)
                .fit(rows);
        assertEquals(2, fit.trace().size());
        assertEquals(Phase.APPROACH, fit.trace().get(0).phase());
    }

    /**
     * From values, with fewer than four draws for each parameter: a slope that was taken over whole multiplied its own errors, in
     * bursts that moved the mean.
     */
    @Test
    void fewDrawsOfManyParameters_doNotBurst() {
        Rows rows = PartitionedRows.random("bursts", 1500, 1, new double[30], PartitionedRows::bernoulli);
        Inference requested = Inference.of("bernoulli").kernel("java");
        Posterior exact = requested.fit(rows).posterior();
        Fit fit = requested
                .method("qbvi")
                .with("estimator.draws", 30)
                .with("estimator.adaptive", false)
                .with("stop.maxIterations", 250)
                .fit(rows);
        assertNear(exact, fit.posterior());
    }
}
