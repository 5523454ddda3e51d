package io.credence.likelihood.count;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.random.AddressedGenerator;
import io.credence.testkit.TestSeed;
import java.util.function.ToDoubleFunction;
import org.hipparchus.distribution.IntegerDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.hipparchus.random.RandomAdaptor;
import org.hipparchus.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CountSamplerTest {

    private static final double[] MEANS = {
        1e-300, 1e-12, 1e-3, 0.5, 3, 9.99, 10, 10.01, 25, 40, 900, 1023, 1025, 1e4, 1e7, 1e9, 1e12, 1e15
    };

    private final long seed = TestSeed.of("counts");

    /** Numbers that a draw uses. */
    private static final class Counted extends RandomAdaptor {
        private int used;

        Counted() {
            super(new AddressedGenerator());
        }

        @Override
        public void setSeed(long at) {
            super.setSeed(at);
            used = 0;
        }

        @Override
        public double nextDouble() {
            used++;
            return super.nextDouble();
        }
    }

    private void assertMoments(String what, double mean, double variance, ToDoubleFunction<RandomGenerator> draw) {
        int count = 4000;
        Counted random = new Counted();
        double sd = Math.sqrt(variance);
        double first = 0;
        double second = 0;
        int most = 0;
        for (int i = 0; i < count; i++) {
            random.setSeed(seed + i);
            double z = sd > 0 ? (draw.applyAsDouble(random) - mean) / sd : draw.applyAsDouble(random) - mean;
            first += z / count;
            second += z * z / count;
            most = Math.max(most, random.used);
        }
        assertTrue(most <= 40, what + ": " + most + " random numbers for a draw");
        double kurtosis = sd > 0 ? 3 + 1 / variance : 0;
        assertEquals(0, first, 5 / Math.sqrt(count), what);
        if (variance > 0.1) {
            assertEquals(1, second, 5 * Math.sqrt((kurtosis - 1) / count), what);
        }
    }

    /** Means and variances are right, and a draw uses few random numbers, however large the mean is. */
    @Test
    void momentsAndCost_holdForEveryMean() {
        for (double mean : MEANS) {
            assertMoments("Poisson " + mean, mean, mean, random -> CountSampler.poisson(mean, random));
        }
        for (double trials : new double[] {0, 1, 7, 20, 21, 1000, 1e6, (1 << 26) - 1}) {
            for (double share : new double[] {0, 1e-12, 1e-3, 0.1, 0.4999, 0.5, 0.7, 0.999, 1 - 1e-12, 1}) {
                assertMoments(
                        "binomial " + trials + ", " + share,
                        trials * share,
                        trials * share * (1 - share),
                        random -> CountSampler.binomial(trials, share, random));
            }
        }
    }

    /** χ² of the counts around the mean, on either side of the bound between search and rejection. */
    @Test
    void probabilities_areThoseOfTheLaw() {
        for (double mean : new double[] {2.5, 9.9, 10, 31, 300}) {
            assertLaw(new PoissonDistribution(mean), mean, random -> CountSampler.poisson(mean, random));
        }
        for (double share : new double[] {0.02, 0.3, 0.5, 0.81}) {
            assertLaw(
                    new BinomialDistribution(60, share),
                    60 * share,
                    random -> CountSampler.binomial(60, share, random));
        }
    }

    private void assertLaw(IntegerDistribution law, double mean, ToDoubleFunction<RandomGenerator> draw) {
        int count = 40_000;
        int first = (int) Math.max(0, mean - 4 * Math.sqrt(law.getNumericalVariance()));
        double[] found = new double[(int) (2 * (mean - first)) + 8];
        AddressedGenerator random = new AddressedGenerator();
        for (int i = 0; i < count; i++) {
            int k = (int) draw.applyAsDouble(random.moveTo(seed, i)) - first;
            if (k >= 0 && k < found.length) {
                found[k]++;
            }
        }
        double sum = 0;
        int cells = 0;
        for (int k = 0; k < found.length; k++) {
            double expected = count * law.probability(first + k);
            if (expected > 10) {
                sum += (found[k] - expected) * (found[k] - expected) / expected;
                cells++;
            }
        }
        assertTrue(sum < cells + 5 * Math.sqrt(2.0 * cells), "χ² " + sum + " of " + cells + " cells, mean " + mean);
    }

    @Test
    void meansWithoutACount_areReturned() {
        AddressedGenerator random = new AddressedGenerator();
        assertEquals(0, CountSampler.poisson(0, random));
        assertEquals(Double.POSITIVE_INFINITY, CountSampler.poisson(Double.POSITIVE_INFINITY, random));
        assertTrue(Double.isNaN(CountSampler.poisson(Double.NaN, random)));
        assertTrue(Double.isNaN(CountSampler.binomial(10, Double.NaN, random)));
        assertEquals(1e300, CountSampler.poisson(1e300, random), 1e290);
    }
}
