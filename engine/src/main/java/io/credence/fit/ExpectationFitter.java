package io.credence.fit;

import io.credence.data.CoefficientSpread;
import io.credence.data.DataSummary;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.gradient.ExpectationPass;
import io.credence.gradient.RowSample;
import io.credence.linalg.DenseKernel;
import io.credence.objective.VariationalObjective;
import io.credence.statistics.PassStatistics;

/**
 * Fits a posterior by exact expectation, without draws. One step is one pass over the rows.
 */
public final class ExpectationFitter implements Fitter {

    private final FitProblem problem;
    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final VariationalObjective objective;
    private final Course course;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @param kernel dense algebra of the driver
     * @throws IllegalArgumentException if the prior's dimension is not that of the data, or the divergence does not go with prior
     *     and family
     */
    public ExpectationFitter(FitProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        DataSummary data = backend.summary();
        int required = data.columns() * problem.likelihood().predictors();
        if (problem.prior().dimension() != required) {
            throw new IllegalArgumentException("the prior must have one entry per coefficient: required " + required
                    + ", found " + problem.prior().dimension());
        }
        this.problem = problem;
        this.settings = settings;
        this.backend = backend;
        this.objective = new VariationalObjective(problem.prior(), problem.scalePrior(), problem.divergence());
        this.course = new Course(problem, settings, data, kernel);
        GaussianPosterior start = ((Search) course.start().place()).trial().coefficients();
        problem.divergence().between(start, problem.prior());
    }

    @Override
    public FitState init() {
        return course.start();
    }

    /** One pass over the rows at the state's trial position, and the position to try next. */
    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        Search search = state.search();
        PassStatistics sums = backend.run(pass(search));
        long rows = sums.rows();
        if (search.phase() == Phase.SAMPLE) {
            sums.scale(backend.summary().weight() / sums.weight());
        }
        double value = search.phase() == Phase.VARIATIONAL
                ? objective.variational(
                        sums, search.trial().coefficients(), search.trial().scale())
                : objective.point(
                        sums,
                        search.trial().coefficients().mean(),
                        search.trial().scale());
        return course.next(state, sums, value, rows).within(settings.maxIterations());
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
                course.form(search),
                search.phase() == Phase.SAMPLE ? course.sample() : RowSample.ALL);
    }

    @Override
    public FitResult result(FitState state) {
        Position best = state.best();
        Evaluated accepted = state.search().accepted();
        boolean known = state.search().phase() == Phase.VARIATIONAL && accepted != null;
        return new FitResult(
                state.status(),
                state.stopReason(),
                best.coefficients(),
                best.scale(),
                known && accepted != null ? objective.elbo(accepted.objective(), best.coefficients()) : null,
                state.iteration(),
                (double) state.rowsVisited() / backend.summary().rows(),
                state.failure(),
                state.decisions(),
                null);
    }
}
