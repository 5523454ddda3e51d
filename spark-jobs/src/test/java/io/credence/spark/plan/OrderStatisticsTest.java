package io.credence.spark.plan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class OrderStatisticsTest {

    private static OrderStatistics of(double[] numbers) {
        return new OrderStatistics((prefixes, look) -> OrderStatistics.count(DoubleStream.of(numbers), prefixes, look));
    }

    @Test
    void numbersOfAllRanks_areThoseOfASort() {
        Random random = new Random(TestSeed.of("ranks"));
        double[] numbers = new double[500];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextInt(4) == 0 ? random.nextInt(5) - 2 : random.nextGaussian();
        }
        double[] edges = {Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 0.0, -0.0, 1e300};
        System.arraycopy(edges, 0, numbers, 0, edges.length);
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        OrderStatistics order = of(numbers);
        assertEquals(numbers.length, order.count());
        long[] ranks = new long[numbers.length];
        Arrays.setAll(ranks, k -> numbers.length - 1 - k);
        double[] found = order.atRanks(ranks);
        for (int k = 0; k < found.length; k++) {
            assertEquals(sorted[(int) ranks[k]], found[k], TestSeed.replay());
        }
    }

    @Test
    void noNumbers_areCounted() {
        assertEquals(0, of(new double[0]).count());
        assertArrayEquals(new double[] {7, 7}, of(new double[] {7}).atRanks(0, 0));
    }
}
