package io.credence.schedule;

import io.credence.random.AddressedRandom;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Order in which steps read partitions: a fresh permutation of all of them in every epoch, cut into minibatches.
 * Partitions are exchangeable parts of the rows, so that each minibatch is a random part of the data.
 *
 * @param seed seed of the fit
 * @param epoch number of the permutation, from 0
 * @param nextPosition position in it of the next partition
 */
public record PartitionPlan(long seed, long epoch, int nextPosition) implements Serializable {

    /** The plan at the beginning of the first epoch. */
    public static PartitionPlan firstEpoch(long seed) {
        return new PartitionPlan(seed, 0, 0);
    }

    /**
     * A plan with at least {@code count} of {@code partitions} left in its epoch. It is this one, or that of the next
     * epoch.
     */
    public PartitionPlan withPartitionsLeft(int count, int partitions) {
        return nextPosition + count <= partitions ? this : new PartitionPlan(seed, epoch + 1, 0);
    }

    /** The next {@code count} partitions, ascending, of a plan that has them. */
    public int[] nextPartitions(int count, int partitions) {
        if (nextPosition + count > partitions) {
            throw new IllegalArgumentException(
                    count + " partitions were requested but the epoch has " + (partitions - nextPosition) + " left");
        }
        int[] order = permutation(partitions);
        int[] taken = Arrays.copyOfRange(order, nextPosition, nextPosition + count);
        Arrays.sort(taken);
        return taken;
    }

    /** The plan after {@code count} partitions were taken. */
    public PartitionPlan afterPartitions(int count) {
        return new PartitionPlan(seed, epoch, nextPosition + count);
    }

    private int[] permutation(int partitions) {
        int[] order = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            int swap = (int) (AddressedRandom.uniform(seed, epoch, p, -1) * (p + 1));
            order[p] = order[swap];
            order[swap] = p;
        }
        return order;
    }
}
