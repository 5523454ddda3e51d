package io.credence.mixed.levelwise;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.EvaluatedPoints;
import io.credence.mixed.levelwise.LevelwiseState.SearchStage;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentSearch;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.optimize.NewtonSearch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for the posterior given many levels of one factor, with labels or counts as responses. The effects of each
 * level are integrated out by themselves; β and the variance components together, which the rows of very many levels
 * decide, are normal around their mode. An evaluation is one of Newton's steps by the levels' outer products, on ever
 * more of them; then one or two with draws, which correct what expectation propagation leaves out; then points at which
 * the normal density is compared with the posterior's, many in a pass.
 */
public record LevelwiseSearch(LevelwiseDensity density, LevelwisePosteriorBuilder levelwiseBuilder)
        implements ComponentSearch<LevelwiseState, LevelwiseEvaluations> {

    /** Shares of the levels on which the mode is searched for, one after the other. */
    private static final double[] SHARES = {0.02, 0.2, 1};
    /** Smallest number of levels per unknown in a share on which the mode is searched for. */
    private static final int LEVELS_OF_SHARE = 10;
    /** Largest change of the logarithm of a standard deviation in a step. */
    private static final double LONGEST = 0.7;
    /** Length of a step, in standard deviations, that ends the search over a share of the levels. */
    private static final double ON_THE_WAY = 1;
    /**
     * Number of draws of each level in the first pass with draws. Their noise and bias decide the number in the second.
     */
    private static final int DRAWS = 64;

    private static final int MOST_DRAWS = 1024;
    /** Largest number of passes with draws. An answer that still moves after them is not relied on. */
    static final int MOST_PASSES = 4;
    /** Largest error of a mean that draws may leave, in its standard deviations. Fits are relied on to this error. */
    private static final double MOST_ERROR = 0.1;

    /** Largest work of a pass over points around the mode, in evaluations of all levels: a step may be saved after it. */
    private static final double MOST_WORK = 16;
    /** Largest number of numbers in the message of such a pass, which grows with the square of the unknowns. */
    private static final double MOST_NUMBERS = 1 << 18;

    @Override
    public String description() {
        return "effects: integrated level by level, given coefficients and variance components";
    }

    @Override
    public LevelwiseState initialState() {
        return new LevelwiseState(
                SearchStage.CLIMB,
                nextRound(-1),
                NewtonSearch.beginningAt(density.startingPoint()),
                0,
                EvaluatedPoints.of(List.of()),
                results().priorApproximation());
    }

    /** Number of the next share that has enough levels. */
    private int nextRound(int round) {
        int next = round + 1;
        while (next < SHARES.length - 1
                && SHARES[next] * density.survey().levelCount() < LEVELS_OF_SHARE * density.dimension()) {
            next++;
        }
        return next;
    }

    @Override
    public LevelwiseEvaluations evaluate(LevelwiseState at) {
        return switch (at.stage()) {
            case CLIMB -> LevelwiseEvaluations.of(density.evaluateForClimb(at.psi(), SHARES[at.round()]));
            case DRAWS -> LevelwiseEvaluations.of(density.evaluate(at.psi(), at.draws()));
            case AROUND, DONE -> {
                double share = levelwiseBuilder.posteriorNearMode(at).levelShare();
                List<double[]> points = at.pointsAroundMode().next(pointsOfPass(share));
                if (points.isEmpty()) {
                    throw new IllegalStateException("all points around the mode were evaluated");
                }
                yield new LevelwiseEvaluations(density.evaluateAll(points, share));
            }
        };
    }

    /** Number of points around the mode that a pass evaluates. */
    private int pointsOfPass(double share) {
        double d = density.dimension();
        return (int) Math.max(1, Math.min(MOST_WORK / share, MOST_NUMBERS / (d * d)));
    }

    @Override
    public @Nullable LevelwiseState nextState(LevelwiseState at, LevelwiseEvaluations found) {
        return switch (at.stage()) {
            case CLIMB -> afterModeStep(at, found.all().get(0));
            case DRAWS -> afterDraws(at, found.all().get(0));
            case AROUND ->
                withPointsAroundMode(
                        at.withPointsAroundMode(at.pointsAroundMode().withEvaluations(found.all())));
            case DONE -> at;
        };
    }

    /**
     * State with more points around the mode where all so far were evaluated; the end of the search where none are
     * needed.
     */
    private LevelwiseState withPointsAroundMode(LevelwiseState at) {
        if (at.pointsAroundMode().next() != null) {
            return at;
        }
        List<double[]> more = levelwiseBuilder.posteriorNearMode(at).nextPoints(at);
        return more.isEmpty()
                ? at.atRound(SearchStage.DONE, 0, at.draws())
                : at.withPointsAroundMode(at.pointsAroundMode().withMorePoints(more));
    }

    /**
     * State after a step to the mode. A value that fell, or a point without a density, halves the step; null where
     * there is none to halve.
     */
    private @Nullable LevelwiseState afterModeStep(LevelwiseState at, LevelwiseEvaluation found) {
        double[] from = at.search().start();
        LevelwiseEvaluation known = at.search().evaluation();
        Cholesky precision = found.value() > Double.NEGATIVE_INFINITY ? found.precision() : null;
        if (precision == null || from != null && known != null && found.value() < known.value()) {
            if (from == null || known == null) {
                return null;
            }
            NewtonSearch<double[], LevelwiseEvaluation> half = NewtonSearch.halfwayBack(at.search());
            Cholesky before = known.precision();
            double left = half == null || before == null
                    ? 0
                    : maxStandardisedStep(Vectors.difference(half.trial(), from), before);
            return half == null || left < 0.1 * LevelwiseState.SETTLED
                    ? atNextRound(at.withNextPoint(from))
                    : at.with(half);
        }
        double[] full = precision.solve(found.gradient());
        double largest = maxStandardisedStep(full, precision);
        double[] next = Vectors.plusScaled(at.psi(), 1, density.capStep(at.psi(), full, LONGEST));
        LevelwiseState stepped = at.afterStep(found, next);
        boolean isLast = at.round() == SHARES.length - 1;
        return largest < (isLast ? LevelwiseState.SETTLED : ON_THE_WAY) ? atNextRound(stepped) : stepped;
    }

    private LevelwiseState atNextRound(LevelwiseState at) {
        if (at.round() < SHARES.length - 1) {
            return at.atRound(SearchStage.CLIMB, nextRound(at.round()), 0);
        }
        return at.atRound(SearchStage.DRAWS, 0, DRAWS);
    }

    /** State after a pass with draws. More passes follow where the step was long, or the draws too few. */
    private @Nullable LevelwiseState afterDraws(LevelwiseState at, LevelwiseEvaluation found) {
        Cholesky precision = found.value() > Double.NEGATIVE_INFINITY ? found.precision() : null;
        LevelwiseEvaluation.DrawCorrection draws = found.drawCorrection();
        if (precision == null || draws == null) {
            return null;
        }
        double[] full = precision.solve(found.gradient());
        double[] next = Vectors.plusScaled(at.psi(), 1, density.capStep(at.psi(), full, LONGEST));
        LevelwiseState stepped = at.afterStep(found, next);
        LevelwiseEvaluation.DrawError error = draws.meanError(precision);
        boolean isKnown = error.totalError() <= MOST_ERROR || at.draws() >= MOST_DRAWS;
        boolean isSettled = maxStandardisedStep(full, precision) < LevelwiseState.SETTLED;
        if (at.round() == MOST_PASSES - 1 || isKnown && isSettled) {
            return withPointsAroundMode(stepped.atRound(SearchStage.AROUND, 0, at.draws()));
        }
        return stepped.atRound(
                SearchStage.DRAWS, at.round() + 1, isKnown ? at.draws() : requiredDraws(at.draws(), error));
    }

    /**
     * Number of draws that leaves half of the squared error to noise and half to bias. Noise falls as the root of the
     * number, bias as the number.
     */
    private static int requiredDraws(int draws, LevelwiseEvaluation.DrawError error) {
        double most = MOST_ERROR * Math.sqrt(0.5);
        double more = Math.max(Math.pow(error.noise() / most, 2), error.bias() / most);
        return draws * (int) Math.ceil(Math.min(more, MOST_DRAWS / (double) draws));
    }

    private static double maxStandardisedStep(double[] step, Cholesky precision) {
        return VarianceCoordinates.maxStandardisedStep(step, precision.inverse());
    }

    @Override
    public boolean isAroundMode(LevelwiseState at) {
        return at.stage() == SearchStage.AROUND;
    }

    @Override
    public int draws(LevelwiseState at) {
        boolean isQuadrature = density.layout().localEffectsPerLevel() == 1;
        return at.stage() == SearchStage.DRAWS && !isQuadrature ? at.draws() : 0;
    }

    @Override
    public @Nullable String outcome(LevelwiseState at) {
        return at.stage() == SearchStage.DONE
                ? levelwiseBuilder.posteriorNearMode(at).description()
                : null;
    }

    @Override
    public @Nullable MixedPosterior posterior(LevelwiseState at) {
        return at.search().evaluation() == null ? null : levelwiseBuilder.posterior(at);
    }

    @Override
    public MixedPosteriorBuilder results() {
        return levelwiseBuilder.results();
    }
}
