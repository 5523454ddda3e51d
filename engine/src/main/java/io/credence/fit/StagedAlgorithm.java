package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Algorithms in a row, each beginning where the one before ends. Objectives of importance weights need draws that are not far
 * off, and from a non-centred prior the first steps would shrink all scales to nothing.
 */
public final class StagedAlgorithm implements Algorithm {

    private record Stage(Algorithm algorithm, String why, Function<Position, Posterior> bridge) {}

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
    private final Budget budget;
    private final long rows;

    private StagedAlgorithm(List<Stage> stages, Budget budget, long rows) {
        this.stages = List.copyOf(stages);
        this.budget = budget;
        this.rows = rows;
    }

    /**
     * One algorithm after another, which may have stages itself. Where the budget ends the first, the second goes on from what that
     * has; resumed with a larger one the fit goes back to the first, and is the fit that had it at once.
     *
     * @param first finds the beginning
     * @param why what the log says of the change
     * @param bridge from what the first found to parameters of the second
     * @param second has no stages
     * @param budget of the first
     * @param rows rows there are
     */
    public static StagedAlgorithm of(
            Algorithm first,
            String why,
            Function<Position, Posterior> bridge,
            Algorithm second,
            Budget budget,
            long rows) {
        List<Stage> stages = new ArrayList<>();
        if (first instanceof StagedAlgorithm staged) {
            stages.addAll(staged.stages);
        } else {
            stages.add(new Stage(first, "", Position::posterior));
        }
        stages.add(new Stage(second, why, bridge));
        return new StagedAlgorithm(stages, budget, rows);
    }

    @Override
    public FitState init() {
        return stages.get(0).algorithm.init();
    }

    @Override
    public FitState begin(FitState before, Posterior from) {
        return stages.get(0).algorithm.begin(before, from);
    }

    @Override
    public FitState step(FitState fit) {
        AfterCut cut = cut(fit);
        if (cut == null) {
            return stepped(fit);
        }
        if (!budget.isSpent(cut.before(), rows)) {
            return step(cut.before().running());
        }
        FitState next = stepped(fit.with(cut.state()));
        return next.with(new AfterCut(cut.before(), cut.stage(), within(next)));
    }

    private static @Nullable AfterCut cut(FitState fit) {
        return fit.state() instanceof AfterCut cut ? cut : null;
    }

    private static AlgorithmState within(FitState fit) {
        AfterCut cut = cut(fit);
        return cut == null ? fit.state() : cut.state();
    }

    private FitState stepped(FitState fit) {
        FitState next = stages.get(fit.stage()).algorithm.step(fit);
        int following = fit.stage() + 1;
        if (next.isRunning() || next.status() == FitStatus.DIVERGED || following == stages.size()) {
            return next;
        }
        Stage stage = stages.get(following);
        String change = stage.why + " after " + next.iteration() + " steps: " + next.stopReason();
        FitState begun = stage.algorithm
                .begin(next.with(change), stage.bridge.apply(next.state().best()))
                .inStage(following);
        boolean cut = next.status() == FitStatus.BUDGET && budget.isSpent(next, rows);
        return cut ? begun.with(new AfterCut(next, following, begun.state())) : begun;
    }

    @Override
    public FitResult result(FitState fit) {
        return stages.get(fit.stage()).algorithm.result(fit.with(within(fit)));
    }
}
