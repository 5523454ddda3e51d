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
        return stages.begun(stages.first().init());
    }

    @Override
    public FitState begin(FitState before, Posterior from) {
        return stages.begun(stages.first().begin(before, from));
    }

    @Override
    public FitState step(FitState fit) {
        FitState from = stages.resumed(fit);
        FitState stepped = stages.at(from).step(from.with(from.state().within()));
        FitState next = stepped.with(from.state().around(stepped.state()));
        return next.isRunning() ? next : stages.following(next);
    }

    @Override
    public FitResult result(FitState fit) {
        return stages.result(fit);
    }
}
