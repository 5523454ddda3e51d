package io.credence.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WeightedSampleTest {

    /** Middles of the steps lie at probabilities 0.1, 0.35 and 0.75. */
    @Test
    void quantiles_areLinearBetweenMiddlesOfSteps() {
        WeightedSample sample = WeightedSample.of(new double[] {5, 1, 3}, new double[] {0.5, 0.2, 0.3});
        assertEquals(1, sample.quantile(0.05));
        assertEquals(2, sample.quantile(0.225), 1e-15);
        assertEquals(4, sample.quantile(0.55), 1e-15);
        assertEquals(5, sample.quantile(0.99));
    }

    @Test
    void lowerQuantiles_areValues() {
        WeightedSample sample = WeightedSample.of(new double[] {5, 1, 3}, new double[] {0.5, 0.2, 0.3});
        assertEquals(1, sample.lowerQuantile(0.2));
        assertEquals(3, sample.lowerQuantile(0.21));
        assertEquals(5, sample.lowerQuantile(0.51));
        assertEquals(5, sample.lowerQuantile(1));
    }

    @Test
    void oneValue_isEveryQuantile() {
        WeightedSample sample = WeightedSample.of(new double[] {7}, new double[] {1});
        assertEquals(7, sample.quantile(0.05));
        assertEquals(7, sample.quantile(0.95));
    }
}
