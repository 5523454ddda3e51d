package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.Problem;
import io.credence.fit.exact.GaussianCoordinates.Slope;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.objective.ExactObjective;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.CurvaturePairs;
import io.credence.optimize.RestartCount;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PassStatistics;
import java.util.List;

/**
 * Steps of a full or a mean-field Gaussian by exact expectation and L-BFGS (Nocedal and Wright, chapter 7). They move
 * its mean, the root of its covariance and the factor of an estimated dispersion jointly, in coordinates around its
 * first approximation. Wide priors on separable classes make natural-gradient steps slow or let them fail: there the
 * curvature changes as much as the posterior does. Natural gradients of coefficients and dispersion, each with the
 * other held fixed, are slow where both explain the same. One step is one pass with curvature, which is the gradient in
 * the covariance; with one linear predictor it is summed over whitened rows, so that collinear columns lose nothing.
 */
final class QuasiNewtonSteps {

    /** Largest number of parameters of a full Gaussian. A dozen gradients in the covariance are kept for it. */
    static final int MOST_PARAMETERS = 1000;

    private final ExactProblem problem;
    private final FitSettings settings;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;
    private final ExactObjective objective;

    /**
     * Steps of a fit of {@code problem} to the backend's rows.
     *
     * @throws IllegalArgumentException if the posterior is not a Gaussian of few enough parameters, or the
     *     divergence is not that of the ELBO
     */
    QuasiNewtonSteps(ExactProblem problem, FitSettings settings, ExecutionBackend backend, DenseKernel kernel) {
        if (!isSuitable(problem, settings)) {
            throw new IllegalArgumentException(
                    "quasi-Newton steps in the covariance require the family gaussian-full of at most "
                            + MOST_PARAMETERS
                            + " or gaussian-diagonal of at most " + Problem.MOST_MODE_PARAMETERS
                            + " parameters and the ELBO; found "
                            + settings.structure().family() + ", "
                            + problem.prior().dimension() + " parameters and "
                            + problem.divergence().name());
        }
        this.problem = problem;
        this.settings = settings;
        this.backend = backend;
        this.kernel = kernel;
        this.objective = new ExactObjective(problem.prior(), problem.dispersionPrior(), problem.divergence());
    }

    /** Whether these steps can fit the problem. */
    static boolean isSuitable(ExactProblem problem, FitSettings settings) {
        int full = settings.structure().isFull() ? MOST_PARAMETERS : 0;
        int most = settings.structure().isMeanField() ? Problem.MOST_MODE_PARAMETERS : full;
        return problem.divergence().isKullbackLeibler() && problem.prior().dimension() <= most;
    }

    /** The state before the first of these steps. */
    FitState begin(FitState before, Approximation from) {
        return before.continueWith(
                stateAround(from, RestartCount.NONE),
                List.of("optimiser: L-BFGS in the mean and the covariance's factor"));
    }

    private QuasiNewtonState stateAround(Approximation from, RestartCount narrowed) {
        GaussianPosterior q = from.gaussian();
        GaussianCoordinates frame = q.isMeanField()
                ? MeanFieldCoordinates.of(kernel, q)
                : new FullGaussianCoordinates(
                        q.blockGaussians().get(0), problem.likelihood().predictorCount() == 1);
        return QuasiNewtonState.begin(new ApproximationCoordinates(frame, from.dispersion()), narrowed);
    }

    /** The state after one pass over the rows at the trial point, with the point to try next. */
    FitState step(FitState fit) {
        QuasiNewtonState state = (QuasiNewtonState) fit.algorithmState();
        double[] trial = state.trial();
        Approximation here = state.frame().at(trial);
        PassStatistics sums = backend.run(pass(here, state.frame().gaussian().form()));
        double value = objective.objectiveValue(sums, here.gaussian(), here.dispersion());
        boolean finite = sums.firstNonFinite() == null && Double.isFinite(value);
        if (!finite) {
            return afterRejectedPoint(fit, state, state.search().withEvaluation(Double.NaN, trial, 0), sums, value);
        }
        if (state.accepted() == null) {
            return afterFirstPass(fit, state, here, sums, value);
        }
        Slope slope = state.frame().slope(trial, here, sums, problem);
        BfgsSearch search = search(state.frame(), state.search(), value, slope);
        return search.point() == state.search().point()
                ? afterRejectedPoint(fit, state, search, sums, value)
                : afterAcceptedPoint(fit, state, search, here, sums, value, slope);
    }

    private BfgsSearch search(ApproximationCoordinates frame, BfgsSearch before, double value, Slope slope) {
        double[] ascent = Vectors.scaled(-1, frame.unscaled(slope.gradient()));
        BfgsSearch search = before.withEvaluation(-value, ascent, 0, problem.error(value));
        BfgsSearch.LineSearch line = search.lineSearch();
        return line == null || search.point() == before.point() && !before.isUnevaluated()
                ? search
                : search.withMaxMove(
                        Math.log(RestartCount.FACTOR) / frame.largestLogChange(frame.unscaled(line.direction())));
    }

