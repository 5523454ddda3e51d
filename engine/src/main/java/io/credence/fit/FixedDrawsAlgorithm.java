package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.FixedDrawsBound.Sample;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.optimize.Backoff;
import io.credence.optimize.BfgsSearch;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Fits a mean-field Gaussian through draws that stay the same, so that the bound is an ordinary function, by L-BFGS; its
 * covariance is the linear response of the mean (DADVI: Giordano, Ingram and Broderick 2024). One step is a few iterations of
 * the optimiser. What the choice of the draws left uncertain shows in further fits through others: more are taken until answers
 * agree, twice in a row.
 */
public final class FixedDrawsAlgorithm implements Algorithm {

    private static final int EVALUATIONS_PER_STEP = 25;
    private static final int OTHER_STARTS = 8;
    /** Most parameters for which the linear response is taken: it needs a pass for each of twice as many coordinates. */
    private static final int MOST_RESPONDING = 300;
    /** Standard errors of {@code stop.mcse} by which an answer may be off as far as two answers tell. */
    private static final double STANDARD_ERRORS = 2;
    /** Agreements in a row that are believed. */
    private static final int ENOUGH_AGREEMENTS = 2;

    private static final int MOST_GROWTH = 16;

    private final Problem problem;
    private final FitSettings settings;
    private final MonteCarloSettings how;
    private final DataSummary data;
    private final DenseKernel kernel;
    private final ExecutionBackend backend;
    private final FinalAssessment<GaussianPosterior> assessment;

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
        this.backend = setup.backend();
        this.assessment = FinalAssessment.byGradients(setup, how.estimator(), start(problem));
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
        return FitState.start(begun(start(problem)), decisions());
    }

    @Override
    public FitState begin(FitState before, GaussianPosterior from) {
        return before.onwards(begun((DiagonalGaussian) from), decisions());
    }

    private FixedDrawsState begun(DiagonalGaussian q) {
        return FixedDrawsState.begun(new Position(q, problem.scale()), Sample.first(how.estimator()));
    }

    private FixedDrawsBound bound(FixedDrawsState state) {
        return new FixedDrawsBound(problem, how.estimator(), state.sample(), settings.seed(), backend);
    }

    private List<String> decisions() {
        int draws = Sample.first(how.estimator()).draws();
        return List.of(
                "estimator: " + draws + " fixed draws, so that the bound is an ordinary function",
                "driver kernel: " + kernel.name());
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        FixedDrawsState state = (FixedDrawsState) fit.state();
        FixedDrawsBound bound = bound(state);
        BfgsSearch climb = state.climb();
        BfgsSearch ascent = climb == null ? started(bound, state.best().gaussian()) : climb;
        if (!Double.isFinite(ascent.value())) {
            return fit.stopped(FitStatus.DIVERGED, "no starting point has a finite bound", bound.where());
        }
        for (int k = 0; k < EVALUATIONS_PER_STEP && ascent.isClimbing() && isGaining(ascent); k++) {
            FixedDrawsBound.Evaluation at = bound.evaluate(ascent.trial());
            ascent = ascent.with(-at.value(), Vectors.scaled(-1, at.gradient()), 0);
        }
        return climbed(fit, state, ascent, bound);
    }

    private FitState climbed(FitState fit, FixedDrawsState state, BfgsSearch ascent, FixedDrawsBound bound) {
        DiagonalGaussian q = FixedDrawsBound.posterior(ascent.point());
        double gain = FixedDrawsBound.gain(q, ascent.gradient());
        StepInfo info = new StepInfo(
                fit.iteration() + 1,
                Phase.FIXED_DRAWS,
                -ascent.value(),
                problem.isElbo(q) ? (Double) ascent.value() : null,
                Vectors.norm(ascent.gradient()),
                gain,
                1,
                true,
                bound.rows(),
                state.sample().draws());
        boolean stuck = !ascent.isClimbing();
        boolean restarts = stuck && ascent.hasMoved();
        BfgsSearch goesOn =
                restarts ? BfgsSearch.limited(ascent.point(), ascent.value(), ascent.gradient(), 0) : ascent;
        FixedDrawsState there = state.at(new Position(q, problem.scale()), goesOn);
        FitState next = fit.stepped(bound.rows(), info).with(there);
        if (!isGaining(ascent)) {
            return compared(next, there);
        }
        if (!settings.budget().limit(next, data.rows()).isRunning()) {
            return settings.budget().limit(assessed(answered(next, there)), data.rows());
        }
        return !stuck || restarts
                ? next
                : assessed(answered(next, there))
                        .stopped(
                                FitStatus.BUDGET,
                                String.format(
                                        Locale.ROOT, "no step raises the bound, though %.2g nats are promised", gain),
                                null);
    }

    /**
     * The optimum at these draws beside that at those before: done where two comparisons in a row agree, since one may do so by
     * chance, else on through others.
     */
    private FitState compared(FitState fit, FixedDrawsState there) {
        FitState answered = answered(fit, there);
        FixedDrawsState state = (FixedDrawsState) answered.state();
        double allowed = STANDARD_ERRORS * how.stop().mcse();
        int agreements = state.error() <= allowed ? state.agreements() + 1 : 0;
        if (agreements == ENOUGH_AGREEMENTS) {
            String reason = String.format(
                    Locale.ROOT,
                    "answers by three sets of draws put the error of the last, of %d, at %.2g sd, within %.2g",
                    state.sample().draws(),
                    state.error(),
                    allowed);
            return assessed(answered).stopped(FitStatus.CONVERGED, reason, null);
        }
        if (!settings.budget().limit(answered, data.rows()).isRunning()) {
            return settings.budget().limit(assessed(answered), data.rows());
        }
        MonteCarloSettings.Estimator estimator = how.estimator();
        int draws = state.sample().draws();
        int most = estimator.adaptive() ? Math.max(draws, estimator.mostDraws()) : draws;
        if (agreements == 0 && state.isCompared() && draws >= most) {
            String reason = String.format(
                    Locale.ROOT,
                    "%d draws that stay the same leave an error of about %.2g sd, above %.2g: more %s would lower it",
                    draws,
                    state.error(),
                    allowed,
                    estimator.adaptive() ? "estimator.maxDraws" : "estimator.draws");
            return assessed(answered).stopped(FitStatus.BUDGET, reason, null);
        }
        int next = agreements > 0 ? draws : wanted(state, allowed, most);
        return answered.with(state.through(state.sample().next(estimator.drawn(), next), agreements));
    }

    /** As many again for a first comparison, then by the square of what the error exceeds. */
    private static int wanted(FixedDrawsState state, double allowed, int most) {
        int draws = state.sample().draws();
        double growth = state.isCompared() ? Math.pow(state.error() / allowed, 2) : 1;
        return (int) Math.min(most, Math.min(MOST_GROWTH, Math.max(state.isCompared() ? 2 : 1, growth)) * draws);
    }

    private boolean isGaining(BfgsSearch ascent) {
        return FixedDrawsBound.gain(FixedDrawsBound.posterior(ascent.point()), ascent.gradient()) > limit(ascent);
    }

    private double limit(BfgsSearch ascent) {
        return settings.limit(-ascent.value(), ascent.point().length);
    }

    /** From the start, made narrower as long as that raises the bound; from other points where it is finite at no width. */
    private BfgsSearch started(FixedDrawsBound bound, GaussianPosterior start) {
        BfgsSearch best = narrowed(bound, start);
        int d = problem.prior().dimension();
        if (Double.isFinite(best.value()) || d > MOST_RESPONDING) {
            return best;
        }
        double[] points =
                new StartingPoints(problem.prior(), StartSettings.DEFAULT, settings.seed()).points(0, OTHER_STARTS);
        for (int k = 0; k < OTHER_STARTS && !Double.isFinite(best.value()); k++) {
            best = narrowed(bound, start.withMean(Arrays.copyOfRange(points, k * d, (k + 1) * d)));
        }
        return best;
    }

    private static BfgsSearch narrowed(FixedDrawsBound bound, GaussianPosterior start) {
        GaussianPosterior q = start;
        BfgsSearch best = evaluated(bound, q);
        for (Backoff times = Backoff.NONE; !times.isSpent(); times = times.next()) {
            q = Backoff.narrower(q);
            BfgsSearch narrower = evaluated(bound, q);
            if (Double.isFinite(best.value()) && narrower.value() <= best.value()) {
                return best;
            }
            best = narrower;
        }
        return best;
    }

    private static BfgsSearch evaluated(FixedDrawsBound bound, GaussianPosterior q) {
        double[] at = q.parameters();
        FixedDrawsBound.Evaluation found = bound.evaluate(at);
        return BfgsSearch.limited(at, -found.value(), Vectors.scaled(-1, found.gradient()), 0);
    }

    /** With the covariance of linear response where it is to be had, and what the answer before says of its error. */
    private FitState answered(FitState fit, FixedDrawsState there) {
        FixedDrawsBound bound = bound(there);
        DiagonalGaussian q = (DiagonalGaussian) there.best().gaussian();
        FullGaussian response = q.dimension() <= MOST_RESPONDING ? bound.linearResponse(kernel, q.parameters()) : null;
        return fit.visited(bound.rows()).with(there.answered(response == null ? q : response));
    }

    /** With the bound over fresh draws. */
    private FitState assessed(FitState fit) {
        FixedDrawsState state = (FixedDrawsState) fit.state();
        FinalAssessment.Bound value =
                assessment.bound(state.best(), fit.iteration(), state.sample().draws());
        int d = problem.prior().dimension();
        return fit.visited(value.rows())
                .with(state.worth(value.elbo(), value.error()))
                .with(
                        state.answer() instanceof FullGaussian
                                ? "covariance: linear response of the mean-field optimum, whose own bound is reported"
                                : "covariance: mean-field; the linear response "
                                        + (d > MOST_RESPONDING
                                                ? "would need " + 4 * d + " passes"
                                                : "was not positive definite"));
    }

    @Override
    public FitResult result(FitState fit) {
        FixedDrawsState state = (FixedDrawsState) fit.state();
        GaussianPosterior answer = state.answer();
        boolean known = Double.isFinite(state.elbo());
        FitResult meanField = FitResult.of(
                fit,
                data.rows(),
                known ? (Double) state.elbo() : null,
                new FitResult.DrawNoise(
                        state.elboError(),
                        Double.NaN,
                        state.error(),
                        state.sample().draws()));
        return answer == null ? meanField : meanField.around(answer);
    }
}
