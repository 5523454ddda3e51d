package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fits a mean-field Gaussian through draws that stay the same, so that the bound is an ordinary function, by L-BFGS; its
 * covariance is the linear response of the mean (DADVI: Giordano, Ingram and Broderick 2024). One step is a few iterations of
 * the optimiser.
 */
public final class FixedDrawsAlgorithm implements Algorithm {

    private static final int EVALUATIONS_PER_STEP = 25;
    private static final int OTHER_STARTS = 8;
    private static final int MOST_NARROWINGS = 30;
    /** Most parameters for which the linear response is taken: it needs a pass for each of twice as many coordinates. */
    private static final int MOST_RESPONDING = 300;

    private final Problem problem;
    private final FitSettings settings;
    private final MonteCarloSettings how;
    private final DataSummary data;
    private final DenseKernel kernel;
    private final FixedDrawsBound bound;
    private final FinalAssessment<?> assessment;

    /**
     * A fit of {@code problem} to the backend's rows.
     *
     * @throws IllegalArgumentException if the loss has no gradients, the posterior is not mean-field, or the dispersion has an
     *     independent factor
     */
    public FixedDrawsAlgorithm(FitSetup setup) {
        Problem problem = setup.problem();
        if (!problem.loss().hasGradient()) {
            throw new IllegalArgumentException(
                    "fixed draws require a loss with gradients but this one has values only");
        }
        FitSettings settings = setup.settings();
        if (settings.posterior() != PosteriorFamily.GAUSSIAN_DIAGONAL) {
            throw new IllegalArgumentException("fixed draws require the family gaussian-diagonal but found "
                    + settings.posterior().id());
        }
        if (!problem.scale().isKnown()) {
            throw new IllegalArgumentException("fixed draws know no independent factor of the dispersion");
        }
        if (!problem.isExpectation(start(problem))) {
            throw new IllegalArgumentException(
                    "fixed draws require an expected loss and a divergence in closed form but" + " found the objective "
                            + problem.objective().name());
        }
        this.problem = problem;
        this.settings = settings;
        this.how = setup.how();
        this.data = setup.backend().summary();
        this.kernel = setup.kernel();
        this.bound = new FixedDrawsBound(problem, how.estimator(), settings.seed(), setup.backend());
        MonteCarloSettings.Estimator fresh =
                how.estimator().with(EstimatorKind.REPARAMETERIZED).fixedNumber();
        this.assessment = assessment(setup.with(fresh), start(problem));
    }

    private static <Q extends Posterior> FinalAssessment<Q> assessment(FitSetup setup, Q start) {
        EstimatorPlan plan = new EstimatorPlan(setup, start);
        Geometry<Q> geometry = Geometry.of(setup, plan, start);
        return new FinalAssessment<>(setup, new Evaluator<>(setup, plan, geometry), geometry);
    }

    private static DiagonalGaussian start(Problem problem) {
        GaussianPrior prior = problem.prior().normal();
        double[] precision = new double[prior.dimension()];
        for (int j = 0; j < precision.length; j++) {
            precision[j] = Math.max(1, prior.precision()[j]);
        }
        return new DiagonalGaussian(prior.mean(), precision);
    }

    @Override
    public FitState init() {
        return FitState.start(at(start(problem), null), decisions());
    }

    @Override
    public FitState begin(FitState before, GaussianPosterior from) {
        return before.onwards(at((DiagonalGaussian) from, null), decisions());
    }

    private FixedDrawsState at(DiagonalGaussian q, @Nullable Ascent climb) {
        return new FixedDrawsState(new Position(q, problem.scale()), climb, Double.NaN, Double.NaN, null);
    }

    private List<String> decisions() {
        return List.of(
                "estimator: " + bound.draws() + " fixed draws, so that the bound is an ordinary function",
                "driver kernel: " + kernel.name());
    }

    @Override
    public FitState step(FitState state) {
        state.requireRunning();
        bound.resetRows();
        Ascent climb = ((FixedDrawsState) state.place()).climb();
        Ascent ascent = climb == null ? started(state.place().best().gaussian()) : climb;
        if (!Double.isFinite(ascent.value())) {
            return state.stopped(FitStatus.DIVERGED, "no starting point has a finite bound", bound.where());
        }
        for (int k = 0; k < EVALUATIONS_PER_STEP && ascent.isClimbing() && isGaining(ascent); k++) {
            FixedDrawsBound.Evaluation at = bound.evaluate(ascent.trial());
            ascent = ascent.with(-at.value(), Vectors.scaled(-1, at.gradient()), 0);
        }
        return climbed(state, ascent);
    }

