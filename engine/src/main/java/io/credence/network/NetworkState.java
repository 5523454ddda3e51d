package io.credence.network;

import io.credence.family.DiagonalGaussian;
import io.credence.family.ScaleFactor;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the training of an ensemble is, between two epochs.
 *
 * @param units in which networks see rows
 * @param members after their last epoch
 * @param epoch epochs that these members have done
 * @param refitting whether they learn from all rows
 * @param heldOut what was found by rows held out; null before, and where none are
 */
record NetworkState(
        Standardisation units,
        List<Member> members,
        int epoch,
        boolean refitting,
        @Nullable HeldOut heldOut) implements AlgorithmState {

    NetworkState {
        members = List.copyOf(members);
    }

    /** After one more epoch. */
    NetworkState after(List<Member> trained) {
        return new NetworkState(units, trained, epoch + 1, refitting, heldOut);
    }

    /** Members that begin anew, on all rows. */
    NetworkState refit(List<Member> begun, @Nullable HeldOut found) {
        return new NetworkState(units, begun, 0, true, found);
    }

    /** The normal of all members' weights, one member after the other. */
    @Override
    public Position best() {
        int all = members.stream().mapToInt(NetworkState::weights).sum();
        double[] mean = new double[all];
        double[] precision = new double[all];
        int at = 0;
        for (Member member : members) {
            int d = weights(member);
            for (int j = 0; j < d; j++) {
                mean[at + j] = member.values()[j];
                precision[at + j] = Math.exp(-2 * member.values()[d + j]);
            }
            at += d;
        }
        return new Position(new DiagonalGaussian(mean, precision), new ScaleFactor.Known(1));
    }

    private static int weights(Member member) {
        return member.values().length / 2;
    }
}
