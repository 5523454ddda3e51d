package io.credence.fit.fixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.MixturePosterior;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Mixtures of the largest weighted likelihood. */
class FixedWeightedDrawsTest {

    private static final DenseKernel KERNEL = Kernels.named("java");
    private static final int COUNT = 4000;

    /** Points of two Gaussians far apart, a third of the weight on the second: (0, 0) with unit sds, (8, 4) with sds 1 and 0.5. */
    private static FixedWeightedDraws two() {
        Random random = new Random(TestSeed.of("weighed points"));
        double[] points = new double[2 * COUNT];
        double[] shares = new double[COUNT];
        for (int s = 0; s < COUNT; s++) {
            boolean second = s % 2 == 1;
            points[2 * s] = (second ? 8 : 0) + random.nextGaussian();
            points[2 * s + 1] = (second ? 4 : 0) + (second ? 0.5 : 1) * random.nextGaussian();
            shares[s] = (second ? 1 : 2) * (0.5 + random.nextDouble());
        }
        double total = Arrays.stream(shares).sum();
        return new FixedWeightedDraws(
                points, Arrays.stream(shares).map(share -> share / total).toArray());
    }

    private static double[] mean(FixedWeightedDraws of) {
        double[] mean = new double[2];
        for (int s = 0; s < COUNT; s++) {
            mean[0] += of.weights()[s] * of.points()[2 * s];
            mean[1] += of.weights()[s] * of.points()[2 * s + 1];
        }
        return mean;
    }

    private static double likelihood(FixedWeightedDraws of, MixturePosterior q) {
        double sum = 0;
        for (int s = 0; s < COUNT; s++) {
            sum += of.weights()[s] * q.logDensity(Arrays.copyOfRange(of.points(), 2 * s, 2 * s + 2));
        }
        return sum;
    }

    private static MixturePosterior gaussian(FixedWeightedDraws of) {
        MixturePosterior one = of.gaussian(KERNEL);
        assertNotNull(one);
        return one;
    }

    @Test
    void gaussian_hasTheMomentsOfThePoints() {
        FixedWeightedDraws points = two();
        double[] mean = mean(points);
        double covariance = 0;
        for (int s = 0; s < COUNT; s++) {
            covariance +=
                    points.weights()[s] * (points.points()[2 * s] - mean[0]) * (points.points()[2 * s + 1] - mean[1]);
        }
        MixturePosterior one = gaussian(points);
        assertArrayEquals(mean, one.mean(), 1e-12);
        assertEquals(covariance, one.covariance()[1], 1e-10);
    }

    /** Each step raises the weighted likelihood and keeps the mean of the points; the two Gaussians are found. */
    @Test
    void climb_findsTheGaussians() {
        FixedWeightedDraws points = two();
        MixturePosterior q = points.withSplitComponents(KERNEL, gaussian(points));
        double before = Double.NEGATIVE_INFINITY;
        for (int step = 0; step < 30; step++) {
            q = points.expectationMaximised(KERNEL, q, 1);
            double here = likelihood(points, q);
            assertTrue(here >= before - 1e-12, "from " + before + " to " + here);
            assertArrayEquals(mean(points), q.mean(), 1e-10);
            before = here;
        }
        int second = q.components().get(0).mean()[0] > 4 ? 0 : 1;
        double error = 4 / Math.sqrt(COUNT / 2.0);
        assertEquals(1 / 3.0, q.weight(second), error);
        assertArrayEquals(new double[] {8, 4}, q.components().get(second).mean(), error);
        assertArrayEquals(new double[] {1, 0.5}, q.components().get(second).sd(), error);
        assertArrayEquals(new double[] {1, 1}, q.components().get(1 - second).sd(), error);
    }

    /** x is lognormal, y is not skew: the direction is that of x, one standard deviation long. */
    @Test
    void skewest_isTheDirectionOfTheTail() {
        Random random = new Random(TestSeed.of("skewest direction"));
        double[] points = new double[2 * COUNT];
        double[] shares = new double[COUNT];
        Arrays.fill(shares, 1.0 / COUNT);
        for (int s = 0; s < COUNT; s++) {
            points[2 * s] = Math.exp(random.nextGaussian());
            points[2 * s + 1] = random.nextGaussian();
        }
        FixedWeightedDraws skew = new FixedWeightedDraws(points, shares);
        MixturePosterior one = gaussian(skew);
        double[] direction = skew.skewnessDirections(KERNEL, one)[0];
        assertEquals(1, Math.abs(direction[0]) / one.sd()[0], 0.05);
        assertEquals(0, direction[1], 0.25);
    }

    @Test
    void severalParts_countByWhatTheyAreWorth() {
        FixedWeightedDraws sharp = new FixedWeightedDraws(new double[] {1, 2}, new double[] {0.5, 0.5});
        FixedWeightedDraws blunt =
                new FixedWeightedDraws(new double[] {3, 4, 5, 6}, new double[] {0.25, 0.25, 0.25, 0.25});
        FixedWeightedDraws both = FixedWeightedDraws.of(List.of(sharp, blunt));
        assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, both.points());
        double each = 1 / 6.0;
        assertArrayEquals(new double[] {each, each, each, each, each, each}, both.weights(), 1e-15);
        assertEquals(6, both.effectiveSampleSize(), 1e-12);
    }

    @Test
    void pointsOfNoWorth_haveNoGaussian() {
        assertEquals(null, new FixedWeightedDraws(new double[] {1, 2, 3, 4}, new double[] {0.5, 0.5}).gaussian(KERNEL));
    }
}
