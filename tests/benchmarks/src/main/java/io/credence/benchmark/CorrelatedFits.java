package io.credence.benchmark;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.diagnostic.ParetoSmoothing;
import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.Families;
import io.credence.family.flow.LayeredFlow;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.stochastic.StochasticAlgorithm;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.loss.ModelLosses;
import io.credence.objective.Objective;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.update.Updates;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Fits of one correlated target by several objectives and families, each measured by fresh draws. Gaussians are matched to the
 * moments of weighted draws where the objective does that, by natural gradients; all else is moved by Adam.
 *
 * @param target what is fitted
 * @param draws draws per step
 * @param steps most steps of a fit
 */
record CorrelatedFits(CorrelatedGaussian target, int draws, int steps) {

    /** Draws by which an answer is measured, of q and of the target each. */
    static final int MEASURED = 10_000;

    private static final long SEED = 41;
    private static final DenseKernel KERNEL = Kernels.named("java");

    /**
     * An answer.
     *
     * @param posterior q
     * @param tailIndex k̂ of its draws; infinite where there was no fit of a tail
     * @param exclusive KL(q ‖ p)
     * @param inclusive KL(p ‖ q), by draws of the target
     * @param offset largest mean of a coordinate, all of which are 0 in the target, in its standard deviations
     * @param status how the fit ended
     * @param steps of the fit
     */
    record Measured(
            Posterior posterior,
            double tailIndex,
            double exclusive,
            double inclusive,
            double offset,
            FitStatus status,
            int steps) {

        /** Geometric mean of the standard deviations. */
        double scale() {
            return Math.exp(
                    Arrays.stream(posterior.sd()).map(Math::log).average().orElseThrow());
        }

        /** All figures in a line. */
        String summary() {
            return String.format(
                    Locale.ROOT,
                    "k̂ %.2f, KL %.2f and %.2f, scale %.3f, offset %.3f, %s after %d steps",
                    tailIndex,
                    exclusive,
                    inclusive,
                    scale(),
                    offset,
                    status,
                    steps);
        }
    }

    /** Where fits begin: away from the answer in location and scale. */
    Posterior start(String family) {
        double[] location = new double[target.dimension()];
        double[] scale = new double[target.dimension()];
        Arrays.fill(location, 0.5);
        Arrays.fill(scale, 0.7);
        return Families.startPlanNamed(family, family.equals(LayeredFlow.PLANAR) ? Map.of("layers", 6) : Map.of(), 1)
                .around(location, scale);
    }

    /** The fit that begins at {@code start}. */
    Measured fit(Objective objective, Posterior start) {
        GaussianPrior flat = new GaussianPrior(new double[target.dimension()], new double[target.dimension()]);
        Problem problem =
                Problem.of(ModelLosses.of(target, List.of("one")), flat, null).with(objective);
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL).withMaxIterations(steps);
        DenseBlock row = new DenseBlock(RowAttributes.ofLabels(0), 1, new double[] {1});
        try (InProcessBackend backend = new InProcessBackend(List.of(List.of(row)), KERNEL, 1)) {
            FitResult result = StochasticAlgorithm.of(
                            new FitSetup(problem, settings, how(start, objective), gaussian -> start, backend, KERNEL))
                    .fit();
            return measure(result.posterior(), result.status(), result.iterations());
        }
    }

    private static boolean isNatural(Posterior start, Objective objective) {
        return objective.matchesMoments() && start.family().equals(DiagonalGaussian.NAME);
    }

    private SamplingSettings how(Posterior start, Objective objective) {
        SamplingSettings.Update update =
                SamplingSettings.Update.of(isNatural(start, objective) ? Updates.NATURAL_GRADIENT : Updates.ADAM);
        SamplingSettings.Estimator estimator = new SamplingSettings.Estimator(
                SamplingSettings.EstimatorKind.REPARAMETERIZED,
                draws,
                SamplingSettings.Estimator.DEFAULT.variate(),
                NormalDraws.Dependence.INDEPENDENT,
                false,
                draws);
        return SamplingSettings.DEFAULT.with(estimator).with(update);
    }

    /** What draws show of {@code drawn}. */
    Measured measure(Posterior drawn, FitStatus status, int taken) {
        double[] logWeights = new double[MEASURED];
        double exclusive = 0;
        double inclusive = 0;
        NormalDraws own = normal(drawn.noiseDimension(), 0);
        NormalDraws others = normal(target.dimension() + 1, 1);
        double[] standard = new double[drawn.noiseDimension()];
        double[] other = new double[target.dimension() + 1];
        for (int s = 0; s < MEASURED; s++) {
            own.fill(s, standard);
            double[] theta = drawn.draw(0, standard);
            logWeights[s] = target.logDensity(theta) - drawn.logDensity(theta);
            exclusive -= logWeights[s] / MEASURED;
            others.fill(s, other);
            double[] exact = target.draw(other);
            inclusive += (target.logDensity(exact) - drawn.logDensity(exact)) / MEASURED;
        }
        double offset = Arrays.stream(drawn.mean()).map(Math::abs).max().orElseThrow();
        double tail = ParetoSmoothing.of(logWeights).tailIndex();
        return new Measured(drawn, tail, exclusive, inclusive, offset, status, taken);
    }

    private static NormalDraws normal(int dimension, long iteration) {
        return new NormalDraws(SEED, iteration, MEASURED, dimension, NormalDraws.Dependence.INDEPENDENT);
    }
}
