package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.NamedLoss;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.TestSeed;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits with losses other than −log p. */
class GeneralisedLossFitTest {

    private static final double[] THETA = {0.5, -1, 0.7};

    private static ExactProblem problem(String kind, double hyperparameter, String family, double priorSd) {
        return ExactProblem.withKnownDispersion(
                NamedLoss.of(kind, hyperparameter, 1, Likelihoods.named(family, 4, 2)),
                GaussianPrior.of(THETA.length, 0, priorSd),
                1);
    }

    private static Rows rows(String family, int count) {
        Random random = new Random(TestSeed.of("generalised fits"));
        Rows rows = Rows.normal(count, THETA.length, random);
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            double eta = rows.predictor(i, THETA);
            labels[i] = switch (family) {
                case "bernoulli" -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
                case "poisson" -> poisson(Math.exp(eta), random);
                default -> eta + random.nextGaussian();
            };
        }
        return rows.withLabels(labels);
    }

    private static double poisson(double mean, Random random) {
        double left = random.nextDouble();
        double term = Math.exp(-mean);
        int count = 0;
        while (left > term && count < 1000) {
            left -= term;
            count++;
            term *= mean / count;
        }
        return count;
    }

    /** A tenth of the rows lies where no row can: −log p follows them, the robust losses do not. */
    @ParameterizedTest
    @CsvSource({"beta, 1.3, 0.5", "gamma, 1.3, 0.5", "absolute, 0, 0.6", "huber, 1, 0.9", "quantile, 0.5, 0.6"})
    void outliers_moveRobustFitsLittle(String kind, double hyperparameter, double allowed) {
        Rows clean = rows("gaussian", 300);
        double[] labels = clean.labels().clone();
        for (int i = 0; i < labels.length; i += 10) {
            labels[i] += 30;
        }
        Rows spoilt = clean.withLabels(labels);
        FitSettings settings = FitSettings.of(GaussianStructure.FULL);
        double plain =
                shift(Fits.converged(problem("log-likelihood", 0, "gaussian", 10), settings, spoilt.blocks(2, 64)));
        double robust =
                shift(Fits.converged(problem(kind, hyperparameter, "gaussian", 10), settings, spoilt.blocks(2, 64)));
        assertTrue(plain > 2, "−log p moved by " + plain);
        assertTrue(robust < allowed, kind + " moved by " + robust);
    }

    private static double shift(FitResult result) {
        double largest = 0;
        for (int j = 0; j < THETA.length; j++) {
            largest = Math.max(largest, Math.abs(result.posterior().mean()[j] - THETA[j]));
        }
        return largest;
    }

    /** A prior far wider than the data, where a loss without curvature at points would have no Newton step. */
    @ParameterizedTest
    @CsvSource({"absolute, 0, gaussian", "huber, 0.5, gaussian", "quantile, 0.2, gaussian", "hinge, 0, bernoulli"})
    void lossesWithCorners_areFittedFromAWidePrior(String kind, double hyperparameter, String family) {
        Rows rows = rows(family, 200);
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL).withTolerance(1e-10);
        FitResult wide = Fits.converged(problem(kind, hyperparameter, family, 1000), settings, rows.blocks(3, 32));
        assertTrue(wide.iterations() < 100, "steps: " + wide.iterations());
        assertTrue(wide.posterior().sd()[0] < 1, "sd: " + wide.posterior().sd()[0]);
    }

    @ParameterizedTest
    @CsvSource({
        "gamma, 1.5, bernoulli",
        "beta, 1.2, poisson",
        "huber, 0.8, gaussian",
        "absolute, 0, gaussian",
        "hinge, 0, bernoulli"
    })
    void fitsByDraws_findTheExactOptimum(String kind, double hyperparameter, String family) {
        Rows rows = rows(family, 80);
        ExactProblem problem = problem(kind, hyperparameter, family, 3);
        FitSettings settings = DrawFits.settings(GaussianStructure.FULL);
        FitResult exact = Fits.converged(problem, settings.withTolerance(1e-12), rows.blocks(2, 64));
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(2, 64), Fits.KERNEL, 1)) {
            FitResult drawn = StochasticAlgorithm.of(new FitSetup(
                            Problem.of(problem, backend.summary(), false),
                            settings,
                            SamplingSettings.DEFAULT,
                            backend,
                            Fits.KERNEL))
                    .fit();
            assertEquals(FitStatus.CONVERGED, drawn.status(), drawn.stopReason());
            DrawFits.assertNear(exact.posterior(), drawn.posterior());
        }
    }
}
