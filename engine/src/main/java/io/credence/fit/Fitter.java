package io.credence.fit;

import io.credence.data.CoefficientSpread;
import io.credence.data.DataSummary;
import io.credence.family.ScaleFactor;
import io.credence.gradient.CurvatureForm;
import io.credence.gradient.ExpectationPass;
import io.credence.gradient.RowSample;
import io.credence.linalg.DenseKernel;
import io.credence.objective.Elbo;
import io.credence.statistics.PassStatistics;
import java.util.List;

/**
 * Fits a posterior by exact expectation, in three verbs over an explicit state: {@link #init()}, {@link #step} and
 * {@link #result}. One step is one pass over the rows. It knows nothing of where the rows are.
 */
public final class Fitter {

    private final FitProblem problem;
    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final Elbo elbo;
    private final Course course;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @param kernel dense algebra of the driver
     * @throws IllegalArgumentException if the prior's dimension is not that of the data
     */
    public Fitter(FitProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        DataSummary data = backend.summary();
        int required = data.columns() * problem.likelihood().predictors();
        if (problem.prior().dimension() != required) {
            throw new IllegalArgumentException("the prior must have one entry per coefficient: required " + required
                    + ", found " + problem.prior().dimension());
        }
        this.problem = problem;
        this.settings = settings;
        this.backend = backend;
        this.elbo = new Elbo(problem.prior(), problem.scalePrior());
        this.course = new Course(problem, settings, data, kernel);
    }

    /** The state before the first step. */
    public FitState init() {
        return course.start();
    }

    /** One pass over the rows at the state's trial position, and the position to try next. */
    public FitState step(FitState state) {
        if (!state.isRunning()) {
            throw new IllegalStateException("a fit that has stopped cannot step: " + state.stopReason());
        }
        Search search = state.search();
        PassStatistics sums = backend.run(pass(search));
        long rows = sums.rows();
        if (search.phase() == Phase.SAMPLE) {
            sums.scale(backend.summary().weight() / sums.weight());
        }
        double objective = search.phase() == Phase.VARIATIONAL
                ? elbo.variational(
                        sums, search.trial().coefficients(), search.trial().scale())
                : elbo.point(
                        sums,
                        search.trial().coefficients().mean(),
                        search.trial().scale());
        FitState next = course.next(state, sums, objective, rows);
        if (next.isRunning() && next.iteration() >= settings.maxIterations()) {
            return next.stopped(
                    FitStatus.BUDGET, "the budget of " + settings.maxIterations() + " iterations was spent", null);
        }
        return next;
    }

    private ExpectationPass pass(Search search) {
        boolean variational = search.phase() == Phase.VARIATIONAL;
        CoefficientSpread spread = variational
                ? search.trial().coefficients().spread(backend.summary().sparse())
                : new CoefficientSpread.None();
        ScaleFactor scale = search.trial().scale();
        return new ExpectationPass(
                problem.likelihood().loss(scale),
                search.trial().coefficients().mean(),
                spread,
                search.curvatureWanted() ? settings.posterior().form() : CurvatureForm.NONE,
                search.phase() == Phase.SAMPLE ? course.sample() : RowSample.ALL);
    }

    /** What the fit found so far. */
    public FitResult result(FitState state) {
        Position best = state.best();
        Evaluated accepted = state.search().accepted();
        boolean known = state.search().phase() == Phase.VARIATIONAL && accepted != null;
        return new FitResult(
                state.status(),
                state.stopReason(),
                best.coefficients(),
                best.scale(),
                known && accepted != null ? -accepted.objective() : null,
                state.iteration(),
                (double) state.rowsVisited() / backend.summary().rows(),
                state.failure(),
                state.decisions());
    }

    /** Steps from {@code state} until the fit stops. */
    public FitState run(FitState state, List<FitListener> listeners) {
        FitState current = state;
        while (current.isRunning()) {
            current = step(current);
            for (FitListener listener : listeners) {
                listener.stepped(current);
            }
        }
        return current;
    }

    /** A whole fit from the beginning. */
    public FitResult fit() {
        return result(run(init(), List.of()));
    }
}
