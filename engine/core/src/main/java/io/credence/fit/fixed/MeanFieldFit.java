package io.credence.fit.fixed;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.fit.Approximation;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.DrawCounts;
import io.credence.fit.FinalAssessment;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.StartSettings;
import io.credence.fit.StartingGaussians;
import io.credence.fit.TaylorControlVariate;
import io.credence.fit.fixed.FixedDrawState.ComparedOptimum;
import io.credence.fit.start.StartingPoints;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.RestartCount;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.random.NormalDraws;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fit of a mean-field Gaussian over fixed draws; its covariance is the linear response of the mean (DADVI: Giordano,
 * Ingram and Broderick 2024). Further fits over other draws show how much the choice of the draws leaves uncertain:
 * more are taken until answers agree, twice in a row.
 */
final class MeanFieldFit implements FixedDrawFit {

    /** Number of passes from one storable state to the next. */
    private static final int PASSES_PER_STEP = 25;
    /** Allowed difference of two answers, in standard errors of {@code stop.mcse}. */
    private static final double STANDARD_ERRORS = 2;
    /** Smallest factor by which the number of draws grows; its square is the largest. */
    private static final int TIMES = DrawCounts.GROWTH;
    /** Number of successive agreements of answers that end the fit. */
    private static final int ENOUGH_AGREEMENTS = 2;

    private final FitSetup setup;
    private final Problem problem;
    private final FitSettings settings;
    private final SamplingSettings how;
    private final NaturalCoordinates coordinates;
    private final FinalAssessment<GaussianPosterior> assessment;
    private final int d;

    /**
     * A fit of the problem of a setup.
     *
     * @throws IllegalArgumentException if the loss has no gradients, the posterior is not mean-field, or the dispersion has an
     *     independent factor
     */
    MeanFieldFit(FitSetup setup) {
        this.setup = setup;
        this.problem = setup.problem();
        this.settings = setup.settings();
        this.how = setup.sampling();
        this.d = problem.prior().dimension();
        requireFit(problem, settings);
        this.coordinates = NaturalCoordinates.meanField(d);
        this.assessment = FinalAssessment.byGradients(setup, how.estimator(), start(problem));
    }

    private static void requireFit(Problem problem, FitSettings settings) {
        if (!problem.loss().hasGradient()) {
            throw new IllegalArgumentException(
                    "fixed draws require a loss with gradients but this one has values only");
        }
        if (!settings.structure().isMeanField()) {
            throw new IllegalArgumentException("fixed draws require the family gaussian-diagonal but found "
                    + settings.structure().family());
        }
        if (!problem.dispersion().isKnown()) {
            throw new IllegalArgumentException("fixed draws know no independent factor of the dispersion");
        }
        if (!problem.isExpectation(start(problem))) {
            throw new IllegalArgumentException(
                    "fixed draws require an expected loss and a divergence in closed form but found the objective "
                            + problem.objective().name());
        }
    }

    private static DiagonalGaussian start(Problem problem) {
        GaussianPrior prior = problem.prior().normalPrior();
        double[] precision = new double[prior.dimension()];
        for (int j = 0; j < precision.length; j++) {
            precision[j] = Math.max(1, prior.precision()[j]);
        }
        return new DiagonalGaussian(prior.mean(), precision);
    }

    private NormalDraws.Dependence dependence() {
        return how.estimator().dependence();
    }

    @Override
    public FixedDrawState begin(int iteration, @Nullable Posterior from) {
        GaussianPosterior q = start(problem);
        if (from != null) {
            q = q.projectionOf(StartingGaussians.asGaussian(from, setup.kernel()));
        }
        DrawSet first = new DrawSet(
                0, NormalDraws.roundedUpCount(dependence(), how.estimator().draws()));
        return FixedDrawState.initial(
                0, coordinates, problem.dispersion(), NaturalCoordinates.searchFrom(q), first, null);
    }

    @Override
    public List<String> decisions(State begun) {
        return List.of(
                "estimator: " + begun.draws() + " fixed draws, so that the bound is an ordinary function",
                "driver kernel: " + setup.kernel().name());
    }

    @Override
    public MeanFieldBound bound(FixedDrawState state) {
        return new MeanFieldBound(problem, dependence(), state.points(), settings.seed(), setup.backend());
    }

    @Override
    public int passes(boolean first) {
        return PASSES_PER_STEP;
    }

    @Override
    public BfgsSearch firstSearch(FixedDrawState state, FixedDrawBound bound) {
        return new NarrowedStart(coordinates, problem.prior(), settings.seed()).narrowedStart(state.search(), bound);
    }

