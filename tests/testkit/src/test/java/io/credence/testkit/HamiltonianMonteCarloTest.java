package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class HamiltonianMonteCarloTest {

    /** N(m, S) with sds 1, 10 and 0.1, the first two correlated by 0.9; the precision is written out by hand. */
    private static final double[] MEAN = {3, -20, 0.5};

    private static final LogDensity GAUSSIAN = new LogDensity() {
        @Override
        public int dimension() {
            return 3;
        }

        @Override
        public double evaluate(double[] point, double[] gradient) {
            double x = point[0] - MEAN[0];
            double y = (point[1] - MEAN[1]) / 10;
            double z = (point[2] - MEAN[2]) / 0.1;
            gradient[0] = -(x - 0.9 * y) / 0.19;
            gradient[1] = -(y - 0.9 * x) / 0.19 / 10;
            gradient[2] = -z / 0.1;
            return -0.5 * ((x * x - 1.8 * x * y + y * y) / 0.19 + z * z);
        }
    };

    /** x ~ N(0, 1), y | x ~ N(x² − 1, 1): means 0, variances 1 and 3, covariance 0, E[x² y] = 2. */
    private static final LogDensity BANANA = new LogDensity() {
        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public double evaluate(double[] point, double[] gradient) {
            double x = point[0];
            double residual = point[1] - x * x + 1;
            gradient[0] = -x + 2 * x * residual;
            gradient[1] = -residual;
            return -0.5 * (x * x + residual * residual);
        }
    };

    private static void assertNear(String what, double expected, Chains.Estimate found) {
        assertTrue(
                Math.abs(found.mean() - expected) <= 4 * found.mcse(),
                what + " must be " + expected + " but was " + found + "; " + TestSeed.replay());
        assertTrue(found.rHat() < 1.01, what + " " + found);
        assertTrue(found.effectiveDraws() > 1000, what + " " + found);
    }

    @Test
    void correlatedGaussian_isRecovered() {
        Chains chains = new HamiltonianMonteCarlo(4, 1000, 5000, TestSeed.of("gaussian"))
                .run(GAUSSIAN, new double[3], new double[] {1, 1, 1});
        double[] variances = {1, 100, 0.01};
        for (int j = 0; j < 3; j++) {
            assertNear("mean " + j, MEAN[j], chains.mean(j));
            assertNear("variance " + j, variances[j], chains.variance(j));
        }
        assertNear("covariance", 9, chains.covariance(0, 1));
        assertNear("covariance", 0, chains.covariance(1, 2));
    }

    @Test
    void banana_isRecovered() {
        Chains chains = new HamiltonianMonteCarlo(4, 1000, 20_000, TestSeed.of("banana"))
                .run(BANANA, new double[2], new double[] {1, 1});
        assertNear("mean of x", 0, chains.mean(0));
        assertNear("mean of y", 0, chains.mean(1));
        assertNear("variance of x", 1, chains.variance(0));
        assertNear("variance of y", 3, chains.variance(1));
        assertNear("covariance", 0, chains.covariance(0, 1));
        assertNear("E x²y", 2, chains.expectation(draw -> draw[0] * draw[0] * draw[1]));
    }

    @Test
    void sameSeed_givesSameDraws() {
        HamiltonianMonteCarlo sampler = new HamiltonianMonteCarlo(2, 100, 100, 5);
        double[] first = sampler.run(BANANA, new double[2], new double[] {1, 1}).draws()[1][99];
        assertArrayEquals(
                first, sampler.run(BANANA, new double[2], new double[] {1, 1}).draws()[1][99]);
    }

    @Test
    void gradients_agreeWithDifferences() {
        for (LogDensity density : new LogDensity[] {GAUSSIAN, BANANA}) {
            double[] at = density.dimension() == 3 ? new double[] {1, -15, 0.4} : new double[] {0.7, -0.2};
            double[] numeric = FiniteDifference.gradient(density::value, at);
            for (int j = 0; j < at.length; j++) {
                assertEquals(numeric[j], density.gradient(at)[j], 1e-6 * (1 + Math.abs(numeric[j])));
            }
        }
    }

    @Test
    void emptyDensity_isRefused() {
        LogDensity empty = new LogDensity() {
            @Override
            public int dimension() {
                return 1;
            }

            @Override
            public double evaluate(double[] point, double[] gradient) {
                return Double.NEGATIVE_INFINITY;
            }
        };
        HamiltonianMonteCarlo sampler = new HamiltonianMonteCarlo(2, 100, 100, 1);
        assertThrows(IllegalArgumentException.class, () -> sampler.run(empty, new double[1], new double[] {1}));
        assertThrows(IllegalArgumentException.class, () -> new HamiltonianMonteCarlo(1, 100, 100, 1));
    }
}
