package io.credence.network.train;

import io.credence.data.DataSummary;
import io.credence.network.dense.Member;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Trainer of the members of a problem for one epoch over the partitions of a backend. */
record EpochTrainer(TrainingProblem<?> problem, EpochSettings settings) {
    // In a round every member goes through the minibatches of one partition by itself, so that a small step costs no
    // job, and members, which stand at different partitions, run side by side. The order of the partitions is drawn for
    // each epoch; the members follow each other through it.

    /** Trains members for the epoch, and returns them. */
    List<Member> trainEpoch(List<Member> begun) {
        DataSummary data = settings.backend().summary();
        int rounds = data.partitions();
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
            members = runRound(new EpochPass(problem, settings.units(), settings.holdOut(), members, at, progress), at);
        }
        return members;
    }

    private List<Member> runRound(EpochPass pass, int[] at) {
        TreeSet<Integer> visited = new TreeSet<>();
        Arrays.stream(at).forEach(visited::add);
        EpochSums all = new EpochSums(List.of());
        settings.backend().collectEach(pass, visited.stream().mapToInt(Integer::intValue).toArray(), all::merge);
        return all.members();
    }

    private int[] order(int partitions) {
        int[] order = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            double uniform = AddressedRandom.uniform(
                    problem.seed(), RandomUse.NETWORK_ORDER.address(), settings.epoch(), settings.refitting() ? 1 : 0, p);
            int swap = (int) (uniform * (p + 1));
            order[p] = order[swap];
            order[swap] = p;
        }
        return order;
    }
}
