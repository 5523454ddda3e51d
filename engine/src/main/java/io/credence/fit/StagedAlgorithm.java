package io.credence.fit;

import io.credence.family.GaussianPosterior;
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
     * @param isWhole whether it needs the one before to have ended by itself: within a budget there is nothing to go on from
     */
    private record Stage(
            Algorithm algorithm,
            String why,
            Function<Position, GaussianPosterior> bridge,
            Predicate<FitState> follows,
            boolean isWhole) {}

    private final List<Stage> stages;

    private StagedAlgorithm(List<Stage> stages) {
        this.stages = List.copyOf(stages);
    }

    /**
     * One algorithm after another, which may have stages itself.
     *
     * @param first finds the beginning
     * @param why what the log says of the change
     * @param bridge from what the first found to the Gaussian at which the second begins
     * @param second has no stages
     */
    public static StagedAlgorithm of(
            Algorithm first, String why, Function<Position, GaussianPosterior> bridge, Algorithm second) {
        return followedBy(first, new Stage(second, why, bridge, StagedAlgorithm::isFollowed, false));
    }

    /**
     * A search for a start and what begins there. With a budget that ends within the search the fit ends, at what the search has:
     * a larger one, for which it is resumed, then finds the start that it would have found at once.
     */
    static StagedAlgorithm ofSearch(
            Algorithm search, String why, Function<Position, GaussianPosterior> bridge, Algorithm second) {
        return followedBy(search, new Stage(second, why, bridge, StagedAlgorithm::isFollowed, true));
    }

    private static boolean isFollowed(FitState state) {
        return state.status() != FitStatus.DIVERGED;
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
                        state -> state.status() != FitStatus.CONVERGED
                                && state.failure() == null
                                && budget.spent(state.iteration(), state.rowsVisited(), rows) == null,
                        false));
    }

    private static StagedAlgorithm followedBy(Algorithm first, Stage stage) {
        List<Stage> stages = new ArrayList<>();
        if (first instanceof StagedAlgorithm staged) {
            stages.addAll(staged.stages);
        } else {
            stages.add(new Stage(first, "", Position::gaussian, state -> true, false));
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
    public FitState step(FitState state) {
        FitState next = stages.get(state.stage()).algorithm.step(state);
        int following = state.stage() + 1;
        while (following < stages.size() && !stages.get(following).follows.test(next)) {
            following++;
        }
        if (next.isRunning() || following == stages.size()) {
            return next;
        }
        return next.status() == FitStatus.BUDGET && stages.get(following).isWhole
                ? unfinished(next, following)
                : begun(next, following);
    }

    private FitState begun(FitState before, int following) {
        Stage stage = stages.get(following);
        String change = stage.why + " after " + before.iteration() + " steps: " + before.stopReason();
        return stage.algorithm
                .begin(before.with(change), stage.bridge.apply(before.place().best()))
                .inStage(following);
    }

    /** Stopped where the last stage would begin, so that what is answered is of its family. */
    private FitState unfinished(FitState searched, int following) {
        FitState last = searched;
        for (int stage = following; stage < stages.size(); stage++) {
            last = begun(last, stage).stopped(searched.status(), searched.stopReason(), searched.failure());
        }
        return last;
    }

    @Override
    public FitResult result(FitState state) {
        return stages.get(state.stage()).algorithm.result(state);
    }
}
