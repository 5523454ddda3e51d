package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.exact.NewtonAlgorithm;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.NonFiniteValue;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that break point estimators: a proper prior makes a proper posterior, or the fit reports where it broke. */
class HardDataTest {

    private final Random random = new Random(TestSeed.get());

    @ParameterizedTest
    @EnumSource(Structures.class)
    void separableClasses_properPosterior(Structures family) {
        Rows rows = Rows.normal(60, 3, random);
        double[] labels = new double[60];
        for (int i = 0; i < 60; i++) {
            labels[i] = rows.features()[i][1] > 0 ? 1 : 0;
        }
        FitResult result = Fits.converged(
                Fits.problem("bernoulli", 3, 10),
                FitSettings.of(family.of(1, 2)),
                rows.withLabels(labels).blocks(1, 60));
        assertTrue(result.posterior().mean()[1] > 5);
    }

    @Test
    void collinearColumns_shareTheEffectAndKeepThePriorAlongTheDifference() {
        Rows rows = Rows.normal(300, 3, random);
        double[] labels = new double[300];
        for (int i = 0; i < 300; i++) {
            rows.features()[i][2] = rows.features()[i][1];
            labels[i] = rows.features()[i][1] + random.nextGaussian();
        }
        FitResult result = Fits.converged(
                Fits.problem("gaussian", 3, 2),
                FitSettings.of(GaussianStructure.FULL),
                rows.withLabels(labels).blocks(1, 300));
        FullGaussian q = (FullGaussian) result.posterior();
        double[] s = q.covariance();
        double difference = s[4] + s[8] - 2 * s[5];
        assertEquals(2 * 4.0, difference, 1e-6, "variance of the difference is that of the prior");
        assertEquals(q.mean()[1], q.mean()[2], 1e-8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "bernoulli",
                "bernoulli-probit",
                "poisson",
                "negative-binomial",
                "gamma",
                "exponential",
                "weibull",
                "tweedie",
                "student-t",
                "softmax"
            })
    void oneRow_everyFamilyHasAPosterior(String family) {
        Rows rows = new Rows(new double[][] {{1, 2.5}}, new double[] {1});
        for (Structures posterior : Structures.values()) {
            ExactProblem problem = Fits.problem(family, 2, 2);
            FitSettings settings =
                    FitSettings.of(posterior.of(1, problem.prior().dimension() - 1));
            Fits.converged(problem, settings, rows.blocks(1, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussian", "negative-binomial", "gamma", "tweedie", "student-t"})
    void oneRow_estimatedDispersionStaysNearItsPrior(String family) {
        Rows rows = new Rows(new double[][] {{1, 2.5}}, new double[] {1});
        ExactProblem problem = ExactProblem.withEstimatedDispersion(
                Fits.likelihood(family), GaussianPrior.of(2, 0, 2), new DispersionPosterior.InverseGamma(3, 1));
        FitResult result = Fits.converged(problem, FitSettings.of(GaussianStructure.FULL), rows.blocks(1, 1));
        assertTrue(
                result.dispersion().mean() > 0.05 && result.dispersion().mean() < 20,
                result.dispersion().toString());
    }

    @Test
    void moreColumnsThanRows_properPosterior() {
        Rows rows = Rows.normal(10, 40, random);
        double[] labels = new double[10];
        for (int i = 0; i < 10; i++) {
            labels[i] = i % 2;
        }
        FitResult result = Fits.converged(
                Fits.problem("bernoulli", 40, Math.sqrt(5)),
                FitSettings.of(GaussianStructure.FULL),
                rows.withLabels(labels).blocks(1, 10));
        for (double sd : result.posterior().sd()) {
            assertTrue(sd <= Math.sqrt(5) + 1e-9 && sd > 0.5 * Math.sqrt(5), "sd " + sd);
        }
    }

    @Test
    void unscaledColumnsAndVeryWidePrior_converge() {
        Rows rows = Rows.normal(200, 3, random);
        double[] labels = new double[200];
        for (int i = 0; i < 200; i++) {
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-rows.features()[i][1])) ? 1 : 0;
            rows.features()[i][1] = 1e6 * (rows.features()[i][1] + 50);
            rows.features()[i][2] *= 1e-6;
        }
        FitResult result = Fits.converged(
                Fits.problem("bernoulli", 3, 1e3),
                FitSettings.of(GaussianStructure.FULL),
                rows.withLabels(labels).blocks(1, 200));
        assertEquals(1e-6, result.posterior().mean()[1], 0.6e-6);
    }

    @Test
    void hugeCounts_converge() {
        Rows rows = Rows.normal(100, 2, random);
        double[] labels = new double[100];
        for (int i = 0; i < 100; i++) {
            labels[i] = Math.rint(1e9 * Math.exp(0.1 * rows.features()[i][1]));
        }
        FitResult result = Fits.converged(
                Fits.problem("poisson", 2, 100),
                FitSettings.of(GaussianStructure.FULL),
                rows.withLabels(labels).blocks(1, 100));
        assertEquals(Math.log(1e9), result.posterior().mean()[0], 1e-3);
        assertEquals(0.1, result.posterior().mean()[1], 1e-3);
    }

    @Test
    void outliers_studentStaysNearTheBulk() {
        Rows rows = Rows.normal(200, 2, random);
        double[] labels = new double[200];
        for (int i = 0; i < 200; i++) {
            labels[i] = 1 + rows.features()[i][1] + 0.3 * random.nextGaussian() + (i % 20 == 0 ? 1000 : 0);
        }
        FitResult result = Fits.converged(
                ExactProblem.withEstimatedDispersion(
                        Fits.likelihood("student-t"),
                        GaussianPrior.of(2, 0, 10),
                        new DispersionPosterior.InverseGamma(3, 1)),
                FitSettings.of(GaussianStructure.FULL),
                rows.withLabels(labels).blocks(1, 200));
        assertEquals(1, result.posterior().mean()[0], 0.2);
        assertEquals(1, result.posterior().mean()[1], 0.2);
    }

    @Test
    void numberThatIsNotFinite_stopsWithItsPlace() {
        Rows rows = Rows.normal(50, 2, random);
        rows.features()[23][1] = Double.NaN;
        List<List<RowBlock>> blocks = rows.blocks(2, 5);
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            FitResult result = new NewtonAlgorithm(
                            Fits.problem("bernoulli", 2, 2),
                            FitSettings.of(GaussianStructure.FULL),
                            backend,
                            Fits.KERNEL)
                    .fit();
            assertEquals(FitStatus.DIVERGED, result.status());
            NonFiniteValue failure = result.end().failure();
            assertNotNull(failure);
            assertEquals(1, failure.partition());
            assertEquals(11, failure.row());
            Fits.assertSound(result);
        }
    }

    @Test
    void noRows_isRefused() {
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> new InProcessBackend(List.of(List.of()), Fits.KERNEL, 1));
        assertTrue(String.valueOf(refusal.getMessage()).contains("at least one row"));
    }

    @Test
    void priorOfWrongDimension_isRefused() {
        Rows rows = Rows.normal(5, 3, random);
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(1, 5), Fits.KERNEL, 1)) {
            IllegalArgumentException refusal = assertThrows(
                    IllegalArgumentException.class,
                    () -> new NewtonAlgorithm(
                            Fits.problem("softmax", 2, 1),
                            FitSettings.of(GaussianStructure.FULL),
                            backend,
                            Fits.KERNEL));
            assertTrue(String.valueOf(refusal.getMessage()).contains("required 6, found 4"));
        }
    }
}
