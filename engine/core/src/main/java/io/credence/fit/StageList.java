package io.credence.fit;

import io.credence.family.Posterior;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.FitState.FitStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Algorithms in a given order, each beginning where the one before ends. Objectives of importance weights need draws
 * that are not far off, and from a non-centred prior the first steps would shrink all scales to nothing.
 *
 * <p>Where the budget ends one, the next goes on from what that has; resumed with a larger one the fit goes back to the
 * first that was ended so, and is the fit that had it at once.
 */
public final class StageList implements Stages {

    private record Stage(Algorithm algorithm, String why, Function<Approximation, Posterior> bridge) {}

    /**
     * State of a stage that continues a fit after its budget had ended an earlier stage.
     *
     * @param before state in which the budget ended the earlier stage
     */
    private record StateAfterBudget(FitState before, AlgorithmState runningState) implements AlgorithmState {
        @Override
        public Approximation best() {
            return runningState.best();
        }

        @Override
        public AlgorithmState withRunningState(AlgorithmState next) {
            return new StateAfterBudget(before, next);
        }
    }

    private final List<Stage> stages;
    private final Budget budget;
    private final long rows;

    private StageList(List<Stage> stages, Budget budget, long rows) {
        this.stages = List.copyOf(stages);
        this.budget = budget;
        this.rows = rows;
    }

    /**
     * A list of one algorithm.
     *
     * @param budget budget of each stage but the last
     * @param rows number of rows
     */
    public static StageList of(Algorithm only, Budget budget, long rows) {
        return new StageList(List.of(new Stage(only, "", Approximation::posterior)), budget, rows);
    }

    /**
     * The list of these stages followed by others.
     *
     * @param why reason for the change that the log reports
     * @param bridge maps the approximation of the last of these stages to the initial posterior of the next
     */
    public StageList then(String why, Function<Approximation, Posterior> bridge, StageList others) {
        List<Stage> all = new ArrayList<>(stages);
        all.addAll(others.stages);
        all.set(stages.size(), new Stage(others.first(), why, bridge));
        return new StageList(all, budget, rows);
    }

    /** The stages as one algorithm. */
    public Algorithm algorithm() {
        return stages.size() == 1 ? first() : new StagedAlgorithm(this);
    }

    @Override
    public Algorithm first() {
        return stages.get(0).algorithm;
    }

    @Override
    public Algorithm algorithmAt(FitState fit) {
        return stages.get(fit.stage()).algorithm;
    }

    @Override
    public FitState stateToResume(FitState fit) {
        StateAfterBudget cut = asStateAfterBudget(fit);
        return cut != null && !budget.isExhausted(cut.before, rows) ? cut.before.asRunning() : fit;
    }

    private static @Nullable StateAfterBudget asStateAfterBudget(FitState fit) {
        return fit.algorithmState() instanceof StateAfterBudget cut ? cut : null;
    }

    @Override
    public FitState nextStage(FitState ended) {
        int number = ended.stage() + 1;
        if (ended.status() == FitStatus.DIVERGED || number == stages.size()) {
            return ended;
        }
        Stage stage = stages.get(number);
        String change = stage.why + " after " + ended.iteration() + " steps: " + ended.stopReason();
        FitState begun = stage.algorithm
                .continueFrom(ended.with(change), stage.bridge.apply(ended.best()))
                .inStage(number);
        boolean cut = asStateAfterBudget(ended) == null
                && ended.status() == FitStatus.BUDGET
                && budget.isExhausted(ended, rows);
        AlgorithmState remembered = cut ? new StateAfterBudget(ended, ended.algorithmState()) : ended.algorithmState();
        return begun.with(remembered.withRunningState(begun.algorithmState()));
    }
}
