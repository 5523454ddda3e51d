package io.credence.schedule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionPlanTest {

    private static final long SEED = TestSeed.of("plan");

    /** Minibatches of one epoch after the other. */
    private static List<List<int[]>> epochs(PartitionPlan start, int count, int partitions, int steps) {
        List<List<int[]>> epochs = new ArrayList<>();
        PartitionPlan plan = start;
        for (int step = 0; step < steps; step++) {
            plan = plan.withPartitionsLeft(count, partitions);
            while (epochs.size() <= plan.epoch() - start.epoch()) {
                epochs.add(new ArrayList<>());
            }
            epochs.get((int) (plan.epoch() - start.epoch())).add(plan.nextPartitions(count, partitions));
            plan = plan.afterPartitions(count);
        }
        return epochs;
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource({"1, 10", "3, 10", "4, 10", "5, 10", "10, 10", "1, 1", "7, 8"})
    void everyEpoch_readsEachPartitionAtMostOnce(int count, int partitions) {
        int perEpoch = partitions / count;
        List<List<int[]>> epochs = epochs(PartitionPlan.firstEpoch(SEED), count, partitions, 6 * perEpoch);
        assertEquals(6, epochs.size());
        for (List<int[]> epoch : epochs) {
            assertEquals(perEpoch, epoch.size());
            int[] read = epoch.stream().flatMapToInt(Arrays::stream).sorted().toArray();
            assertEquals(read.length, Arrays.stream(read).distinct().count(), Arrays.toString(read));
            assertTrue(read[0] >= 0 && read[read.length - 1] < partitions, Arrays.toString(read));
            if (partitions % count == 0) {
                assertArrayEquals(IntStream.range(0, partitions).toArray(), read);
            }
            for (int[] taken : epoch) {
                assertEquals(count, taken.length);
                assertArrayEquals(Arrays.stream(taken).sorted().toArray(), taken);
            }
        }
    }

    @Test
    void epochsAndSeeds_differ() {
        List<List<int[]>> epochs = epochs(PartitionPlan.firstEpoch(SEED), 1, 20, 40);
        List<List<int[]>> others = epochs(PartitionPlan.firstEpoch(SEED + 1), 1, 20, 20);
        assertFalse(Arrays.deepEquals(epochs.get(0).toArray(), epochs.get(1).toArray()));
        assertFalse(Arrays.deepEquals(epochs.get(0).toArray(), others.get(0).toArray()));
    }

    @Test
    void plan_isResumable() {
        List<List<int[]>> whole = epochs(PartitionPlan.firstEpoch(SEED), 3, 10, 9);
        PartitionPlan middle = new PartitionPlan(SEED, 1, 3);
        List<List<int[]>> rest = epochs(middle, 3, 10, 5);
        assertArrayEquals(whole.get(1).get(1), rest.get(0).get(0));
        assertArrayEquals(whole.get(1).get(2), rest.get(0).get(1));
        assertArrayEquals(whole.get(2).get(0), rest.get(1).get(0));
    }

    /** Every partition is as likely as any other to come first, second, … */
    @Test
    void permutations_areFair() {
        int epochs = 4000;
        double[][] first = new double[epochs][5];
        double[][] last = new double[epochs][5];
        for (int e = 0; e < epochs; e++) {
            first[e][new PartitionPlan(SEED, e, 0).nextPartitions(1, 5)[0]] = 1;
            last[e][new PartitionPlan(SEED, e, 4).nextPartitions(1, 5)[0]] = 1;
        }
        double[] fair = {0.2, 0.2, 0.2, 0.2, 0.2};
        MonteCarlo.assertWithin4StandardErrors("first", fair, first);
        MonteCarlo.assertWithin4StandardErrors("last", fair, last);
    }

    @Test
    void moreThanTheEpochHasLeft_isRefused() {
        PartitionPlan late = new PartitionPlan(SEED, 0, 8);
        assertThrows(IllegalArgumentException.class, () -> late.nextPartitions(3, 10));
        assertEquals(new PartitionPlan(SEED, 1, 0), late.withPartitionsLeft(3, 10));
        assertEquals(late, late.withPartitionsLeft(2, 10));
    }
}
