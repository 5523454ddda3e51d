package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.credence.testkit.TestSeed;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Order of indices beside that of a stable sort of objects. */
class SortedIndicesTest {

    private static Stream<double[]> keys() {
        SplittableRandom random = new SplittableRandom(TestSeed.get());
        return Stream.of(
                new double[0],
                new double[] {3},
                new double[] {2, 1},
                new double[] {0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, 1, -1, Double.POSITIVE_INFINITY, -0.0},
                random.doubles(4_000, -1, 1).toArray(),
                random.ints(4_000, 0, 5).asDoubleStream().toArray(),
                // Keys most of which are in the first of equal intervals
                random.doubles(4_000, 0, 40).map(Math::exp).toArray(),
                // Keys whose leading bits are the same
                random.doubles(4_000, 0, 1e-15).map(x -> 1 + x).toArray(),
                random.doubles(4_000, 0, 1e-12).map(x -> -1 - x).toArray());
    }

    @ParameterizedTest
    @MethodSource("keys")
    void indices_areInTheOrderOfAStableSort(double[] keys) {
        int[] expected = IntStream.range(0, keys.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> keys[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        assertArrayEquals(expected, Vectors.sortedIndices(keys.length, i -> keys[i]));
    }
}
