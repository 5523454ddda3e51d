package io.credence.fit;

import io.credence.family.Posterior;

/**
 * Algorithm made of several that run one after the other, each beginning where another ended. Its {@link Stages} decide
 * which of them follows.
 */
public final class StagedAlgorithm implements Algorithm {

    private final Stages stages;

    /** The algorithm made of the given stages. */
    public StagedAlgorithm(Stages stages) {
        this.stages = stages;
    }

    @Override
    public FitState init() {
        return stages.withStageMemory(stages.first().init());
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        return stages.withStageMemory(stages.first().continueFrom(before, from));
    }

    @Override
    public FitState step(FitState fit) {
        FitState from = stages.stateToResume(fit);
        FitState stepped =
                stages.algorithmAt(from).step(from.with(from.algorithmState().runningState()));
        FitState next = stepped.with(from.algorithmState().withRunningState(stepped.algorithmState()));
        return next.isRunning() ? next : stages.nextStage(next);
    }

    @Override
    public FitResult result(FitState fit) {
        return stages.result(fit);
    }
}
