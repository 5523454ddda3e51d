package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.linalg.DenseKernel;
import io.credence.loss.NonCentredLoss;
import java.util.function.Function;

/** Chooses the fitter that a problem and its settings call for. */
public final class Fitters {

    /** Tolerance of a fit that another one begins from. */
    private static final double ROUGH = 1e-5;

    private Fitters() {}

    /** The fitter by draws: by fresh ones, or by ones that stay the same. */
    public static Fitter byDraws(
            DrawProblem problem,
            FitSettings settings,
            MonteCarloSettings how,
            ExecutionBackend backend,
            DenseKernel kernel) {
        LaterFitter fitter = how.estimator().kind() == MonteCarloSettings.EstimatorKind.FIXED_DRAWS
                ? new FixedDrawsFitter(problem, settings, how, backend, kernel)
                : new DrawFitter(problem, settings, how, backend, kernel);
        FitProblem rough = problem.rough();
        return rough != null && problem.loss() instanceof NonCentredLoss loss
                ? new NonCentredStart(new ExpectationFitter(rough, rough(settings), backend, kernel), fitter, loss)
                : fitter;
    }

    private static FitSettings rough(FitSettings settings) {
        return settings.withTolerance(Math.max(settings.tolerance(), ROUGH));
    }

    /**
     * The fitter of an objective by draws, after one of the plain ELBO by a Gaussian.
     *
     * @param problem loss and priors, as the ELBO takes them
     * @param objective the same with the objective
     * @param start posterior from which to begin, given what the ELBO's fit found
     */
    public static Fitter byObjective(
            DrawProblem problem,
            ObjectiveProblem objective,
            FitSettings settings,
            MonteCarloSettings how,
            Function<Position, Posterior> start,
            ExecutionBackend backend,
            DenseKernel kernel) {
        FitProblem exact = problem.exact();
        Fitter first = exact != null
                ? new ExpectationFitter(exact, rough(settings), backend, kernel)
                : byDraws(problem, rough(settings), MonteCarloSettings.DEFAULT.with(how.minibatch()), backend, kernel);
        return new WarmStart(
                first, position -> ObjectiveFitter.of(objective, settings, how, start.apply(position), backend));
    }
}
