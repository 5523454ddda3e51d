package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.divergence.Divergence;
import io.credence.fit.Budget;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitSetup.PosteriorStart;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.StartSettings;
import io.credence.kind.ColumnScales;
import io.credence.linalg.DenseKernel;
import io.credence.objective.Objective;
import io.credence.random.NormalDraws;
import java.util.List;

/**
 * Assembles the setup of an algorithm from a configuration.
 *
 * @param config configuration of the inference
 * @param backend backend that runs passes over the rows
 * @param kernel dense algebra of the driver
 */
record SetupAssembly(InferenceConfig config, ExecutionBackend backend, DenseKernel kernel) {

    /** Assembles the setup. Throws if the requested draws cannot be made. */
    FitSetup assemble(Problem problem, ColumnScales scales) {
        int dimension = problem.prior().dimension();
        SamplingSettings how = scaledSettings(config.sampling(), scales, dimension);
        NormalDraws.Dependence kind = how.estimator().dependence();
        if (!config.isExact()) {
            int draws = NormalDraws.roundedUpCount(kind, how.estimator().draws());
            new NormalDraws(config.seed(), 0, draws, dimension, kind);
        }
        PosteriorStart family = config.posterior().isGaussian()
                ? PosteriorStart.GAUSSIAN
                : PosteriorStart.of(config.posterior().initialPosterior());
        int fitted = config.isExact() ? parameterCount(problem) : dimension;
        return new FitSetup(problem.with(objective()), fitSettings(fitted), how, family, backend, kernel);
    }

    /** Settings with the starting point converted to the scaled columns of the fit. */
    private static SamplingSettings scaledSettings(SamplingSettings how, ColumnScales scales, int dimension) {
        if (how.start().mean().length == 0) {
            return how;
        }
        double[] mean = how.start().firstPoint(dimension).clone();
        for (int j = 0; j < dimension; j++) {
            mean[j] *= scales.scale(j);
        }
        return how.with(new StartSettings(true, mean, how.start().restarts()));
    }

    private static int parameterCount(Problem problem) {
        ExactProblem exact = problem.exact();
        return exact == null ? problem.prior().dimension() : exact.prior().dimension();
    }

    private Objective objective() {
        Objective weighted = config.objective().weightedObjective();
        if (weighted != null) {
            return weighted;
        }
        Divergence divergence = config.objective().priorDivergence();
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new ConfigurationException(
                    "objective.divergence = " + divergence.name() + " cannot be minimised: " + refusal);
        }
        return Objective.ofDivergence(divergence, config.objective().rowReduction());
    }

    /** Settings of a fit that a configuration requests: family, budget, tolerance and seed. */
    static FitSettings fitSettings(InferenceConfig config) {
        return new FitSettings(
                        config.posterior().structure(),
                        config.stop().maxIterations(),
                        config.stop().tolerance(),
                        config.seed())
                .with(new Budget(
                        config.stop().maxIterations(),
                        config.stop().maxPasses(),
                        config.stop().maxSeconds()));
    }

    private FitSettings fitSettings(int dimension) {
        List<Integer> blocks = config.posterior().blocks();
        long sum = blocks.stream().mapToLong(Integer::longValue).sum();
        if (!blocks.isEmpty() && sum != dimension) {
            throw new ConfigurationException("posterior.blocks do not divide the parameters: required sizes that add up"
                    + " to " + dimension + ", found " + blocks + ", which add up to " + sum);
        }
        return fitSettings(config);
    }
}
