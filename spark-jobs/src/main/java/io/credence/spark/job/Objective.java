package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.ObjectiveConfig;
import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.Families;
import io.credence.family.Posterior;
import io.credence.fit.Problem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.Algorithm;
import io.credence.fit.Fitters;
import io.credence.fit.ObjectiveProblem;
import io.credence.fit.Position;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.GeneralisedLosses;
import io.credence.loss.Likelihood;
import io.credence.loss.WeightedDrawLoss;
import io.credence.objective.Objectives;
import io.credence.prior.CoefficientPrior;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.PriorOptions;
import io.credence.risk.RowReductions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** From a configuration's objective, prior and posterior to the engine's. */
final class Objective {

    private Objective() {}

    /** The loss of a row of that family. */
    static Likelihood likelihood(FitConfig config, Likelihood family) {
        ObjectiveConfig.Part loss = config.objective().loss();
        String hyperparameter = GeneralisedLosses.hyperparameter(loss.kind());
        Map<String, Double> given = loss.hyperparameters();
        double weight = loss.kind().equals("power") ? 1 : given.getOrDefault("weight", 1.0);
        double value = hyperparameter == null ? 1 : given.getOrDefault(hyperparameter, 1.0);
        return GeneralisedLosses.named(loss.kind(), value, weight, family);
    }

    /** The loss of a row of the user's class. */
    static DrawLoss loss(FitConfig config, DrawLoss own) {
        Double weight = config.objective().loss().hyperparameters().get("weight");
        return weight == null || weight == 1 ? own : new WeightedDrawLoss(own, weight);
    }

    /** The divergence from the prior. */
    static Divergence divergence(FitConfig config) {
        ObjectiveConfig objective = config.objective();
        if (objective.isRisk()) {
            return new KullbackLeibler(objective.temperature());
        }
        double[] numbers = objective.divergence().hyperparameters().values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        Divergence divergence = Divergences.named(objective.divergence().kind(), numbers);
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new ConfigurationException(
                    "objective.divergence = " + divergence.name() + " cannot be minimised: " + refusal);
        }
        return divergence;
    }

    /** The prior of the coefficients; the intercepts keep a normal one. */
    static CoefficientPrior prior(FitConfig config, int columns, int predictors) {
        FitConfig.Prior prior = config.prior();
        int coefficients = columns * predictors;
        if (prior.isNormal()) {
            return CoefficientPriors.named(
                    "normal", PriorOptions.NONE.withMean(prior.mean()).withScale(prior.sd()), coefficients);
        }
        List<Integer> intercepts = new ArrayList<>();
        for (int k = 0; config.data().intercept() && k < predictors; k++) {
            intercepts.add(k * columns);
        }
        return CoefficientPriors.named(prior.kind(), prior.options().withPlain(prior.sd(), intercepts), coefficients);
    }

    /** The fitter of an objective by draws, which begins where the ELBO's Gaussian ends. */
    static Algorithm fitter(
            FitConfig config, Problem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        return Fitters.byObjective(
                problem,
                objective(config, problem),
                settings,
                config.monteCarlo(),
                position -> start(config, position),
                backend,
                kernel);
    }

    private static ObjectiveProblem objective(FitConfig config, Problem problem) {
        ObjectiveConfig objective = config.objective();
        if (objective.isWeighted()) {
            return ObjectiveProblem.weighted(
                    problem.loss(),
                    problem.prior(),
                    problem.term(),
                    Objectives.named(objective.kind(), objective.hyperparameters()));
        }
        return ObjectiveProblem.generalised(
                problem.loss(),
                problem.prior(),
                problem.term(),
                objective.isRisk() ? RowReductions.named(objective.kind(), objective.hyperparameters()) : null,
                divergence(config));
    }

    private static Posterior start(FitConfig config, Position position) {
        FitConfig.Posterior posterior = config.posterior();
        return posterior.isGaussian()
                ? position.coefficients()
                : Families.named(posterior.name(), posterior.options())
                        .around(
                                position.coefficients().mean(),
                                position.coefficients().sd());
    }
}