    private FitState climbed(FitState state, Ascent ascent) {
        DiagonalGaussian q = FixedDrawsBound.posterior(ascent.point());
        double gain = FixedDrawsBound.gain(q, ascent.gradient());
        StepInfo info = new StepInfo(
                state.iteration() + 1,
                Phase.FIXED_DRAWS,
                -ascent.value(),
                problem.isElbo(q) ? (Double) ascent.value() : null,
                Vectors.norm(ascent.gradient()),
                gain,
                1,
                true,
                bound.rows(),
                bound.draws());
        boolean stuck = !ascent.isClimbing();
        boolean restarts = stuck && ascent.hasMoved();
        Ascent goesOn = restarts ? Ascent.limited(ascent.point(), ascent.value(), ascent.gradient(), 0) : ascent;
        FixedDrawsState there = at(q, goesOn);
        FitState next = state.stepped(bound.rows(), info).with(there);
        boolean spent = !settings.budget().limit(next, data.rows()).isRunning();
        if (isGaining(ascent) && !spent && (!stuck || restarts)) {
            return next;
        }
        FitState answered = answered(next, there, ascent.point());
        if (!isGaining(ascent)) {
            String reason = String.format(Locale.ROOT, "predicted gain %.2g nats is below %.2g", gain, limit(ascent));
            return answered.stopped(FitStatus.CONVERGED, reason, null);
        }
        return spent
                ? settings.budget().limit(answered, data.rows())
                : answered.stopped(
                        FitStatus.BUDGET,
                        String.format(Locale.ROOT, "no step raises the bound, though %.2g nats are promised", gain),
                        null);
    }

    private boolean isGaining(Ascent ascent) {
        return FixedDrawsBound.gain(FixedDrawsBound.posterior(ascent.point()), ascent.gradient()) > limit(ascent);
    }

    private double limit(Ascent ascent) {
        return settings.limit(-ascent.value(), ascent.point().length);
    }

    /** From the start, made narrower as long as that raises the bound; from other points where it is finite at no width. */
    private Ascent started(GaussianPosterior start) {
        Ascent best = narrowed(start);
        int d = problem.prior().dimension();
        if (Double.isFinite(best.value()) || d > MOST_RESPONDING) {
            return best;
        }
        double[] points =
                new StartingPoints(problem.prior(), StartSettings.DEFAULT, settings.seed()).points(0, OTHER_STARTS);
        for (int k = 0; k < OTHER_STARTS && !Double.isFinite(best.value()); k++) {
            best = narrowed(start.withMean(Arrays.copyOfRange(points, k * d, (k + 1) * d)));
        }
        return best;
    }

    private Ascent narrowed(GaussianPosterior start) {
        GaussianPosterior q = start;
        Ascent best = evaluated(q);
        for (int i = 0; i < MOST_NARROWINGS; i++) {
            q = q.withPrecisionScaled(4);
            Ascent narrower = evaluated(q);
            if (Double.isFinite(best.value()) && narrower.value() <= best.value()) {
                return best;
            }
            best = narrower;
        }
        return best;
    }

    private Ascent evaluated(GaussianPosterior q) {
        double[] at = FixedDrawsBound.parameters((DiagonalGaussian) q);
        FixedDrawsBound.Evaluation found = bound.evaluate(at);
        return Ascent.limited(at, -found.value(), Vectors.scaled(-1, found.gradient()), 0);
    }

    private FitState answered(FitState state, FixedDrawsState there, double[] parameters) {
        FinalAssessment.Bound value = assessment.bound(
                there.best(), state.iteration(), how.estimator().draws());
        int d = problem.prior().dimension();
        bound.resetRows();
        FullGaussian response = d <= MOST_RESPONDING ? bound.linearResponse(kernel, parameters) : null;
        FitState visited = state.visited(value.rows() + bound.rows())
                .with(new FixedDrawsState(there.best(), there.climb(), value.elbo(), value.error(), response));
        return visited.with(
                response == null
                        ? "covariance: mean-field; the linear response "
                                + (d > MOST_RESPONDING
                                        ? "would need " + 4 * d + " passes"
                                        : "was not positive definite")
                        : "covariance: linear response of the mean-field optimum, whose own bound is reported");
    }

    @Override
    public FitResult result(FitState state) {
        FixedDrawsState place = (FixedDrawsState) state.place();
        FullGaussian response = place.response();
        boolean known = Double.isFinite(place.elbo());
        return new FitResult(
                state.status(),
                state.stopReason(),
                response == null ? place.best().posterior() : response,
                place.best().scale(),
                known ? (Double) place.elbo() : null,
                state.iteration(),
                (double) state.rowsVisited() / data.rows(),
                state.failure(),
                state.decisions(),
                new FitResult.DrawNoise(place.elboError(), Double.NaN, Double.NaN, bound.draws()));
    }

    /**
     * Where a fit by fixed draws is.
     *
     * @param best mean-field position
     * @param climb in (μ, log σ); null before the first step
     * @param elbo bound at the answer over fresh draws or exact; NaN while the fit runs
     * @param elboError its Monte-Carlo standard error; 0 where it is exact
     * @param response the same mean with the linear-response covariance; null while the fit runs, or where there is none
     */
    record FixedDrawsState(
            Position best,
            @Nullable Ascent climb,
            double elbo,
            double elboError,
            @Nullable FullGaussian response) implements AlgorithmState {}
}
