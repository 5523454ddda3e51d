package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.fit.Outcome;
import io.credence.fit.Problem;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;

/**
 * Fits a posterior over points that stay the same, so that its bound is an ordinary function, which BFGS raises to its end. Answers
 * over few points are followed by searches over others until the choice of the points leaves no more error than is allowed. One step
 * is a few passes.
 */
public final class FixedPointsAlgorithm implements Algorithm {

    private final FitSetup setup;
    private final Problem problem;
    private final FixedPointsFit kind;

    private FixedPointsAlgorithm(FitSetup setup, FixedPointsFit kind) {
        this.setup = setup;
        this.problem = setup.problem();
        this.kind = kind;
    }

    /**
     * A mean-field Gaussian with the covariance of its linear response.
     *
     * @throws IllegalArgumentException if the parts do not go together, with the reason
     */
    public static FixedPointsAlgorithm meanField(FitSetup setup) {
        return new FixedPointsAlgorithm(setup, new MeanFieldFit(setup));
    }

    /**
     * A family, from a Gaussian.
     *
     * @param first any member
     */
    public static FixedPointsAlgorithm family(FitSetup setup, Posterior first) {
        return candidate(setup, first, Double.NEGATIVE_INFINITY);
    }

    /**
     * A family that is one among others, given up where its bound over the first points is none, or below a floor.
     *
     * @param floor nats; −∞ for one that is no candidate, and goes on from its start over more points
     */
    public static FixedPointsAlgorithm candidate(FitSetup setup, Posterior first, double floor) {
        return new FixedPointsAlgorithm(setup, new FamilyFit(setup, first, floor));
    }

    @Override
    public FitState init() {
        FixedPointsState state = kind.begin(0, null);
        return FitState.start(state, kind.decisions(state));
    }

    @Override
    public FitState begin(FitState before, Posterior from) {
        FixedPointsState state = kind.begin(before.iteration(), from);
        return before.onwards(state, kind.decisions(state));
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        FixedPointsState state = (FixedPointsState) fit.state();
        PointsBound bound = kind.bound(state);
        boolean first = state.search().isUnseen();
        BfgsSearch search = first ? kind.started(state, bound) : state.search();
        for (int k = 0; k < kind.passes(first) && goesOn(search, state.passes() + k); k++) {
            search = bound.raise(search);
        }
        FixedPointsState there = state.at(search);
        FitState next =
                fit.stepped(bound.rows(), info(fit, there, bound.rows())).with(there);
        FitState refused = first ? kind.refused(next, there, bound) : null;
        if (refused != null) {
            return budgeted(refused);
        }
        return budgeted(goesOn(search, there.passes()) ? next : kind.ended(next, there));
    }

    private boolean goesOn(BfgsSearch search, int passes) {
        return search.isClimbing() && !kind.isEnough(search, passes);
    }

    /** Stopped with what there is, if the budget is spent. */
    private FitState budgeted(FitState fit) {
        FixedPointsState state = (FixedPointsState) fit.state();
        String spent = fit.isRunning() ? setup.spent(fit, state.begun()) : null;
        return spent == null ? fit : kind.assessed(fit, state).stopped(FitStatus.BUDGET, spent, null);
    }

    private StepInfo info(FitState fit, FixedPointsState state, long rows) {
        BfgsSearch search = state.search();
        boolean finite = Double.isFinite(search.value());
        Posterior q = state.position(search).posterior();
        // Families that are no Gaussians are fitted to the ELBO alone.
        boolean isElbo = problem.isElbo(q) || !problem.isExpectation(q);
        return new StepInfo(
                fit.iteration() + 1,
                Phase.FIXED_DRAWS,
                -search.value(),
                finite && isElbo ? (Double) search.value() : null,
                finite ? Vectors.norm(search.gradient()) : Double.NaN,
                kind.gain(search),
                1,
                finite,
                rows,
                state.points().draws() * q.strata());
    }

    @Override
    public FitResult result(FitState fit) {
        FixedPointsState state = (FixedPointsState) fit.state();
        FitResult result = Outcome.result(
                fit,
                problem,
                setup.backend().summary().rows(),
                state.outcome(),
                state.points().draws() * state.best().posterior().strata());
        FixedPointsState.Answer answer = state.answer();
        return answer == null ? result : result.around(answer.q());
    }
}
