package io.credence.schedule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IteratesTest {

    private final Random random = new Random(TestSeed.of("iterates"));

    /** A stationary AR(1) series of unit variance. */
    private double[] autoregressive(double phi, int n) {
        double[] series = new double[n];
        double x = random.nextGaussian();
        for (int t = 0; t < n; t++) {
            x = phi * x + Math.sqrt(1 - phi * phi) * random.nextGaussian();
            series[t] = x;
        }
        return series;
    }

    private static Iterates of(double[]... series) {
        Iterates iterates = Iterates.NONE;
        for (int t = 0; t < series[0].length; t++) {
            double[] one = new double[series.length];
            for (int j = 0; j < one.length; j++) {
                one[j] = series[j][t];
            }
            iterates = iterates.with(one);
        }
        return iterates;
    }

    @Test
    void independentIterates_haveRhatOfOne() {
        assertEquals(1, Iterates.rhat(autoregressive(0, 4000), 0), 0.01);
    }

    @Test
    void drift_isSeen() {
        double[] drifting = autoregressive(0, 400);
        for (int t = 0; t < drifting.length; t++) {
            drifting[t] += 0.01 * t;
        }
        assertTrue(Iterates.rhat(drifting, 0) > 1.5, "R̂ was " + Iterates.rhat(drifting, 0));
        assertTrue(Iterates.rhat(drifting, 50) < 1.01, "beside noise that dwarfs it the drift counted");
    }

    /** Halves 1, 2, 3 and 5, 6, 7: within 1, between ½·4² = 8, so R̂² = 2/3 + 8. */
    @Test
    void rhatOfAFewNumbers_isHandComputed() {
        double[] series = {1, 2, 3, 5, 6, 7};
        assertEquals(Math.sqrt(2.0 / 3 + 8), Iterates.rhat(series, 0), 1e-14);
        assertEquals(Math.sqrt(2.0 / 3 + 8 / 4.0), Iterates.rhat(series, Math.sqrt(3)), 1e-14);
        assertArrayEquals(
                new double[] {Math.sqrt(2.0 / 3 + 8), Math.sqrt(2.0 / 3 + 8 / 4.0)},
                of(series, series, series).rhats(new double[] {0, Math.sqrt(3)}),
                1e-14);
        assertArrayEquals(
                new double[] {4, -4},
                of(series, new double[] {7, 6, 5, 3, 2, 1}).drifts(),
                1e-14);
    }

    @Test
    void constantSeries_isStationaryAndAStepIsNot() {
        assertEquals(1, Iterates.rhat(new double[] {3, 3, 3, 3}, 0));
        assertEquals(Double.POSITIVE_INFINITY, Iterates.rhat(new double[] {3, 3, 4, 4}, 0));
        assertEquals(4, Iterates.effectiveSampleSize(new double[] {3, 3, 3, 3}));
        assertEquals(0, of(new double[] {3, 3, 3, 3}).standardErrors()[0]);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6, 0.9})
    void effectiveNumber_isThatOfAnAutoregression(double phi) {
        int n = 40_000;
        double expected = n * (1 - phi) / (1 + phi);
        assertEquals(1, Iterates.effectiveSampleSize(autoregressive(phi, n)) / expected, 0.15, TestSeed.replay());
    }

    @Test
    void effectiveNumber_isNeverMoreThanTheIterates() {
        assertEquals(1000, Iterates.effectiveSampleSize(autoregressive(-0.5, 1000)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.8})
    void standardError_isTheSpreadOfMeans(double phi) {
        int replicates = 400;
        double[] means = new double[replicates];
        double squares = 0;
        for (int r = 0; r < replicates; r++) {
            double[] series = autoregressive(phi, 1000);
            means[r] = MonteCarlo.mean(series);
            squares += Math.pow(of(series).standardErrors()[0], 2) / replicates;
        }
        double observed = MonteCarlo.standardError(means) * Math.sqrt(replicates);
        assertEquals(1, Math.sqrt(squares) / observed, 0.15, TestSeed.replay());
    }

    @Test
    void lastIteratesAndSpreads_areTheirOwn() {
        Iterates iterates = of(new double[] {9, 1, 2, 3}, new double[] {0, 0, 4, 8});
        assertEquals(4, iterates.size());
        Iterates last = iterates.last(3);
        assertEquals(3, last.size());
        assertArrayEquals(new double[] {1, 4}, last.spreads(), 1e-15);
        assertArrayEquals(new double[] {9, 0}, iterates.values().get(0));
    }
}
