package io.credence.network.train;

import io.credence.data.DataSummary;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.network.dense.Member;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.Standardisation;
import io.credence.statistics.NonFinite;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Training of an ensemble of networks, or of another model by epochs: a step is an epoch of all members. Members learn
 * first from all rows but a share that is held out, are weighed by their predictions of those, and learn anew from all
 * rows.
 *
 * @param <T> trained model
 */
public final class NetworkAlgorithm<T> implements Algorithm {

    private final TrainingProblem<T> problem;
    private final Budget budget;
    private final ExecutionBackend backend;
    private final DataSummary data;
    private final int epochs;

    /**
     * Creates a fit of rows whose first column is one of ones, for as many epochs as the training has, within the
     * budget.
     */
    public NetworkAlgorithm(TrainingProblem<T> problem, Budget budget, ExecutionBackend backend) {
        this.problem = problem;
        this.budget = budget;
        this.backend = backend;
        this.data = backend.summary();
        this.epochs = problem.training().epochCount(data.rows());
    }

    private double holdOutShare() {
        return problem.training().holdOutShare(data.rows());
    }

    private HoldOut holdOut(boolean refitting) {
        return new HoldOut(refitting ? 0 : holdOutShare(), problem.seed());
    }

    @Override
    public FitState init() {
        Standardisation units = problem.units(backend);
        NetworkState begun = NetworkState.initialState(units, problem.startingMembers(units, backend), holdOutShare() == 0);
        return FitState.initial(begun, List.of(decision())).withRowsVisited(data.rows());
    }

    private String decision() {
        return String.format(
                Locale.ROOT,
                "training: %d epochs of %s; %s%s",
                epochs,
                problem.training().stepsDescription(),
                problem.text(),
                holdOutShare() == 0
                        ? "; no rows are held out"
                        : String.format(
                                Locale.ROOT,
                                "; twice, first on all rows but %.3g %% by which members are weighted",
                                100 * holdOutShare()));
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        throw new IllegalStateException("networks start from weights of their own");
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        NetworkState state = (NetworkState) fit.algorithmState();
        EpochSettings run =
                new EpochSettings(backend, state.units(), holdOut(state.refitting()), state.epoch(), state.refitting());
        List<Member> trained = new EpochTrainer(problem, run).trainEpoch(state.members());
        Member lost = trained.stream()
                .filter(member -> !member.isFinite())
                .findFirst()
                .orElse(null);
        if (lost != null) {
            return diverged(fit, state, lost);
        }
        NetworkState after = state.afterEpoch(trained);
        FitState next = fit.with(after).withStep(data.rows(), stepInfo(fit, after));
        return budget.stopIfExhausted(after.epoch() < epochs ? next : afterLastEpoch(next, after), data.rows());
    }

    private FitState afterLastEpoch(FitState fit, NetworkState state) {
        if (state.refitting()) {
            FitState kept = fit.with(state.withCheckedMembers());
            for (Member worse : state.degradedMembers()) {
                kept = kept.with(String.format(
                        Locale.ROOT,
                        "%s came out worse when it was trained again, %.3f nats a row where it had %.3f: that which"
                                + " was checked is kept",
                        problem.text(worse),
                        worse.objective(),
                        state.checked().get(worse.number()).objective()));
            }
            ConvergenceCheck found = ConvergenceCheck.of(state.objectives(), state.heldOut());
            String reason = "all " + epochs + " epochs were done, " + found.text();
            return kept.stopped(found.isSettled() ? FitStatus.CONVERGED : FitStatus.BUDGET, reason, null);
        }
        HoldOutScores found = problem.scoreHeldOutRows(state.members(), state.units(), holdOut(false), backend);
        String weighed = found == null
                ? "weights: no row was held out, all members weigh the same"
                : "weights: by " + found.rows() + " rows held out, members are trained again on all rows";
        List<Member> anew = problem.startingMembers(state.units(), backend);
        return fit.with(state.atRefit(anew, found)).with(weighed).withRowsVisited(data.rows());
    }

    private FitState diverged(FitState fit, NetworkState before, Member lost) {
        String why = String.format(
                Locale.ROOT,
                "%s has a weight that is not finite after epoch %d: the epoch before is kept; a smaller"
                        + " train.stepSize may help",
                problem.text(lost),
                before.epoch() + 1);
        double value = Arrays.stream(lost.values())
                .filter(x -> !Double.isFinite(x))
                .findFirst()
                .orElse(Double.NaN);
        return fit.stopped(FitStatus.DIVERGED, why, new NonFinite("weight", 0, 0, value));
    }

    private StepInfo stepInfo(FitState fit, NetworkState state) {
        double size = problem.training().stepSize()
                * problem.training().schedule().stepSizeFactor((double) (state.epoch() - 1) / epochs);
        return new StepInfo(
                fit.iteration() + 1,
                state.refitting() ? Phase.VARIATIONAL : Phase.APPROACH,
                state.lastObjective(),
                null,
                Double.NaN,
                Double.NaN,
                size,
                true,
                data.rows(),
                0);
    }

    @Override
    public FitResult result(FitState fit) {
        return FitResult.of(fit, data.rows(), null, null);
    }

    /** Model that a fit trained which has done at least one step. */
    public T trainedModel(FitState fit) {
        return problem.trainedModel((NetworkState) fit.algorithmState());
    }
}
