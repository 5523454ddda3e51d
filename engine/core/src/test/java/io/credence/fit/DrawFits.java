package io.credence.fit;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.Well19937c;

/** Small fits by draws, and what they are compared with. */
public final class DrawFits {

    public static final double[] THETA = {0.4, -0.6, 0.3};
    private static final int ROWS = 300;

    private DrawFits() {}

    /** Rows of that family at {@link #THETA}, in random order. */
    public static Rows rows(String family) {
        Random random = new Random(TestSeed.of(family));
        Well19937c other = new Well19937c(TestSeed.of(family));
        Rows features = Rows.normal(ROWS, THETA.length, random);
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double eta = features.predictor(i, THETA);
            labels[i] = switch (family) {
                case "bernoulli" -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
                case "poisson" -> RandomDataGenerator.of(other).nextPoisson(Math.exp(eta));
                case "gamma" -> RandomDataGenerator.of(other).nextGamma(2, 0.5 * Math.exp(eta));
                default -> eta + 0.8 * random.nextGaussian();
            };
        }
        return features.withLabels(labels);
    }

    public static ExactProblem problem(String family, double priorSd) {
        GaussianPrior prior = GaussianPrior.of(THETA.length, 0, priorSd);
        return family.equals("gaussian") || family.equals("gamma")
                ? ExactProblem.withEstimatedDispersion(
                        Fits.likelihood(family), prior, new DispersionPosterior.InverseGamma(3, 1))
                : ExactProblem.withKnownDispersion(Fits.likelihood(family), prior, 1);
    }

    public static SamplingSettings by(EstimatorKind kind) {
        return SamplingSettings.DEFAULT.with(
                new Estimator(kind, 100, ControlVariate.QUADRATIC, NormalDraws.Dependence.ANTITHETIC, true, 10_000));
    }

    public static FitSettings settings(GaussianStructure posterior) {
        return FitSettings.of(posterior).withMaxIterations(3000);
    }

    public static FitSettings withSeed(FitSettings settings, long seed) {
        return new FitSettings(settings.structure(), settings.budget(), settings.tolerance(), seed);
    }

    /**
     * The state after every step of a fit.
     *
     * @param wrapped what becomes of the problem before it is fitted
     */
    public static List<FitState> states(
            ExactProblem problem,
            boolean inverseGamma,
            UnaryOperator<Problem> wrapped,
            FitSettings settings,
            SamplingSettings how,
            List<List<RowBlock>> blocks) {
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 1)) {
            Problem drawn = wrapped.apply(Problem.of(problem, backend.summary(), inverseGamma));
            Algorithm fitter = StochasticAlgorithm.of(new FitSetup(drawn, settings, how, backend, Fits.KERNEL));
            List<FitState> states = new ArrayList<>();
            states.add(fitter.init());
            fitter.run(states.get(0), List.of(states::add));
            Fits.assertSound(fitter.result(states.get(states.size() - 1)));
            return states;
        }
    }

    public static FitResult fit(
            ExactProblem problem,
            boolean inverseGamma,
            FitSettings settings,
            SamplingSettings how,
            List<List<RowBlock>> blocks) {
        try (InProcessBackend backend = new InProcessBackend(blocks, Fits.KERNEL, 2)) {
            Problem drawn = Problem.of(problem, backend.summary(), inverseGamma);
            FitResult result = StochasticAlgorithm.of(new FitSetup(drawn, settings, how, backend, Fits.KERNEL))
                    .fit();
            Fits.assertSound(result);
            return result;
        }
    }

    public static FitResult converged(
            ExactProblem problem,
            boolean inverseGamma,
            FitSettings settings,
            SamplingSettings how,
            List<List<RowBlock>> blocks) {
        FitResult result = fit(problem, inverseGamma, settings, how, blocks);
        assertEquals(FitStatus.CONVERGED, result.status(), result.stopReason() + " " + result.decisions());
        return result;
    }

    /** Means and log standard deviations of the first coefficients within a twentieth of a standard deviation. */
    public static void assertNear(Posterior expected, Posterior found) {
        double[] sd = expected.sd();
        for (int j = 0; j < sd.length; j++) {
            assertWithin("mean " + j, expected.mean()[j], found.mean()[j], 0.05 * sd[j]);
            assertWithin("log sd " + j, Math.log(sd[j]), Math.log(found.sd()[j]), 0.05);
        }
    }

    /** The bound that a fit by draws states, against that of the optimum; both may be off by the draws' error. */
    public static void assertBoundNear(FitResult expected, FitResult found) {
        Double best = expected.elbo();
        Double stated = found.elbo();
        FitResult.DrawNoise noise = found.drawNoise();
        assertTrue(best != null && stated != null && noise != null, "a bound is missing");
        assertWithin("bound", best, stated, 0.02 + 4 * noise.elboError());
    }
}
