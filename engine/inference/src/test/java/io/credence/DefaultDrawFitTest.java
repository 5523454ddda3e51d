package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.example.RobustRegression;
import io.credence.family.FullGaussian;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.random.AddressedRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fit by draws of a user's model when no method is given: where it ends, on models that other fits swing on. */
class DefaultDrawFitTest {

    private static final double PRIOR_SD = Math.sqrt(5);

    /** Logistic regression as a user writes it. */
    static final class Logistic implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            T eta = label > 0 ? predictors[0].negate() : predictors[0];
            return eta.getReal() > 0
                    ? eta.negate().exp().log1p().add(eta).negate()
                    : eta.exp().log1p().negate();
        }
    }

    private static Fit converged(Inference requested, Rows rows) {
        Fit fit = requested.kernel("java").fit(rows);
        assertEquals(
                FitStatus.CONVERGED,
                fit.result().status(),
                fit.result().stopReason() + " " + fit.result().decisions());
        return fit;
    }

    private static void assertNear(Posterior expected, Posterior found, double allowed) {
        for (int j = 0; j < expected.dimension(); j++) {
            double sd = expected.sd()[j];
            assertWithin("mean " + j, expected.mean()[j], found.mean()[j], allowed * sd);
            assertWithin("log sd " + j, Math.log(sd), Math.log(found.sd()[j]), allowed);
        }
    }

    /**
     * By draws of its own, a Gaussian's mean gradient in its own units is 0, and the mean of ε_j(r_j + ε_j), its part of the
     * curvature, is 0: within the allowance and four standard errors.
     */
    private static void assertStationary(RowModel model, List<Row> rows, Fit fit, int draws, double allowed) {
        FullGaussian q = (FullGaussian) fit.posterior();
        int d = q.dimension();
        double[][] observed = new double[2 * d][draws];
        for (int s = 0; s < draws; s++) {
            double[] epsilon = new double[d];
            for (int j = 0; j < d; j++) {
                epsilon[j] = (s % 2 == 0 ? 1 : -1) * AddressedRandom.normal(99, s / 2, j);
            }
            double[] r = q.cholesky().solveFactor(HardModels.gradient(model, rows, PRIOR_SD, q.draw(0, epsilon)));
            for (int j = 0; j < d; j++) {
                observed[j][s] = r[j] + epsilon[j];
                observed[d + j][s] = 0.5 * epsilon[j] * (r[j] + epsilon[j]);
            }
        }
        for (int k = 0; k < 2 * d; k++) {
            double mean = 0;
            double squares = 0;
            for (int p = 0; p < draws / 2; p++) {
                double pair = 0.5 * (observed[k][2 * p] + observed[k][2 * p + 1]);
                double deviation = pair - mean;
                mean += deviation / (p + 1);
                squares += deviation * (pair - mean);
            }
            double error = Math.sqrt(squares) / (draws / 2.0);
            assertWithin((k < d ? "mean gradient " : "log sd ") + k % d, 0, mean, allowed + 4 * error);
        }
    }

    @ParameterizedTest
    @CsvSource({"gaussian-full, 0", "gaussian-diagonal, 0", "gaussian-full, 30"})
    void logisticModel_endsWhereTheExactFitDoes(String family, double start) {
        PartitionedRows rows = PartitionedRows.random(
                "default logistic", 400, 3, new double[] {0.4, -0.6, 0.3, 1.2}, PartitionedRows::bernoulli);
        Fit exact = Inference.of("bernoulli").posterior(family).kernel("java").fit(rows);
        Inference requested = Inference.of(new Logistic()).posterior(family);
        Fit fit = converged(start == 0 ? requested : requested.with("start.mean", start), rows);
        assertNear(exact.posterior(), fit.posterior(), 0.05);
        Double bound = fit.result().elbo();
        Double best = exact.result().elbo();
        assertNotNull(bound);
        assertNotNull(best);
        assertWithin("bound", best, bound, 0.05);
    }

    /** Log of a Laplace density, whose slope jumps; the scale is known. */
    static final class Corner implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            return predictors[0].subtract(label).abs().negate();
        }
    }

    /** Second derivatives know nothing of corners: the gradients contradict them, and are believed. */
    @Test
    void cornersOfALikelihood_areNotOverlooked() {
        PartitionedRows rows = PartitionedRows.random(
                "corners", 200, 1, new double[] {0, 0.3, 0.6}, (eta, random) -> eta + random.nextGaussian());
        Fit regressed = converged(Inference.of(new Corner()).with("estimator.kind", "regression"), rows);
        Fit fit = converged(Inference.of(new Corner()), rows);
        assertTrue(
                fit.result().decisions().stream().anyMatch(line -> line.contains("regressed on draws instead")),
                fit.result().decisions().toString());
        assertNear(regressed.posterior(), fit.posterior(), 0.08);
    }

    /** Ten rows a parameter: few steps, where a regression has all curvatures to learn. */
    @ParameterizedTest
    @ValueSource(strings = {"gaussian-full", "gaussian-diagonal"})
    void fewRowsForEachParameter_areEnoughForSecondDerivatives(String family) {
        double[] truth =
                IntStream.range(0, 60).mapToDouble(j -> 0.2 * Math.cos(j)).toArray();
        PartitionedRows rows = PartitionedRows.random("few rows", 600, 1, truth, PartitionedRows::bernoulli);
        Fit exact = Inference.of("bernoulli").posterior(family).kernel("java").fit(rows);
        Fit fit = converged(Inference.of(new Logistic()).posterior(family), rows);
        assertNear(exact.posterior(), fit.posterior(), 0.08);
        assertTrue(fit.trace().size() <= 16, fit.trace().size() + " steps");
        assertTrue(
                fit.result().decisions().stream().anyMatch(line -> line.contains("second derivatives")),
                fit.result().decisions().toString());
    }

    /** A prior without a closed form has its second derivatives by differences. */
    @Test
    void familyUnderAnotherPrior_endsWhereItsRegressionDoes() {
        PartitionedRows rows = PartitionedRows.random(
                "student prior", 150, 2, new double[] {0.4, -1.2, 0.8}, PartitionedRows::bernoulli);
        Inference requested = Inference.of("bernoulli").prior("student-t", Map.of("degreesOfFreedom", 3));
        Fit curved = converged(requested.with("estimator.kind", "curvature"), rows);
        assertNear(
                converged(requested.with("estimator.kind", "regression"), rows).posterior(), curved.posterior(), 0.08);
    }

    @Test
    void curvatureOfALossWithoutAny_isRefused() {
        HardModels.Schools model = new HardModels.Schools();
        ConfigurationException wrong = assertThrows(
                ConfigurationException.class,
                () -> Inference.of(model)
                        .with("estimator.kind", "curvature")
                        .fit(HardModels.Schools.data().rows()));
        assertTrue(wrong.getMessage().contains("second derivatives"), wrong.getMessage());
    }

    /** From 20,000 rows a level of 2,500 comes first, and no step but the last few reads all. */
    @Test
    @Tag("nightly")
    void manyRows_areReadInLevels() {
        PartitionedRows rows =
                PartitionedRows.random("levels", 20_000, 2, new double[] {0.2, -0.3, 0.5}, PartitionedRows::bernoulli);
        Fit exact = Inference.of("bernoulli").kernel("java").fit(rows);
        Fit fit = converged(Inference.of(new Logistic()), rows);
        assertNear(exact.posterior(), fit.posterior(), 0.05);
        long whole = fit.trace().stream().filter(step -> step.rows() == 20_000).count();
        long parts = fit.trace().stream().filter(step -> step.rows() < 3_500).count();
        assertEquals(fit.trace().size(), whole + parts);
        assertTrue(parts > 10 && whole < 15, parts + " steps on a part, " + whole + " on all");
        assertTrue(
                fit.trace().stream()
                        .filter(step -> step.rows() < 20_000)
                        .allMatch(step -> step.phase() == Phase.SAMPLE && step.elbo() == null),
                "the bound of a part of the rows is none");
    }

    @Test
    void interceptsOfManyCounties_neitherSwingNorDie() {
        HardModels.Counties model = new HardModels.Counties(85);
        HardModels.Data data = model.data(400, 3);
        Fit fit = converged(Inference.of(model).with("prior.sd", PRIOR_SD), data.rows());
        assertStationary(model, data.observed(), fit, 500, 0.05);
    }

    @Test
    void gaussianOfManyDimensions_isFoundWithoutError() {
        HardModels.Chain model = HardModels.Chain.random(80, 3);
        Fit fit = converged(Inference.of(model), HardModels.oneRow().rows());
        for (int j = 0; j < 80; j++) {
            assertWithin("mean " + j, model.mean()[j], fit.posterior().mean()[j], 0.01 * model.sd()[j]);
            assertWithin(
                    "log sd " + j,
                    Math.log(model.sd()[j]),
                    Math.log(fit.posterior().sd()[j]),
                    0.01);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void eightSchools_areStationary(long seed) {
        HardModels.Schools model = new HardModels.Schools();
        Fit fit = converged(
                Inference.of(model).with("prior.sd", PRIOR_SD).seed(seed),
                HardModels.Schools.data().rows());
        assertStationary(model, HardModels.Schools.data().observed(), fit, 8_000, 0.05);
    }

    /** One number with a mode in every whole one, 1 the best of them. */
    record Ripples() implements RowModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("a"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T ripple = t[0].multiply(2 * Math.PI).cos().multiply(8);
            return ripple.subtract(t[0].subtract(1).square());
        }
    }

    /** The prior's mode is a mode of its own, and few of the four starts end at the best one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void climbsThatDoNotMeet_areFollowedByMore(long seed) {
        Fit fit = Inference.of(new Ripples()).seed(seed).fit(HardModels.oneRow().rows());
        assertWithin("mode", 1, fit.posterior().mean()[0], 0.1);
    }

    /** Four starts find the mode of each seed. */
    @Test
    @Tag("nightly")
    void predatorsAndPrey_endAtOneModeFromEverySeed() {
        HardModels.Prey model = HardModels.Prey.made(15, 5);
        Fit first = converged(
                Inference.of(model).seed(1).with("start.restarts", 6),
                HardModels.oneRow().rows());
        for (long seed = 2; seed <= 10; seed++) {
            Fit other = converged(
                    Inference.of(model).seed(seed).with("start.restarts", 6),
                    HardModels.oneRow().rows());
            assertNear(first.posterior(), other.posterior(), 0.1);
        }
        double[] truth = {Math.log(0.55), Math.log(0.028), Math.log(0.8), Math.log(0.024)};
        for (int i = 0; i < 4; i++) {
            assertWithin(
                    "log rate " + i,
                    truth[i],
                    first.posterior().mean()[i],
                    4 * first.posterior().sd()[i]);
        }
        assertTrue(
                first.result().decisions().stream().anyMatch(line -> line.contains("ends of the climbs")),
                "the other modes are reported");
    }

    @Test
    void robustRegression_endsWhereItsFitByFreshDrawsDoes() {
        PartitionedRows rows = PartitionedRows.random(
                "robust",
                300,
                2,
                new double[] {1, -1, 0.5},
                (eta, random) -> eta + random.nextGaussian() / Math.sqrt(0.25 + 0.75 * random.nextDouble()));
        Fit old = converged(Inference.of(new RobustRegression()).with("estimator.kind", "fresh-draws"), rows);
        assertFalse(old.result().decisions().stream().anyMatch(line -> line.contains("regression of gradients")));
        Fit regressed = converged(Inference.of(new RobustRegression()).with("estimator.kind", "regression"), rows);
        assertTrue(regressed.result().decisions().stream().anyMatch(line -> line.contains("regression of gradients")));
        assertNear(old.posterior(), regressed.posterior(), 0.08);
        Fit curved = converged(Inference.of(new RobustRegression()), rows);
        assertTrue(curved.result().decisions().stream().anyMatch(line -> line.contains("second derivatives")));
        assertNear(old.posterior(), curved.posterior(), 0.08);
    }

    @Test
    void partitions_changeNothingButRounding() {
        double[][] means = IntStream.of(1, 7)
                .mapToObj(partitions -> converged(
                                Inference.of(new Logistic()),
                                PartitionedRows.random(
                                        "partitions",
                                        400,
                                        partitions,
                                        new double[] {0.4, -0.6},
                                        PartitionedRows::bernoulli))
                        .posterior()
                        .mean())
                .toArray(double[][]::new);
        assertArrayEquals(means[0], means[1], 1e-6);
    }

    @Test
    void startOfAnotherFit_isRefused() {
        PartitionedRows rows =
                PartitionedRows.random("refused", 20, 1, new double[] {0.4, -0.6}, PartitionedRows::bernoulli);
        Inference requested = Inference.of(new Logistic()).with("start.mean", List.of(1, 2, 3));
        ConfigurationException wrong = assertThrows(ConfigurationException.class, () -> requested.fit(rows));
        assertTrue(wrong.getMessage().contains("one number for each of the 2"), wrong.getMessage());
        Inference block = Inference.of(new Logistic()).posterior("gaussian-block", Map.of("blocks", List.of(1, 1)));
        assertThrows(
                ConfigurationException.class,
                () -> block.with("method", "regression").fit(rows));
        Inference flow = Inference.of(new Logistic()).posterior("planar-flow").with("start.mean", List.of(1, 2, 3));
        assertThrows(ConfigurationException.class, () -> flow.fit(rows));
        assertThrows(
                ConfigurationException.class,
                () -> Inference.of("gaussian")
                        .method("qbvi-inverse-gamma")
                        .with("start.restarts", 3)
                        .fit(rows));
    }

    @Test
    void spentBudget_isReportedWithTheBestPosterior() {
        PartitionedRows rows =
                PartitionedRows.random("budget", 50, 1, new double[] {0.4, -0.6}, PartitionedRows::bernoulli);
        for (int most : new int[] {1, 8}) {
            Fit fit = Inference.of(new Logistic())
                    .kernel("java")
                    .with("stop.maxIterations", most)
                    .fit(rows);
            assertEquals(FitStatus.BUDGET, fit.result().status());
            assertTrue(Double.isFinite(fit.posterior().mean()[0]));
        }
    }
}
