package io.credence.network.train;

import io.credence.data.RowBlock;
import io.credence.fit.StopRequest;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.Member;
import io.credence.network.row.HoldOut;
import io.credence.network.row.NetworkRows;
import io.credence.network.row.Standardisation;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.statistics.PartitionPass;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pass of one round of an epoch. Each member goes by itself through the minibatches of one partition. After as many
 * rounds as there are partitions, each has visited all. Members of one partition run side by side.
 *
 * @param problem problem that is trained
 * @param units units in which rows are taken
 * @param holdOut choice of the rows that are left out
 * @param members all members
 * @param memberPartitions partition of each member in this round
 * @param progress progress of the fit
 */
record EpochPass(
        TrainingProblem<?> problem,
        Standardisation units,
        HoldOut holdOut,
        List<Member> members,
        int[] memberPartitions,
        Progress progress)
        implements PartitionPass<EpochSums> {

    /**
     * Progress of a fit.
     *
     * @param epoch epoch of the members, from 0
     * @param epochs number of epochs of the whole training
     * @param round round of the epoch, from 0
     * @param rounds number of rounds of an epoch
     * @param rows number of rows that are learned from, in all partitions
     */
    record Progress(int epoch, int epochs, int round, int rounds, double rows) implements Serializable {

        /** Share of all steps of the fit that come before a step of this round. */
        double completedShare(int step, int steps) {
            return (epoch + (round + (double) step / steps) / rounds) / epochs;
        }
    }

    @Override
    public EpochSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        NetworkRows rows = NetworkRows.of(blocks, units, holdOut, false);
        return new EpochSums(IntStream.range(0, memberPartitions.length)
                .filter(m -> memberPartitions[m] == partition)
                .parallel()
                .mapToObj(m -> trainMember(members.get(m), rows, kernel))
                .toList());
    }

    private Member trainMember(Member member, NetworkRows rows, DenseKernel kernel) {
        if (rows.rows() == 0) {
            return member;
        }
        Training training = problem.training();
        int steps = training.stepCount(rows.rows());
        int most = training.largestBatch(rows.rows());
        MemberTraining trained = new MemberTraining(problem, member, kernel, most);
        NetworkRows.Batch room = rows.allocateBatch(most);
        int[] order = order(rows.rows(), member.seed(problem.seed()));
        double sum = 0;
        for (int s = 0; s < steps; s++) {
            StopRequest.throwIfRequested();
            int from = (int) ((long) rows.rows() * s / steps);
            int to = (int) ((long) rows.rows() * (s + 1) / steps);
            double size = training.stepSize() * training.schedule().stepSizeFactor(progress.completedShare(s, steps));
            sum += trained.step(rows.fill(room, order, from, to), progress.rows(), size);
        }
        return trained.toMember(sum / steps);
    }

    /** Random order of the rows, drawn for this round. */
    private int[] order(int rows, long seed) {
        AddressedRandom.NumberSequence random = AddressedRandom.sequenceAfter(
                seed, RandomUse.NETWORK_ORDER.firstAddressWord(), progress.epoch(), progress.round());
        int[] order = new int[rows];
        for (int i = 0; i < rows; i++) {
            int swap = (int) (random.uniform(i) * (i + 1));
            order[i] = order[swap];
            order[swap] = i;
        }
        return order;
    }
}
