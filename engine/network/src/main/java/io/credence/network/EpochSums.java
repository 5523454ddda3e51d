package io.credence.network;

import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Members that went through a partition. */
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

    /** In the order of their numbers. */
    List<Member> members() {
        return members.stream().sorted(Comparator.comparingInt(Member::number)).toList();
    }
}