    @Override
    public @Nullable FitState afterUnsuitableStart(FitState fit, FixedDrawState state, FixedDrawBound bound) {
        return Double.isFinite(state.search().value())
                ? null
                : fit.stopped(FitStatus.DIVERGED, "no starting point has a finite bound", bound.lastNonFinite());
    }

    /**
     * Gain that a Newton step in the Fisher metric promises, nats. It is ½ Σ σ²g² for the means and ¼ Σ g² for the log
     * standard deviations.
     */
    @Override
    public double gain(BfgsSearch search) {
        GaussianPosterior q = coordinates.gaussian(search);
        double[] gradient = search.gradient();
        double gain = 0;
        for (int j = 0; j < d; j++) {
            gain += 0.5 * gradient[j] * gradient[j] / q.precision()[j] + 0.25 * gradient[d + j] * gradient[d + j];
        }
        return gain;
    }

    @Override
    public boolean isEnough(BfgsSearch search, int passes) {
        return !(gain(search) > settings.gainLimit(-search.value(), search.point().length));
    }

    /**
     * The state at the end of a search. A search that is stuck begins again without its estimate of the curvature, if
     * it has moved. An optimum is compared with that over the draws before: the fit is done where two comparisons in a
     * row agree, since one may do so by chance, else it goes on over others.
     */
    @Override
    public FitState afterSearch(FitState fit, FixedDrawState state) {
        BfgsSearch search = state.search();
        if (isEnough(search, state.passes())) {
            return afterComparison(withAnswer(fit));
        }
        if (search.hasMoved()) {
            return fit.with(state.withSearch(
                    BfgsSearch.fromWithLimitedMemory(search.point(), search.value(), search.gradient(), 0)));
        }
        String reason =
                String.format(Locale.ROOT, "no step raises the bound, though %.2g nats are promised", gain(search));
        return assessed(fit).stopped(FitStatus.BUDGET, reason, null);
    }

