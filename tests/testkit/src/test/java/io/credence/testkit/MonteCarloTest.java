package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MonteCarloTest {
    private static double[] normals(double mean) {
        Random random = new Random(TestSeed.of("normals"));
        return DoubleStream.generate(() -> mean + random.nextGaussian())
                .limit(10_000)
                .toArray();
    }

    @Test
    void unbiasedEstimates_pass() {
        MonteCarlo.assertWithin4StandardErrors("normal mean", 3.0, normals(3.0));
        MonteCarlo.assertWithin4StandardErrors("constant", 0.1, 0.1, 0.1, 0.1);
    }

    @Test
    void biasedEstimates_failWithSeed() {
        AssertionError error = assertThrows(
                AssertionError.class, () -> MonteCarlo.assertWithin4StandardErrors("normal mean", 3.1, normals(3.0)));
        assertTrue(error.getMessage().startsWith("normal mean must be 3.1"), error.getMessage());
        assertTrue(error.getMessage().endsWith("-Dtest.seed=" + TestSeed.get()), error.getMessage());
    }

    @Test
    void nonFiniteEstimates_fail() {
        assertThrows(AssertionError.class, () -> MonteCarlo.assertWithin4StandardErrors(0.0, 1.0, Double.NaN));
    }

    @Test
    void wrongElement_isNamed() {
        double[][] estimates = {{1, 5.0}, {1, 5.1}, {1, 4.9}};
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> MonteCarlo.assertWithin4StandardErrors("gradient", new double[] {1, 7}, estimates));
        assertTrue(error.getMessage().startsWith("gradient[1]"), error.getMessage());
    }

    @Test
    void standardError_ofHandComputedSet() {
        assertEquals(Math.sqrt(1.0 / 3), MonteCarlo.standardError(1, 2, 3), 1e-15);
        assertThrows(IllegalArgumentException.class, () -> MonteCarlo.standardError(1));
    }
}
