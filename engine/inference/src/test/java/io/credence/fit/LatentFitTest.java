package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.example.PoissonLogNormal;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.Stop;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.fit.choice.AlgorithmChoice;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.loss.DrawLoss;
import io.credence.loss.LatentBound;
import io.credence.loss.ModelLosses;
import io.credence.objective.Objectives;
import io.credence.objective.Objectives.DrawnElbo;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A fit of overdispersed counts, against the posterior with the latent numbers integrated out by quadrature. */
class LatentFitTest {

    private static final List<String> COLUMNS = List.of("(Intercept)", "x");
    private static final double PRIOR_SD = Math.sqrt(5);
    private static final int D = 6;

    private static Rows rows(int count) {
        Random random = new Random(TestSeed.of("counts"));
        Well19937c other = new Well19937c(TestSeed.of("counts"));
        Rows features = Rows.normal(count, 2, random);
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            double logRate = features.predictor(i, new double[] {1, 0.5}) + 0.7 * random.nextGaussian();
            labels[i] = RandomDataGenerator.of(other).nextPoisson(Math.exp(logRate));
        }
        return features.withLabels(labels);
    }

    private static DrawLoss loss(LatentBound bound) {
        return ModelLosses.of(new PoissonLogNormal(), COLUMNS, bound);
    }

    private static FitResult fit(Rows rows, LatentBound bound, EstimatorKind kind, GaussianStructure family) {
        boolean adaptive = kind == EstimatorKind.FIXED_DRAWS;
        SamplingSettings how = SamplingSettings.DEFAULT
                .with(new Estimator(
                        kind, 20, ControlVariate.QUADRATIC, NormalDraws.Dependence.ANTITHETIC, adaptive, 200))
                .with(new Stop(StopRule.MCSE, 0.1, 1.1, 30, 500));
        try (InProcessBackend backend = new InProcessBackend(rows.blocks(2, 64), Fits.KERNEL, 2)) {
            Problem problem = Problem.of(loss(bound), GaussianPrior.of(D, 0, PRIOR_SD), null);
            FitSettings settings = DrawFits.settings(family).withMaxIterations(1000);
            return AlgorithmChoice.of(new FitSetup(problem, settings, how, backend, Fits.KERNEL))
                    .fit();
        }
    }

    /** Bounds of few latent draws are some way below the likelihood, and favour a smaller scale; others hardly. */
    @ParameterizedTest
    @CsvSource({"VI_VAR, 4, 0.5", "IWAE, 6, 0.35"})
    void fit_findsThePosteriorOfTheIntegratedCounts(LatentBound.BoundKind kind, int draws, double within) {
        Rows rows = rows(50);
        FitResult found = fit(rows, new LatentBound(kind, draws), EstimatorKind.AUTO, GaussianStructure.FULL);
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        assertNear(CountPosterior.of(rows, found.posterior(), PRIOR_SD), found, within);
    }

    private static void assertNear(CountPosterior exact, FitResult found, double within) {
        GaussianPosterior q = (GaussianPosterior) found.posterior();
        for (int j = 0; j < exact.mean().length; j++) {
            assertWithin("mean " + j, exact.mean()[j], q.mean()[j], within * exact.sd()[j]);
            assertWithin("log sd " + j, Math.log(exact.sd()[j]), Math.log(q.sd()[j]), 0.12);
        }
        Double elbo = found.elbo();
        FitResult.DrawNoise noise = found.drawNoise();
        assertTrue(elbo != null && noise != null);
        double gap = exact.logEvidence() - elbo;
        assertTrue(gap > -4 * noise.elboError() && gap < 6, "the ELBO is " + gap + " nats below the log evidence");
        assertNull(found.objectiveValue());
    }

    @Test
    void fitByFixedDraws_findsItToo() {
        Rows rows = rows(50);
        LatentBound bound = new LatentBound(LatentBound.BoundKind.VI_VAR, 2);
        FitResult found = fit(rows, bound, EstimatorKind.FIXED_DRAWS, GaussianStructure.DIAGONAL);
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        CountPosterior exact = CountPosterior.of(rows, found.posterior(), PRIOR_SD);
        for (int j = 0; j < exact.mean().length; j++) {
            assertWithin("mean " + j, exact.mean()[j], found.posterior().mean()[j], 0.6 * exact.sd()[j]);
        }
    }

    @Test
    void objectivesOfExactLosses_areRefused() {
        DrawLoss loss = loss(LatentBound.DEFAULT);
        GaussianPrior prior = GaussianPrior.of(D, 0, 1);
        List<Problem> problems = List.of(
                Problem.of(loss, prior, null).with(Objectives.named("eubo", Map.of())),
                Problem.of(loss, prior, null).with(new DrawnElbo()));
        try (InProcessBackend backend = new InProcessBackend(rows(10).blocks(1, 10), Fits.KERNEL, 1)) {
            for (Problem problem : problems) {
                var refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> StochasticAlgorithm.of(new FitSetup(
                                problem,
                                DrawFits.settings(GaussianStructure.DIAGONAL),
                                SamplingSettings.DEFAULT,
                                backend,
                                Fits.KERNEL)));
                assertTrue(refused.getMessage().contains("latent numbers"), refused.getMessage());
            }
        }
    }
}