    private FitState afterComparison(FitState fit) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        ComparedOptimum answer = Objects.requireNonNull(state.answer());
        double allowed = STANDARD_ERRORS * how.stop().mcse();
        int agreements = answer.error() <= allowed ? answer.agreements() + 1 : 0;
        int draws = state.points().draws();
        SamplingSettings.Estimator estimator = how.estimator();
        int most = estimator.adaptive() ? Math.max(draws, estimator.mostDraws()) : draws;
        if (agreements == ENOUGH_AGREEMENTS) {
            return afterAssessment(fit, most);
        }
        String spent = setup.exhaustedLimit(fit, state.stepsBefore());
        if (spent != null) {
            return withBound(fit).stopped(FitStatus.BUDGET, spent, null);
        }
        if (agreements == 0 && answer.isCompared() && draws >= most) {
            String reason = String.format(
                    Locale.ROOT,
                    "%d draws that stay the same leave an error of about %.2g sd, above %.2g: more %s would lower it",
                    draws,
                    answer.error(),
                    allowed,
                    estimator.limitKey());
            return withBound(fit).stopped(FitStatus.BUDGET, reason, null);
        }
        return withOtherDraws(fit, agreements, agreements > 0 ? draws : requiredDraws(answer, draws, allowed, most));
    }

    /**
     * The state after fresh draws assessed an optimum over fixed ones. More draws are taken where it is not the optimum
     * of the family.
     */
    private FitState afterAssessment(FitState fit, int most) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        int draws = state.points().draws();
        // S draws leave a mean-field log sd off by about √(1/S), which costs its square. Linear response, which is
        // answered, mends it.
        FinalAssessment.AssessmentResult found = assessment.assess(
                state.approximation(state.search()), fit.iteration(), draws, false, FinalAssessment.SLACK);
        FitState seen = fit.withRowsVisited(found.rows());
        if (!found.isOptimal() && draws < most && setup.exhaustedLimit(seen, state.stepsBefore()) == null) {
            int growth = (int) Math.max(TIMES, Math.min(TIMES * TIMES, found.gain() / FinalAssessment.SLACK));
            return withOtherDraws(seen, ENOUGH_AGREEMENTS - 1, Math.min(most, growth * draws))
                    .with("optimum of " + draws + " draws: " + found.doubt());
        }
        String reason = String.format(
                Locale.ROOT,
                "the optimum of %d draws that stay the same, by those of two other sets off by about %.2g sd, %s",
                draws,
                Objects.requireNonNull(state.answer()).error(),
                found.isOptimal() ? "and fresh draws expect no more" : "but " + found.doubt());
        return withBound(seen, found.bound())
                .stopped(found.isOptimal() ? FitStatus.CONVERGED : FitStatus.BUDGET, reason, null);
    }

    /** The state in which the fit continues over other draws. */
    private FitState withOtherDraws(FitState fit, int agreements, int draws) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        ComparedOptimum answer = Objects.requireNonNull(state.answer()).withAgreements(agreements);
        return fit.with(state.with(answer)
                .overPoints(
                        state.points().next(dependence(), draws),
                        NaturalCoordinates.searchFrom(coordinates.gaussian(state.search()))));
    }

    /**
     * Number of draws required next. A first comparison takes as many again; later ones take more by the square of the
     * excess of the error.
     */
    private static int requiredDraws(ComparedOptimum answer, int draws, double allowed, int most) {
        double growth = answer.isCompared() ? Math.pow(answer.error() / allowed, 2) : 1;
        return (int) Math.min(most, Math.min(TIMES * TIMES, Math.max(answer.isCompared() ? 2 : 1, growth)) * draws);
    }

    /**
     * The state with an answer, whose error is estimated from the answer before. It has the linear-response covariance
     * where that is available.
     */
    private FitState withAnswer(FitState fit) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        MeanFieldBound bound = bound(state);
        GaussianPosterior q = coordinates.gaussian(state.search());
        FullGaussian response = d <= TaylorControlVariate.MOST_DIFFERENCED
                ? bound.linearResponse(setup.kernel(), q.parameters())
                : null;
        ComparedOptimum answer =
                ComparedOptimum.comparedWith(state.answer(), response == null ? q : response, state.points());
        return fit.withRowsVisited(bound.rows()).with(state.with(answer));
    }

    @Override
    public boolean isElbo() {
        return problem.isElbo(start(problem));
    }

    @Override
    public FitState assessed(FitState fit) {
        return withBound(withAnswer(fit));
    }

    /** The state with the bound over fresh draws. */
    private FitState withBound(FitState fit) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        FinalAssessment.Bound found = assessment.bound(
                state.approximation(state.search()),
                fit.iteration(),
                state.points().draws());
        return withBound(fit.withRowsVisited(found.rows()), found);
    }

    private FitState withBound(FitState fit, FinalAssessment.Bound found) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        ComparedOptimum answer = Objects.requireNonNull(state.answer());
        Approximation approximation = state.approximation(state.search());
        AssessedAnswer outcome =
                new AssessedAnswer(approximation, Double.NaN, found.elbo(), found.error(), Double.NaN, answer.error());
        return fit.with(state.with(outcome))
                .with(
                        !answer.q().isMeanField()
                                ? "covariance: linear response of the mean-field optimum, whose own bound is reported"
                                : "covariance: mean-field; the linear response "
                                        + (d > TaylorControlVariate.MOST_DIFFERENCED
                                                ? "would need " + 4 * d + " passes"
                                                : "was not positive definite"));
    }

    /** Start of the search for the largest mean-field bound, made narrower as long as that raises the bound. */
    record NarrowedStart(NaturalCoordinates coordinates, Prior prior, long seed) {

        /** The given start made narrower, or one around other points where its bound is not finite at any width. */
        BfgsSearch narrowedStart(BfgsSearch start, FixedDrawBound bound) {
            BfgsSearch best = narrowed(bound, start);
            int d = prior.dimension();
            if (Double.isFinite(best.value()) || d > TaylorControlVariate.MOST_DIFFERENCED) {
                return best;
            }
            double[] points =
                    new StartingPoints(prior, StartSettings.DEFAULT, seed).points(0, StartingPoints.AFTER_FAILURE);
            GaussianPosterior around = coordinates.gaussian(start);
            for (int k = 0; k < StartingPoints.AFTER_FAILURE && !Double.isFinite(best.value()); k++) {
                best = narrowed(
                        bound,
                        NaturalCoordinates.searchFrom(around.withMean(Arrays.copyOfRange(points, k * d, (k + 1) * d))));
            }
            return best;
        }

        private BfgsSearch narrowed(FixedDrawBound bound, BfgsSearch start) {
            GaussianPosterior q = coordinates.gaussian(start);
            BfgsSearch best = bound.evaluateTrial(start);
            for (RestartCount times = RestartCount.NONE; !times.isExhausted(); times = times.next()) {
                q = RestartCount.withQuarterCovariance(q);
                BfgsSearch narrower = bound.evaluateTrial(NaturalCoordinates.searchFrom(q));
                if (Double.isFinite(best.value()) && narrower.value() <= best.value()) {
                    return best;
                }
                best = narrower;
            }
            return best;
        }
    }
}
