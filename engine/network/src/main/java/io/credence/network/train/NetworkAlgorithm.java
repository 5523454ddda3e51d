package io.credence.network.train;

import io.credence.data.DataSummary;
import io.credence.family.Posterior;
import io.credence.fit.Algorithm;
import io.credence.fit.Budget;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.network.dense.Member;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.HoldOut;
import io.credence.network.row.Standardisation;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.statistics.NonFiniteValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Training of an ensemble of networks, or of another model, by epochs. A step of the fit is an epoch of all members.
 * Members learn first from all rows but a share that is held out, are weighed by their predictions of those, and learn
 * anew from all rows.
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
        return problem.holdOut(refitting ? 0 : holdOutShare());
    }

    @Override
    public FitState init() {
        Standardisation units = problem.units(backend);
        List<Member> members = problem.startingMembers(units, backend);
        NetworkState begun = NetworkState.initialState(units, members, holdOutShare() == 0);
        return FitState.initial(begun, List.of(decision(members.size() == 1))).withRowsVisited(data.rows());
    }

    private String decision(boolean single) {
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
                                "; twice, first on all rows but %.3g %% by which %s",
                                100 * holdOutShare(),
                                single ? "it is checked" : "members are weighted"));
    }

    @Override
    public FitState continueFrom(FitState before, Posterior from) {
        throw new IllegalStateException("networks start from weights of their own");
    }

    @Override
    public FitState step(FitState fit) {
        fit.requireRunning();
        NetworkState state = (NetworkState) fit.algorithmState();
        EpochInput run =
                new EpochInput(backend, state.units(), holdOut(state.refitting()), state.epoch(), state.refitting());
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
        String weighed = heldOutText(found, state.members().size() == 1);
        List<Member> anew = problem.startingMembers(state.units(), backend);
        return fit.with(state.atRefit(anew, found)).with(weighed).withRowsVisited(data.rows());
    }

    private static String heldOutText(@Nullable HoldOutScores found, boolean single) {
        if (single) {
            return found == null
                    ? "check: no row was held out"
                    : "check: by " + found.rows() + " rows held out, what was trained is trained again on all rows";
        }
        return found == null
                ? "weights: no row was held out, all members weigh the same"
                : "weights: by " + found.rows() + " rows held out, members are trained again on all rows";
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
        return fit.stopped(FitStatus.DIVERGED, why, new NonFiniteValue("weight", 0, 0, value));
    }

    private StepInfo stepInfo(FitState fit, NetworkState state) {
        double size = problem.training().stepSize()
                * problem.training().schedule().stepSizeFactor((double) (state.epoch() - 1) / epochs);
        return new StepInfo(
                fit.iteration() + 1,
                state.refitting() ? Phase.VARIATIONAL : Phase.APPROACH,
                ObjectiveProgress.of(state.lastObjective()),
                size,
                true,
                data.rows(),
                0);
    }

    @Override
    public FitResult result(FitState fit) {
        return FitResult.of(fit, data.rows(), null, null);
    }

    /** Model that a fit has trained, after at least one step. */
    public T trainedModel(FitState fit) {
        return problem.trainedModel((NetworkState) fit.algorithmState());
    }

    /** Trainer of the members of a problem for one epoch over the partitions of a backend. */
    record EpochTrainer(TrainingProblem<?> problem, EpochInput settings) {
        // In a round every member goes through the minibatches of one partition by itself, so that a small step costs
        // no
        // job, and members, which stand at different partitions, run side by side. The order of the partitions is drawn
        // for
        // each epoch; the members follow each other through it.

        /** Trains members for the epoch, and returns them. */
        List<Member> trainEpoch(List<Member> begun) {
            DataSummary data = settings.backend().summary();
            int rounds = data.partitionCount();
            int count = problem.training().epochCount(data.rows());
            int[] order = order(rounds);
            List<Member> members = begun;
            for (int round = 0; round < rounds; round++) {
                int now = round;
                int[] at = IntStream.range(0, members.size())
                        .map(m -> order[(now + m) % rounds])
                        .toArray();
                EpochPass.Progress progress = new EpochPass.Progress(
                        settings.epoch(),
                        count,
                        round,
                        rounds,
                        data.rows() * (1 - settings.holdOut().share()));
                members = runRound(
                        new EpochPass(problem, settings.units(), settings.holdOut(), members, at, progress), at);
            }
            return members;
        }

        private List<Member> runRound(EpochPass pass, int[] at) {
            TreeSet<Integer> visited = new TreeSet<>();
            Arrays.stream(at).forEach(visited::add);
            EpochSums all = new EpochSums(List.of());
            settings.backend()
                    .collectEach(
                            pass, visited.stream().mapToInt(Integer::intValue).toArray(), all::merge);
            return all.members();
        }

        private int[] order(int partitions) {
            int[] order = new int[partitions];
            for (int p = 0; p < partitions; p++) {
                double uniform = AddressedRandom.uniform(
                        problem.seed(),
                        RandomUse.NETWORK_ORDER.firstAddressWord(),
                        settings.epoch(),
                        settings.refitting() ? 1 : 0,
                        p);
                int swap = (int) (uniform * (p + 1));
                order[p] = order[swap];
                order[swap] = p;
            }
            return order;
        }
    }

    /**
     * Check of whether training has settled, by the gain of its last epochs.
     *
     * @param objectiveGain gain of the last three quarters of the epochs, nats a row of the objective; NaN of fewer than four
     *     epochs
     * @param maxSettledGain largest gain of a training that has settled
     */
    record ConvergenceCheck(double objectiveGain, double maxSettledGain) {
        // Steps of a cosine schedule end at 0, so that the last epochs gain nothing wherever they end. Twice the number
        // of
        // epochs,
        // twice: what that gained is about what it gains once more. Of five simulated sets and 5 to 1,000 epochs, fits
        // within the limit
        // were those whose score of rows held out three times as many epochs raised by at most a tenth of what had been
        // learned.

        private static final int FEWEST = 4;
        /** Share of the gain from the columns that may still be left in a settled training. */
        private static final double SHARE = 0.2;
        /** Negligible gain, nats a row, however much the columns explain. */
        private static final double NEGLIGIBLE = 0.03;
        /** Negligible gain, nats a row, where no row was held out to show how much the columns explain. */
        private static final double UNKNOWN = 0.1;
        /** Negligible share of an objective, which for rows of many numbers is hundreds of nats. */
        private static final double OF_OBJECTIVE = 0.02;

        /** Checks the objectives of the epochs. */
        static ConvergenceCheck of(List<Double> objectives, @Nullable HoldOutScores found) {
            double end = average(objectives, 0.9, 1);
            double limit = found == null
                    ? Math.max(UNKNOWN, OF_OBJECTIVE * Math.abs(end))
                    : Math.max(NEGLIGIBLE, SHARE * (found.logScore() - found.constantScore()));
            return new ConvergenceCheck(
                    objectives.size() < FEWEST ? Double.NaN : average(objectives, 0.2, 0.3) - end, limit);
        }

        private static double average(List<Double> values, double from, double to) {
            int first = Math.min((int) (from * values.size()), values.size() - 1);
            int end = Math.max(first + 1, (int) (to * values.size()));
            return values.subList(first, end).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
        }

        boolean isSettled() {
            return objectiveGain <= maxSettledGain;
        }

        /** Readable description of the check. */
        String text() {
            return Double.isNaN(objectiveGain)
                    ? "but fewer than " + FEWEST + " do not show whether training has settled: more train.epochs"
                    : String.format(
                            Locale.ROOT,
                            isSettled()
                                    ? "and training has settled: the last three quarters gained %.2g nats a row, at most %.2g allowed"
                                    : "but training has not settled: the last three quarters gained %.2g nats a row, at most %.2g"
                                            + " allowed: more train.epochs",
                            objectiveGain,
                            maxSettledGain);
        }
    }
}
