package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.divergence.Divergence;
import io.credence.family.DiagonalGaussian;
import io.credence.family.Posterior;
import io.credence.fit.DrawProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.Fitter;
import io.credence.fit.Fitters;
import io.credence.fit.ObjectiveProblem;
import io.credence.fit.Position;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.WeightedDrawLoss;
import io.credence.objective.DrawObjective;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.GaussianPrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** From a configuration's objective, prior and posterior to the engine's. */
final class Objective {

    private Objective() {}

    /** The loss of a row of the user's class. */
    static DrawLoss loss(FitConfig config, DrawLoss own) {
        double weight = config.objective().weight();
        return weight == 1 ? own : new WeightedDrawLoss(own, weight);
    }

    /** The divergence from the prior. */
    static Divergence divergence(FitConfig config) {
        Divergence divergence = config.objective().fromPrior();
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new ConfigurationException(
                    "objective.divergence = " + divergence.name() + " cannot be minimised: " + refusal);
        }
        return divergence;
    }

    /**
     * The divergence from that prior, tried out once where it is taken in closed form.
     *
     * @throws IllegalArgumentException if it is not one of these parameters
     */
    static Divergence divergence(FitConfig config, GaussianPrior prior) {
        Divergence divergence = divergence(config);
        double[] ones = new double[prior.dimension()];
        Arrays.fill(ones, 1);
        divergence.between(new DiagonalGaussian(prior.mean(), ones), prior);
        return divergence;
    }

    /** The prior of the coefficients; the intercepts keep a normal one. */
    static CoefficientPrior prior(FitConfig config, int columns, int predictors) {
        List<Integer> intercepts = new ArrayList<>();
        for (int k = 0; config.data().intercept() && k < predictors; k++) {
            intercepts.add(k * columns);
        }
        return config.prior().of(columns * predictors, intercepts);
    }

    /** The fitter of an objective by draws, which begins where the ELBO's Gaussian ends. */
    static Fitter fitter(
            FitConfig config, DrawProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        double[] ones = new double[problem.prior().dimension()];
        Arrays.fill(ones, 1);
        config.posterior().plan().around(new double[ones.length], ones);
        return Fitters.byObjective(
                problem,
                objective(config, problem),
                settings,
                config.monteCarlo(),
                position -> start(config, position),
                backend,
                kernel);
    }

    private static ObjectiveProblem objective(FitConfig config, DrawProblem problem) {
        DrawObjective weighted = config.objective().weighted();
        if (weighted != null) {
            return ObjectiveProblem.weighted(problem.loss(), problem.prior(), problem.term(), weighted);
        }
        return ObjectiveProblem.generalised(
                problem.loss(),
                problem.prior(),
                problem.term(),
                config.objective().risk(),
                divergence(config));
    }

    private static Posterior start(FitConfig config, Position position) {
        FitConfig.Posterior posterior = config.posterior();
        return posterior.isGaussian()
                ? position.coefficients()
                : posterior
                        .plan()
                        .around(
                                position.coefficients().mean(),
                                position.coefficients().sd());
    }
}
