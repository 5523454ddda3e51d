package io.credence.fit.exact;

import static java.util.Objects.requireNonNull;

import io.credence.data.CoefficientCovariance;
import io.credence.data.DataSummary;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Algorithm;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.exact.NewtonState.EvaluatedStep;
import io.credence.linalg.DenseKernel;
import io.credence.objective.ExactObjective;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Fits a posterior by exact expectation, without draws: by natural-gradient steps and, where these are slow or fail, by
 * quasi-Newton steps. One step is one pass over the rows.
 */
public final class NewtonAlgorithm implements Algorithm {

    private final ExactProblem problem;
    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final ExactObjective objective;
    private final NewtonController controller;
    private final @Nullable QuasiNewtonSteps otherSteps;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @param kernel linear algebra of the driver
     * @throws IllegalArgumentException if the prior's dimension is not that of the data, or the divergence does not go with prior
     *     and family
     */
    public NewtonAlgorithm(ExactProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        this(problem, settings, backend, kernel, null);
    }

    private NewtonAlgorithm(
            ExactProblem problem,
            FitSettings settings,
            ExecutionBackend backend,
            DenseKernel kernel,
            @Nullable QuasiNewtonSteps otherSteps) {
        DataSummary data = backend.summary();
        int required = data.columns() * problem.likelihood().predictorCount();
        if (problem.prior().dimension() != required) {
            throw new IllegalArgumentException("the prior must have one entry per coefficient: required " + required
                    + ", found " + problem.prior().dimension());
        }
        this.problem = problem;
        this.settings = settings;
        this.backend = backend;
        this.objective = new ExactObjective(problem.prior(), problem.dispersionPrior(), problem.divergence());
        this.otherSteps = otherSteps;
        // Without a curvature at points fits begin at the prior, far off, where natural gradients find the way
        boolean handsOver = otherSteps != null && problem.likelihood().hasCurvatureAtPoints();
        this.controller = new NewtonController(problem, settings, data, kernel, handsOver);
        GaussianPosterior start =
                NewtonController.searchState(controller.start()).trial().gaussian();
        problem.divergence().between(start, problem.prior());
    }

    /**
     * A fit that continues by quasi-Newton steps where natural-gradient steps are slow or fail, if those suit the
     * problem.
     */
    public static NewtonAlgorithm withFallback(
            ExactProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        QuasiNewtonSteps otherSteps = QuasiNewtonSteps.isSuitable(problem, settings)
                ? new QuasiNewtonSteps(problem, settings, backend, kernel)
                : null;
        return new NewtonAlgorithm(problem, settings, backend, kernel, otherSteps);
    }

    @Override
    public FitState init() {
        return controller.start();
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        return before.continueWith(controller.firstStageAt(from), controller.firstDecisions());
    }

    /** The state at a posterior near the optimum, without a search for the mode. */
    public FitState variationalStageAt(GaussianPosterior q) {
        return FitState.initial(controller.variationalStageAt(q), controller.firstDecisions());
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        boolean other = QuasiNewtonState.of(state) != null;
        FitState next = other ? requireNonNull(otherSteps).step(state) : naturalGradientStep(state);
        FitState limited =
                settings.budget().stopIfExhausted(next, backend.summary().rows());
        return other ? limited : continuedByQuasiNewton(limited);
    }

    /**
     * The fit continued by quasi-Newton steps, if natural gradients stopped without an answer and some budget is left;
     * else unchanged.
     */
    private FitState continuedByQuasiNewton(FitState fit) {
        boolean stuck = !fit.isRunning() && fit.status() != FitStatus.CONVERGED && fit.failure() == null;
        if (otherSteps == null
                || !stuck
                || settings.budget().isExhausted(fit, backend.summary().rows())) {
            return fit;
        }
        String change = "other steps after " + fit.iteration() + " steps: " + fit.stopReason();
        return otherSteps.begin(fit.with(change), fit.best());
    }

    /** The state after one pass over the rows at the trial position, with the position to try next. */
    private FitState naturalGradientStep(FitState state) {
        NewtonState search = NewtonController.searchState(state);
        PassStatistics sums = backend.run(pass(search));
        long rows = sums.rows();
        if (search.phase() == Phase.SAMPLE) {
            sums.scale(backend.summary().weight() / sums.weight());
        }
        double value = search.phase() == Phase.VARIATIONAL
                ? objective.objectiveValue(
                        sums, search.trial().gaussian(), search.trial().dispersion())
                : objective.negativeLogPosterior(
                        sums, search.trial().gaussian().mean(), search.trial().dispersion());
        return controller.next(state, sums, value, rows);
    }

    private ExpectationPass pass(NewtonState search) {
        DispersionPosterior scale = search.trial().dispersion();
        return new ExpectationPass(
                problem.likelihood().loss(scale),
                search.trial().gaussian().mean(),
                coefficientCovariance(search),
                controller.form(search),
                search.phase() == Phase.SAMPLE ? controller.sample() : RowSample.ALL,
                search.direction(settings.seed()));
    }

    private CoefficientCovariance coefficientCovariance(NewtonState search) {
        if (search.phase() == Phase.VARIATIONAL) {
            return search.trial()
                    .gaussian()
                    .coefficientCovariance(backend.summary().sparse());
        }
        return search.isMeanFirst()
                ? new CoefficientCovariance.Diagonal(search.stage().plugIn())
                : new CoefficientCovariance.None();
    }

    @Override
    public FitResult result(FitState state) {
        QuasiNewtonState other = QuasiNewtonState.of(state);
        if (other != null) {
            return FitResult.of(
                    state,
                    backend.summary().rows(),
                    other.accepted() == null ? null : other.search().value(),
                    null);
        }
        NewtonState search = NewtonController.searchState(state);
        EvaluatedStep accepted = search.acceptedStep();
        boolean known = search.phase() == Phase.VARIATIONAL && accepted != null;
        return FitResult.of(
                state,
                backend.summary().rows(),
                known && accepted != null
                        ? objective.elbo(accepted.objective(), state.best().gaussian())
                        : null,
                null);
    }
}
