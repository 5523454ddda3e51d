package io.credence;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.example.RobustRegression;
import io.credence.family.FullGaussian;
import io.credence.family.flow.LayeredFlow;
import io.credence.fit.FitState.FitStatus;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.summary.ImportanceCheck;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The programs of docs/inference.md, and what the builder promises besides. */
class InferenceTest {

    private static final int ROWS = 200;
    private static final double[] THETA = {0.3, -0.8, 0.5};

    private final double[][] features = new double[ROWS][2];
    private final double[] labels = new double[ROWS];
    private final double[] classes = new double[ROWS];

    InferenceTest() {
        Random random = new Random(TestSeed.of("inference"));
        for (int i = 0; i < ROWS; i++) {
            features[i] = new double[] {random.nextGaussian(), random.nextGaussian()};
            double eta = THETA[0] + THETA[1] * features[i][0] + THETA[2] * features[i][1];
            labels[i] = eta + 0.5 * random.nextGaussian();
            classes[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
    }

    private static Inference logistic() {
        return Inference.of("bernoulli").prior("normal", Map.of("sd", 2.2));
    }

    /** The conjugate linear model with a known variance, whose posterior is that of normal equations. */
    @Test
    void gaussianRows_giveTheConjugatePosterior() {
        Fit fit = Inference.of(Likelihoods.named("gaussian", 4, 2))
                .prior("normal", Map.of("sd", 2.0))
                .with("model.dispersion", 0.25)
                .fit(Rows.of(features, labels));
        double[][] precision = new double[3][3];
        double[] right = new double[3];
        for (int i = 0; i < ROWS; i++) {
            double[] x = {1, features[i][0], features[i][1]};
            for (int a = 0; a < 3; a++) {
                right[a] += x[a] * labels[i] / 0.25;
                for (int b = 0; b < 3; b++) {
                    precision[a][b] += x[a] * x[b] / 0.25;
                }
            }
        }
        for (int a = 0; a < 3; a++) {
            precision[a][a] += 0.25;
            double product = 0;
            for (int b = 0; b < 3; b++) {
                product += precision[a][b] * fit.posterior().mean()[b];
            }
            assertClose("normal equation", right[a], product, 1e-9);
        }
        assertEquals(List.of("(Intercept)", "x1", "x2"), fit.names());
        assertTrue(fit.isReliable());
        assertTrue(fit.isReliable());
        assertEquals(fit.result().iterations(), fit.trace().size());
    }

    @Test
    void sameChoices_giveTheSameBitsAndOthersDoNot() {
        Inference byDraws = logistic().method("qbvi").seed(3);
        Rows rows = Rows.of(features, classes);
        Fit one = byDraws.fit(rows);
        Fit two = byDraws.fit(rows);
        assertArrayEquals(one.posterior().parameters(), two.posterior().parameters(), 0.0);
        assertTrue(byDraws.seed(4).fit(rows).mean("x1") != one.mean("x1"));
        Fit exact = logistic().fit(rows);
        for (String name : exact.names()) {
            assertWithin(name, exact.mean(name), one.mean(name), 0.05 * exact.sd(name));
        }
        assertTrue(exact.posterior() instanceof FullGaussian);
    }

    @Test
    void classOfOnesOwn_isFitted() {
        RobustRegression model = new RobustRegression(Map.of("degreesOfFreedom", "4"));
        Fit fit = Inference.of(model).method("advi-fullrank").seed(7).fit(Rows.of(features, labels));
        assertEquals(FitStatus.CONVERGED, fit.result().status(), fit.result().stopReason());
        for (int j = 0; j < THETA.length; j++) {
            assertWithin(
                    "coefficient " + j,
                    THETA[j],
                    fit.posterior().mean()[j],
                    4 * fit.posterior().sd()[j]);
        }
    }

    @Test
    void evidenceUpperBoundWithAFlow_keepsTheFlow() {
        AtomicInteger steps = new AtomicInteger();
        Fit fit = Inference.of("bernoulli")
                .posterior("planar-flow", Map.of("layers", 2))
                .objective("eubo")
                .update("adam")
                .with("stop.maxIterations", 200)
                .listener(state -> steps.incrementAndGet())
                .fit(Rows.of(features, classes));
        LayeredFlow flow = (LayeredFlow) fit.posterior();
        assertEquals(3, flow.dimension());
        ImportanceCheck check = fit.check();
        assertNotNull(check);
        assertTrue(check.tail().draws() >= 2000);
        assertEquals(fit.trace().size(), steps.get());
        Fit exact = Inference.of("bernoulli").fit(Rows.of(features, classes));
        for (int j = 0; j < 3; j++) {
            assertWithin(
                    "mean",
                    exact.posterior().mean()[j],
                    flow.mean()[j],
                    0.5 * exact.posterior().sd()[j]);
        }
    }

    @Test
    void patienceAndValuesAlone_goWithObjectivesOfWeights() {
        Fit fit = logistic()
                .objective("eubo")
                .with("estimator.kind", "score")
                .with("stop.rule", "patience")
                .with("stop.patience", 40)
                .fit(Rows.of(features, classes));
        assertTrue(fit.isConverged());
        assertTrue(
                fit.result().stopReason().startsWith("no better smoothed bound"),
                fit.result().stopReason());
        Fit exact = logistic().fit(Rows.of(features, classes));
        for (String name : exact.names()) {
            assertWithin(name, exact.mean(name), fit.mean(name), 0.3 * exact.sd(name));
        }
    }

    @Test
    void softmaxRows_countTheirClasses() {
        double[] three = classes.clone();
        three[0] = 2;
        three[1] = 2;
        Fit fit = Inference.of("softmax").fit(Rows.of(features, three));
        assertEquals("2:x2", fit.names().get(5));
        assertEquals(6, fit.posterior().dimension());
    }

    @Test
    void wrongKeysAndPairs_areRefusedWithTheReason() {
        refused("seed", () -> logistic().with("sed", 1).config());
        refused("rows and results", () -> logistic().with("data.path", "x.csv").config());
        refused(
                "moves a full covariance",
                () -> logistic()
                        .update("manifold")
                        .posterior("gaussian-diagonal")
                        .config());
        refused("did you mean", () -> Inference.of("bernouli").config());
        refused(
                "since gaussian-sparse-precision is retired; where a full covariance is too large, posterior.family =",
                () -> logistic().posterior("gaussian-sparse-precision").config());
        refused(
                "posterior.blocks",
                () -> logistic()
                        .posterior("gaussian-block", Map.of("blocks", List.of(2, 2)))
                        .fit(Rows.of(features, classes)));
        assertThrows(IllegalArgumentException.class, () -> Rows.of(features, new double[3]));
        assertThrows(
                IllegalArgumentException.class,
                () -> logistic().fit(Rows.of(features, classes)).mean("x3"));
    }

    private static void refused(String part, Executable requested) {
        String message = assertThrows(ConfigurationException.class, requested).getMessage();
        assertTrue(message.contains(part), message);
    }
}
