package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Algorithms in a row, each beginning where the one before ends. Objectives of importance weights need draws that are not far
 * off, and from a non-centred prior the first steps would shrink all scales to nothing.
 */
public final class StagedAlgorithm implements Algorithm {

    /**
     * @param follows whether a stage goes on from where another one stopped
     * @param returns whether budget is left where the stage before stopped: if that was not so, it is gone on with instead
     */
    private record Stage(
            Algorithm algorithm,
            String why,
            Function<Position, GaussianPosterior> bridge,
            Predicate<FitState> follows,
            Predicate<FitState> returns) {}

    /**
     * Where a later stage is that went on from one which the budget had ended.
     *
     * @param before where that was ended
     * @param stage of what went on
     */
    private record AfterCut(FitState before, int stage, AlgorithmState state) implements AlgorithmState {
        @Override
        public Position best() {
            return state.best();
        }
    }

    private final List<Stage> stages;

    private StagedAlgorithm(List<Stage> stages) {
        this.stages = List.copyOf(stages);
    }

    /**
     * One algorithm after another, which may have stages itself. Where the budget ends the first, the second goes on from what that
     * has; resumed with a larger one the fit goes back to the first, and is the fit that had it at once.
     *
     * @param first finds the beginning
     * @param why what the log says of the change
     * @param bridge from what the first found to the Gaussian at which the second begins
     * @param second has no stages
     * @param budget of the first
     * @param rows rows there are
     */
    public static StagedAlgorithm of(
            Algorithm first,
            String why,
            Function<Position, GaussianPosterior> bridge,
            Algorithm second,
            Budget budget,
            long rows) {
        return followedBy(
                first,
                new Stage(
                        second,
                        why,
                        bridge,
                        StagedAlgorithm::isFollowed,
                        fit -> budget.spent(fit.iteration(), fit.rowsVisited(), rows) == null));
    }

    private static boolean isFollowed(FitState fit) {
        return fit.status() != FitStatus.DIVERGED;
    }

    /**
     * An algorithm and another one that goes on where the first stops without an answer.
     *
     * @param budget with nothing left of it, the first one's answer stands
     */
    static StagedAlgorithm of(Algorithm first, Algorithm instead, Budget budget, long rows) {
        return followedBy(
                first,
                new Stage(
                        instead,
                        "other steps",
                        Position::gaussian,
                        fit -> fit.status() != FitStatus.CONVERGED
                                && fit.failure() == null
                                && budget.spent(fit.iteration(), fit.rowsVisited(), rows) == null,
                        fit -> false));
    }

    private static StagedAlgorithm followedBy(Algorithm first, Stage stage) {
        List<Stage> stages = new ArrayList<>();
        if (first instanceof StagedAlgorithm staged) {
            stages.addAll(staged.stages);
        } else {
            stages.add(new Stage(first, "", Position::gaussian, fit -> true, fit -> false));
        }
        stages.add(stage);
        return new StagedAlgorithm(stages);
    }

    @Override
    public FitState init() {
        return stages.get(0).algorithm.init();
    }

    @Override
    public FitState begin(FitState before, GaussianPosterior from) {
        return stages.get(0).algorithm.begin(before, from);
    }

    @Override
    public FitState step(FitState fit) {
        if (!(fit.state() instanceof AfterCut cut)) {
            return stepped(fit);
        }
        if (stages.get(cut.stage()).returns.test(cut.before())) {
            return step(cut.before().running());
        }
        FitState next = stepped(fit.with(cut.state()));
        return next.with(new AfterCut(cut.before(), cut.stage(), within(next)));
    }

    private static AlgorithmState within(FitState fit) {
        return fit.state() instanceof AfterCut cut ? cut.state() : fit.state();
    }

    private FitState stepped(FitState fit) {
        FitState next = stages.get(fit.stage()).algorithm.step(fit);
        int following = fit.stage() + 1;
        while (following < stages.size() && !stages.get(following).follows.test(next)) {
            following++;
        }
        if (next.isRunning() || following == stages.size()) {
            return next;
        }
        Stage stage = stages.get(following);
        String change = stage.why + " after " + next.iteration() + " steps: " + next.stopReason();
        FitState begun = stage.algorithm
                .begin(next.with(change), stage.bridge.apply(next.state().best()))
                .inStage(following);
        boolean cut = next.status() == FitStatus.BUDGET && !stage.returns.test(next);
        return cut ? begun.with(new AfterCut(next, following, begun.state())) : begun;
    }

    @Override
    public FitResult result(FitState fit) {
        return stages.get(fit.stage()).algorithm.result(fit.with(within(fit)));
    }
}
