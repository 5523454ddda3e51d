package io.credence.network.train;

import io.credence.family.DiagonalGaussian;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.network.dense.Member;
import io.credence.network.result.HoldOutScores;
import io.credence.network.row.Standardisation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * State of the training of an ensemble between two epochs.
 *
 * @param units units in which networks take rows
 * @param members members after their last epoch
 * @param epoch number of epochs that these members have done
 * @param refitting whether the members learn from all rows
 * @param heldOut scores on rows held out; null before, and where none are
 * @param checked members to which these scores belong; none before
 * @param objectives mean of the members' objectives after each of these epochs
 */
public record NetworkState(
        Standardisation units,
        List<Member> members,
        int epoch,
        boolean refitting,
        @Nullable HoldOutScores heldOut,
        List<Member> checked,
        List<Double> objectives)
        implements AlgorithmState {

    public NetworkState {
        members = List.copyOf(members);
        checked = List.copyOf(checked);
        objectives = List.copyOf(objectives);
    }

    /** State before the first epoch. */
    public static NetworkState initialState(Standardisation units, List<Member> members, boolean refitting) {
        return new NetworkState(units, members, 0, refitting, null, List.of(), List.of());
    }

    /** State after one more epoch. */
    NetworkState afterEpoch(List<Member> trained) {
        List<Double> more = new ArrayList<>(objectives);
        more.add(trained.stream().mapToDouble(Member::objective).average().orElse(Double.NaN));
        return new NetworkState(units, trained, epoch + 1, refitting, heldOut, checked, more);
    }

    /** State at the beginning of the refit, in which new members learn from all rows. */
    NetworkState atRefit(List<Member> begun, @Nullable HoldOutScores found) {
        return new NetworkState(units, begun, 0, true, found, members, List.of());
    }

    /**
     * Members that became worse by learning from all rows than they were when checked, by more than twice the standard
     * error of the log score. Their training failed, and what was checked is not what would be written.
     */
    List<Member> degradedMembers() {
        if (heldOut == null || checked.isEmpty()) {
            return List.of();
        }
        double margin = 2 * heldOut.logScoreError();
        return members.stream()
                .filter(member ->
                        member.objective() > checked.get(member.number()).objective() + margin)
                .toList();
    }

    /** Mean of the members' objectives in the last epoch. */
    double lastObjective() {
        return objectives.isEmpty() ? Double.NaN : objectives.get(objectives.size() - 1);
    }

    /** State in which the checked members replace those that became worse. */
    NetworkState withCheckedMembers() {
        List<Member> worse = degradedMembers();
        List<Member> kept = members.stream()
                .map(member -> worse.contains(member) ? checked.get(member.number()) : member)
                .toList();
        return new NetworkState(units, kept, epoch, refitting, heldOut, checked, objectives);
    }

    /**
     * Normal of all members' weights, one member after the other. Parameters of a member of points alone have one
     * without width.
     */
    @Override
    public Approximation best() {
        double[] mean = members.stream()
                .flatMapToDouble(member -> Arrays.stream(member.values(), 0, member.normalCount()))
                .toArray();
        double[] precision = members.stream()
                .flatMapToDouble(
                        member -> IntStream.range(0, member.normalCount()).mapToDouble(member::precision))
                .toArray();
        return new Approximation(new DiagonalGaussian(mean, precision), new DispersionPosterior.Known(1));
    }
}
