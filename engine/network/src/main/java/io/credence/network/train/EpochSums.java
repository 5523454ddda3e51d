package io.credence.network.train;

import io.credence.network.dense.Member;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Members after their minibatches of a partition. */
final class EpochSums implements Sums<EpochSums> {

    private static final long serialVersionUID = 1;

    private final ArrayList<Member> members;

    EpochSums(List<Member> members) {
        this.members = new ArrayList<>(members);
    }

    @Override
    public void merge(EpochSums other) {
        members.addAll(other.members);
    }

    /** Members in the order of their numbers. */
    List<Member> members() {
        return members.stream().sorted(Comparator.comparingInt(Member::number)).toList();
    }
}
