package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.linalg.DenseKernel;
import io.credence.loss.NonCentredLoss;
import io.credence.objective.DivergenceObjective;
import io.credence.prior.GaussianPrior;
import io.credence.prior.NonCentredMap;
import java.util.Arrays;
import java.util.Objects;

/** Chooses the algorithm that a problem and its settings call for, with the stages that lead to it. */
public final class Algorithms {

    /** Tolerance of a fit that another one begins from. */
    private static final double ROUGH = 1e-5;

    private Algorithms() {}

    /**
     * The algorithm of a problem.
     *
     * @param how estimator, update rule, minibatches and stopping rule; an exact estimator asks for expectations without draws
     * @param family which posterior begins around a Gaussian of the settings' family
     * @throws IllegalArgumentException if the parts do not go together, with the reason
     */
    public static Algorithm of(
            Problem problem,
            FitSettings settings,
            MonteCarloSettings how,
            PosteriorStart family,
            ExecutionBackend backend,
            DenseKernel kernel) {
        if (how.estimator().kind() == EstimatorKind.EXACT) {
            return exact(problem, settings, family, backend, kernel);
        }
        if (problem.isExpectation(family.atPrior(problem.prior().normal(), settings, kernel))) {
            return byDraws(problem, settings, how, family, backend, kernel);
        }
        Problem elbo = problem.with(Problem.ELBO);
        ExactProblem exact = problem.exact();
        Algorithm first = exact != null
                ? NewtonAlgorithm.persistent(exact, rough(settings), backend, kernel)
                : byDraws(
                        elbo,
                        rough(settings),
                        MonteCarloSettings.DEFAULT.with(how.minibatch()),
                        PosteriorStart.GAUSSIAN,
                        backend,
                        kernel);
        Algorithm second = StochasticAlgorithm.of(problem, settings, how, family, backend, kernel);
        return StagedAlgorithm.of(first, "warm start", Position::gaussian, second);
    }

    private static Algorithm exact(
            Problem problem,
            FitSettings settings,
            PosteriorStart family,
            ExecutionBackend backend,
            DenseKernel kernel) {
        ExactProblem exact = problem.exact();
        if (exact == null || family != PosteriorStart.GAUSSIAN) {
            throw new IllegalArgumentException("exact expectations are those of linear predictors under a Gaussian"
                    + " posterior and a normal prior: required estimator auto, found exact");
        }
        if (!(problem.objective() instanceof DivergenceObjective objective) || objective.reduction() != null) {
            throw new IllegalArgumentException("exact expectations are those of an expected loss with a divergence:"
                    + " required estimator auto, found the objective "
                    + problem.objective().name());
        }
        return NewtonAlgorithm.persistent(exact.with(objective.divergence()), settings, backend, kernel);
    }

    /** By fresh draws or by ones that stay the same; non-centred parameters begin near a normal prior's answer. */
    private static Algorithm byDraws(
            Problem problem,
            FitSettings settings,
            MonteCarloSettings how,
            PosteriorStart family,
            ExecutionBackend backend,
            DenseKernel kernel) {
        Algorithm algorithm = how.estimator().kind() == EstimatorKind.FIXED_DRAWS
                ? new FixedDrawsAlgorithm(problem, settings, how, backend, kernel)
                : StochasticAlgorithm.of(problem, settings, how, family, backend, kernel);
        ExactProblem rough = problem.rough();
        if (rough == null || !(problem.loss() instanceof NonCentredLoss loss)) {
            return algorithm;
        }
        return StagedAlgorithm.of(
                NewtonAlgorithm.persistent(rough, rough(settings), backend, kernel),
                "start from the coefficients under a normal prior,",
                position -> settings.posterior().start(kernel, around(loss, position), settings.blocks()),
                algorithm);
    }

    private static FitSettings rough(FitSettings settings) {
        return settings.withTolerance(Math.max(settings.tolerance(), ROUGH));
    }

    /** Independent normal factors of non-centred parameters whose coefficients are those of {@code position}. */
    private static GaussianPrior around(NonCentredLoss loss, Position position) {
        GaussianPosterior q = position.gaussian();
        NonCentredMap map = Objects.requireNonNull(loss.map());
        GaussianPrior of = map.around(q.mean(), q.sd());
        if (loss.dimension() == map.parameters()) {
            return of;
        }
        int at = map.parameters();
        double[] means = Arrays.copyOf(of.mean(), at + 1);
        double[] precisions = Arrays.copyOf(of.precision(), at + 1);
        ScaleFactor.InverseGamma scale = (ScaleFactor.InverseGamma) position.scale();
        means[at] = scale.meanLog();
        precisions[at] = 1 / scale.varianceOfLog();
        return new GaussianPrior(means, precisions);
    }
}
