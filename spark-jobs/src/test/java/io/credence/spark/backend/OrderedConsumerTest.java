package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests of the order in which results of a job are handed on, of how many wait for that, and of how many a job may
 * have.
 */
class OrderedConsumerTest {

    private static final long MEGABYTE = 1 << 20;

    @Test
    void results_areHandedOnInTheOrderOfTheirPlaces() {
        Random random = new Random(TestSeed.of("in order"));
        List<Integer> places = new ArrayList<>(IntStream.range(0, 50).boxed().toList());
        List<Integer> expected = List.copyOf(places);
        for (int repeat = 0; repeat < 20; repeat++) {
            Collections.shuffle(places, random);
            List<Integer> taken = new ArrayList<>();
            OrderedConsumer<Integer> results = new OrderedConsumer<>(taken::add);
            for (int position : places) {
                results.take(position, position);
                assertEquals(taken.size() + results.waitingCount(), 1 + places.indexOf(position));
            }
            assertEquals(expected, taken);
            assertEquals(0, results.waitingCount());
        }
    }

    /** Two tasks at a time: whatever their speed, a result waits for one other only. */
    @Test
    void resultsOfFewTasksAtATime_hardlyWait() {
        OrderedConsumer<Integer> results = new OrderedConsumer<>(result -> {});
        for (int pair = 0; pair < 100; pair += 2) {
            results.take(pair + 1, pair);
            assertEquals(1, results.waitingCount());
            results.take(pair, pair);
            assertEquals(0, results.waitingCount());
        }
    }

    @Test
    void partitions_areDividedIntoJobsForWhichThereIsRoom() {
        ResultLimit room = ResultLimit.of(8 * MEGABYTE, 1 << 30);
        assertEquals(4 * MEGABYTE, room.bytesPerJob());
        int[] partitions = {5, 3, 8, 0, 1, 2, 9};
        List<int[]> jobs = room.divideIntoJobs(partitions, MEGABYTE);
        assertEquals(
                List.of("[5, 3, 8]", "[0, 1, 2]", "[9]"),
                jobs.stream().map(Arrays::toString).toList());
        assertEquals(1, room.divideIntoJobs(partitions, 1000).size());
        assertEquals(7, room.divideIntoJobs(partitions, 5 * MEGABYTE).size());
        assertEquals(0, room.divideIntoJobs(new int[0], MEGABYTE).size());
    }

    @Test
    void withoutALimit_theHeapIsOne() {
        assertEquals(256 * MEGABYTE, ResultLimit.of(0, 1 << 30).bytesPerJob());
        assertEquals(16 * MEGABYTE, ResultLimit.of(1 << 30, 64 * MEGABYTE).bytesPerJob());
    }

    @Test
    void aResultThatIsTooLargeAlone_isRefusedWithTheCure() {
        ResultLimit room = ResultLimit.of(4 * MEGABYTE, 1 << 30);
        String message = assertThrows(
                        ConfigurationException.class, () -> room.divideIntoJobs(new int[] {0, 1}, 5 * MEGABYTE))
                .getMessage();
        assertTrue(message.contains("required spark.driver.maxResultSize = 11m or more, found 4m"), message);
    }
}
