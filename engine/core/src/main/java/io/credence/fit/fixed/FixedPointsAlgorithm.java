package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Outcome;

/**
 * Fits a posterior over points that stay the same: raises its bound over these, which is then an ordinary function, or matches a
 * mixture to points that are weighed by the exact posterior. Answers over few points are followed by ones over others until the choice
 * of the points leaves no more error than is allowed.
 */
public final class FixedPointsAlgorithm implements Algorithm {

    private final FitSetup setup;
    private final FixedPointsFit kind;

    private FixedPointsAlgorithm(FitSetup setup, FixedPointsFit kind) {
        this.setup = setup;
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

    /** A mixture of Gaussians with the moments of weighed draws, from a Gaussian. */
    public static FixedPointsAlgorithm matched(FitSetup setup) {
        return new FixedPointsAlgorithm(setup, new PopulationMonteCarlo(setup));
    }

    @Override
    public FitState init() {
        FixedPointsFit.State state = kind.begin(0, null);
        return FitState.start(state, kind.decisions(state));
    }

    @Override
    public FitState begin(FitState before, Posterior from) {
        FixedPointsFit.State state = kind.begin(before.iteration(), from);
        return before.onwards(state, kind.decisions(state));
    }

    /** Stopped with what there is, if the budget is spent. */
    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        FitState next = kind.step(fit);
        String spent = next.isRunning() ? setup.spent(next, state(next).begun()) : null;
        return spent == null ? next : kind.assessed(next).stopped(FitStatus.BUDGET, spent, null);
    }

    private static FixedPointsFit.State state(FitState fit) {
        return (FixedPointsFit.State) fit.state();
    }

    @Override
    public FitResult result(FitState fit) {
        FixedPointsFit.State state = state(fit);
        long rows = setup.backend().summary().rows();
        return state.completed(Outcome.result(fit, setup.problem(), rows, state.outcome(), state.draws()));
    }
}