    private ExpectationPass pass(Approximation trial, CurvatureForm form) {
        GaussianPosterior q = trial.gaussian();
        return new ExpectationPass(
                problem.likelihood().loss(trial.dispersion()),
                q.mean(),
                q.coefficientCovariance(false),
                form,
                RowSample.ALL);
    }

    /** The state after the first approximation, which is narrowed while the tails dominate its curvature. */
    private FitState afterFirstPass(
            FitState fit, QuasiNewtonState state, Approximation here, PassStatistics sums, double value) {
        Slope slope = state.frame().slope(state.trial(), here, sums, problem);
        if (!state.restarts().isExhausted() && isRuledByTails(state.frame(), slope)) {
            return fit.withStep(sums.rows(), stepInfo(fit, state, value, Double.NaN, Double.NaN, sums.rows(), false))
                    .with(narrower(state))
                    .with(RestartCount.NARROWED);
        }
        return withNewCoordinates(fit, state, here, sums, value);
    }

    /** The state with new coordinates around an accepted approximation, in which the curvature is about I. */
    private FitState withNewCoordinates(
            FitState fit, QuasiNewtonState state, Approximation here, PassStatistics sums, double value) {
        ApproximationCoordinates frame = state.frame().recentred(here, sums, problem);
        QuasiNewtonState there = QuasiNewtonState.begin(frame, state.restarts());
        Slope slope = frame.slope(there.trial(), here, sums, problem);
        return movedTo(fit, state, frame, search(frame, there.search(), value, slope), here, sums, value, slope);
    }

    private FitState afterAcceptedPoint(
            FitState fit,
            QuasiNewtonState state,
            BfgsSearch search,
            Approximation here,
            PassStatistics sums,
            double value,
            Slope slope) {
        CurvaturePairs pairs = search.curvaturePairs();
        return pairs != null && pairs.moves().size() == CurvaturePairs.MEMORY
                ? withNewCoordinates(fit, state, here, sums, value)
                : movedTo(fit, state, state.frame(), search, here, sums, value, slope);
    }

    private FitState movedTo(
            FitState fit,
            QuasiNewtonState from,
            ApproximationCoordinates frame,
            BfgsSearch search,
            Approximation here,
            PassStatistics sums,
            double value,
            Slope slope) {
        BfgsSearch.LineSearch line = search.lineSearch();
        double gain = Math.max(line == null ? 0 : 0.5 * line.slope(), slope.gain());
        FitState there = fit.withStep(
                        sums.rows(),
                        stepInfo(fit, from, value, Vectors.norm(slope.gradient()), gain, sums.rows(), true))
                .with(new QuasiNewtonState(frame, search, here, gain, from.restarts()));
        double limit = settings.gainLimit(value, problem.prior().dimension());
        return gain <= limit
                ? there.stopped(FitStatus.CONVERGED, GainStoppingRules.convergedReason(gain, limit), null)
                : there;
    }

    private FitState afterRejectedPoint(
            FitState fit, QuasiNewtonState state, BfgsSearch search, PassStatistics sums, double value) {
        FitState there =
                fit.withStep(sums.rows(), stepInfo(fit, state, value, Double.NaN, Double.NaN, sums.rows(), false));
        if (state.accepted() == null) {
            return !state.restarts().isExhausted()
                    ? there.with(narrower(state)).with(RestartCount.NARROWED)
                    : there.stopped(
                            FitStatus.DIVERGED,
                            "the objective was " + value + " at the first approximation",
                            sums.firstNonFinite());
        }
        double before = -search.value();
        if (GainStoppingRules.isRiseByRounding(state.gain(), problem.error(before), value - before, state.stepSize())) {
            return there.stopped(FitStatus.CONVERGED, GainStoppingRules.roundingReason(state.gain()), null);
        }
        return search.isRunning()
                ? there.with(state.with(search))
                : there.stopped(
                        FitStatus.DIVERGED, "no step along the gradient improves the objective", sums.firstNonFinite());
    }

    private static boolean isRuledByTails(ApproximationCoordinates frame, Slope first) {
        int dimension = frame.origin().gaussian().dimension();
        double sum = 0;
        for (int j = 0; j < dimension; j++) {
            sum += first.gradient()[frame.gaussian().logScaleIndex(j)];
        }
        return RestartCount.isDominatedByTails(0.5 * sum, dimension);
    }

    /** A state with a narrower first approximation. A curvature taken far from a mode may be far too small. */
    private QuasiNewtonState narrower(QuasiNewtonState search) {
        return stateAround(search.frame().origin().narrower(), search.restarts().next());
    }

    private StepInfo stepInfo(
            FitState fit,
            QuasiNewtonState search,
            double value,
            double norm,
            double gain,
            long rows,
            boolean accepted) {
        return new StepInfo(
                fit.iteration() + 1,
                Phase.VARIATIONAL,
                new ObjectiveProgress(value, -value, norm, gain),
                search.stepSize(),
                accepted,
                rows,
                0);
    }
}
