package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.AssessedAnswer;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;

/**
 * Fits a posterior over draws that stay the same. It maximises the bound over them, which is then an ordinary
 * function, or matches a mixture to draws that are weighted by the exact posterior. Fits over few draws are repeated
 * over others until the choice of the draws leaves no more error than is allowed.
 */
public final class FixedDrawAlgorithm implements Algorithm {

    private final FitSetup setup;
    private final DrawSetFit kind;

    private FixedDrawAlgorithm(FitSetup setup, DrawSetFit kind) {
        this.setup = setup;
        this.kind = kind;
    }

    /**
     * Fit of a mean-field Gaussian, with its linear-response covariance.
     *
     * @throws IllegalArgumentException if the parts are incompatible, with the reason
     */
    public static FixedDrawAlgorithm meanField(FitSetup setup) {
        return new FixedDrawAlgorithm(setup, new MeanFieldFit(setup));
    }

    /**
     * Fit of a family, beginning at a Gaussian.
     *
     * @param first any member of the family
     */
    public static FixedDrawAlgorithm family(FitSetup setup, Posterior first) {
        return candidate(setup, first, Double.NEGATIVE_INFINITY);
    }

    /**
     * Fit of a family that is one candidate among others. It is given up where its bound over the first draws is not
     * finite or below {@code floor}.
     *
     * @param floor nats; −∞ for one that is no candidate, and goes on from its start over more draws
     */
    public static FixedDrawAlgorithm candidate(FitSetup setup, Posterior first, double floor) {
        return new FixedDrawAlgorithm(setup, new FamilyElboFit(setup, first, floor));
    }

    /** Fit of a mixture of Gaussians to the moments of weighted draws, beginning at a Gaussian. */
    public static FixedDrawAlgorithm matchedMixture(FitSetup setup) {
        return new FixedDrawAlgorithm(setup, new PopulationMonteCarlo(setup));
    }

    @Override
    public FitState init() {
        DrawSetFit.State state = kind.begin(0, null);
        return FitState.initial(state, kind.decisions(state));
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        DrawSetFit.State state = kind.begin(before.iteration(), from);
        return before.continueWith(state, kind.decisions(state));
    }

    /** The state after a step; stopped with the answer so far if the budget is exhausted. */
    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        FitState next = kind.step(fit);
        String spent = next.isRunning() ? setup.exhaustedLimit(next, state(next).stepsBefore()) : null;
        return spent == null ? next : kind.assessed(next).stopped(FitStatus.BUDGET, spent, null);
    }

    private static DrawSetFit.State state(FitState fit) {
        return (DrawSetFit.State) fit.algorithmState();
    }

    @Override
    public FitResult result(FitState fit) {
        DrawSetFit.State state = state(fit);
        long rows = setup.backend().summary().rows();
        return state.completeResult(AssessedAnswer.result(fit, setup.problem(), rows, state.outcome(), state.draws()));
    }
}
