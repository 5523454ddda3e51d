package io.credence.family;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Naive;
import io.credence.RandomArrays;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What every reparameterised posterior must do, against finite differences and large numbers of draws. */
abstract class ReparameterizedPosteriorContract {

    private static final int DRAWS = 10_000;
    private static final double FIRST_ORDER = 1e-7;

    private final RandomArrays random = RandomArrays.of("contract " + getClass().getSimpleName());

    /** Any member of two or three parameters, whose location and scale are of the order of 1. */
    abstract ReparameterizedPosterior any(RandomArrays random);

    /** Relative error that the member's own moments may have beside that of the test's draws. */
    double momentError() {
        return 0;
    }

    private int stratum(ReparameterizedPosterior q) {
        double u = random.random().nextDouble();
        int k = 0;
        for (; k < q.strata() - 1 && u > q.weight(k); k++) {
            u -= q.weight(k);
        }
        return k;
    }

    private double[] draw(ReparameterizedPosterior q) {
        return q.draw(stratum(q), random.normals(q.noise()));
    }

    @Test
    void sizes_agree() {
        ReparameterizedPosterior q = any(random);
        assertEquals(q.dimension(), q.mean().length);
        assertEquals(q.dimension(), q.sd().length);
        assertEquals(q.dimension(), draw(q).length);
        assertEquals(q.parameters().length, q.units().length);
        assertTrue(Arrays.stream(q.units()).allMatch(unit -> unit > 0));
        double sum = 0;
        for (int k = 0; k < q.strata(); k++) {
            sum += q.weight(k);
        }
        assertClose("weights", 1, sum, 1e-14);
    }

    @Test
    void ownParameters_giveTheSamePosterior() {
        ReparameterizedPosterior q = any(random);
        double[] theta = draw(q);
        ReparameterizedPosterior same = q.with(q.parameters().clone());
        assertEquals(q.family(), same.family());
        assertArrayEquals(q.parameters(), same.parameters());
        assertEquals(q.logDensity(theta), same.logDensity(theta));
    }

    @Test
    void wrongParameters_areRefused() {
        ReparameterizedPosterior q = any(random);
        double[] longer = Arrays.copyOf(q.parameters(), q.parameters().length + 1);
        assertThrows(IllegalArgumentException.class, () -> q.with(longer));
        double[] broken = q.parameters().clone();
        broken[broken.length - 1] = Double.NaN;
        String message = assertThrows(IllegalArgumentException.class, () -> q.with(broken))
                .getMessage();
        assertTrue(message.contains("NaN"), message);
    }

    @Test
    void savedPosterior_isTheSameToTheBit() {
        ReparameterizedPosterior q = any(random);
        ReparameterizedPosterior read = Serialised.copy(q);
        double[] standard = random.normals(q.noise());
        double[] theta = q.draw(0, standard);
        assertArrayEquals(q.parameters(), read.parameters());
        assertArrayEquals(theta, read.draw(0, standard));
        assertArrayEquals(q.mean(), read.mean());
        assertArrayEquals(q.sd(), read.sd());
        assertEquals(q.logDensity(theta), read.logDensity(theta));
    }

    @Test
    void gradients_areThoseOfTheLogDensity() {
        ReparameterizedPosterior q = any(random);
        for (int i = 0; i < 5; i++) {
            double[] theta = draw(q);
            double[] gradient = new double[q.dimension()];
            q.addLogDensityGradient(theta, 0.5, gradient);
            q.addLogDensityGradient(theta, 0.5, gradient);
            assertClose("∇_θ", FiniteDifference.gradient(q::logDensity, theta), gradient, FIRST_ORDER);
            double[] score = new double[q.parameters().length];
            q.addScore(theta, 2, score);
            q.addScore(theta, -1, score);
            double[] expected =
                    FiniteDifference.gradient(lambda -> q.with(lambda).logDensity(theta), q.parameters());
            assertClose("∇_λ", expected, score, FIRST_ORDER);
        }
    }

    @Test
    void pullback_isTheTransposedJacobianOfADraw() {
        ReparameterizedPosterior q = any(random);
        for (int k = 0; k < q.strata(); k++) {
            int stratum = k;
            double[] standard = random.normals(q.noise());
            double[] gradient = random.normals(q.dimension());
            double[] pulled = new double[q.parameters().length];
            double[] given = gradient.clone();
            q.addPullback(stratum, standard, given, pulled);
            assertArrayEquals(gradient, given);
            double[] expected = FiniteDifference.gradient(
                    lambda -> Naive.dot(gradient, q.with(lambda).draw(stratum, standard)), q.parameters());
            assertClose("pullback", expected, pulled, FIRST_ORDER);
        }
    }

    @Test
    void informationInUnits_isOfTheOrderOfOne() {
        ReparameterizedPosterior q = any(random);
        double[] units = q.units();
        double[] squares = new double[units.length];
        for (int s = 0; s < 500; s++) {
            double[] score = new double[units.length];
            q.addScore(draw(q), 1, score);
            for (int i = 0; i < units.length; i++) {
                squares[i] += score[i] * units[i] * score[i] * units[i] / 500;
            }
        }
        for (int i = 0; i < units.length; i++) {
            assertTrue(squares[i] < 100, "Fisher information of parameter " + i + " in its units: " + squares[i]);
        }
    }

    @Test
    void weightGradient_isThatOfTheWeights() {
        ReparameterizedPosterior q = any(random);
        double[] heights = random.normals(q.strata());
        double[] gradient = new double[q.parameters().length];
        q.addWeightGradient(heights, gradient);
        double[] expected = FiniteDifference.gradient(
                lambda -> {
                    ReparameterizedPosterior moved = q.with(lambda);
                    double sum = 0;
                    for (int k = 0; k < heights.length; k++) {
                        sum += heights[k] * moved.weight(k);
                    }
                    return sum;
                },
                q.parameters());
        assertClose("weights", expected, gradient, FIRST_ORDER);
    }

    /** By draws of Student's t with one degree of freedom around draws of q, so that no tail is missed. */
    @Test
    void density_integratesToOne() {
        ReparameterizedPosterior q = any(random);
        int d = q.dimension();
        FullRankPosterior cauchy = FullRankPosterior.around(1, location(q), filled(d, 3));
        double[] ratios = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            double[] theta = cauchy.draw(0, random.normals(d + 1));
            ratios[s] = Math.exp(q.logDensity(theta) - cauchy.logDensity(theta));
        }
        MonteCarlo.assertWithin4StandardErrors("∫q", 1, ratios);
    }

    /** ∫g of a narrow density g, by draws of q: their density is q wherever g is not small. */
    @Test
    void draws_followTheDensity() {
        ReparameterizedPosterior q = any(random);
        int d = q.dimension();
        for (double shift : new double[] {-0.3, 0, 0.4}) {
            double[] centre = location(q);
            Arrays.setAll(centre, j -> centre[j] + shift);
            MeanFieldPosterior narrow = MeanFieldPosterior.around(Double.POSITIVE_INFINITY, centre, filled(d, 0.3));
            double[] ratios = new double[DRAWS];
            for (int s = 0; s < DRAWS; s++) {
                double[] theta = draw(q);
                ratios[s] = Math.exp(narrow.logDensity(theta) - q.logDensity(theta));
            }
            MonteCarlo.assertWithin4StandardErrors("∫g", 1, ratios);
        }
    }

    @Test
    void expectedScore_isZero() {
        ReparameterizedPosterior q = any(random);
        double[][] scores = new double[DRAWS][q.parameters().length];
        for (double[] score : scores) {
            q.addScore(draw(q), 1, score);
        }
        MonteCarlo.assertWithin4StandardErrors("E score", new double[scores[0].length], scores);
    }

    @Test
    void moments_areThoseOfTheDraws() {
        ReparameterizedPosterior q = any(random);
        double[] mean = q.mean();
        double[] sd = q.sd();
        double[][] draws = new double[DRAWS][];
        Arrays.setAll(draws, s -> draw(q));
        for (int j = 0; j < q.dimension(); j++) {
            double[] values = new double[DRAWS];
            double[] squares = new double[DRAWS];
            for (int s = 0; s < DRAWS; s++) {
                values[s] = draws[s][j] - mean[j];
                squares[s] = values[s] * values[s];
            }
            assertMean("mean", 0, sd[j], values);
            assertMean("variance", sd[j] * sd[j], sd[j] * sd[j], squares);
        }
    }

    private void assertMean(String what, double expected, double size, double[] values) {
        double allowed = 4 * MonteCarlo.standardError(values) + momentError() * size;
        assertTrue(
                Math.abs(MonteCarlo.mean(values) - expected) <= allowed,
                () -> what + " must be " + expected + " within " + allowed + " but was " + MonteCarlo.mean(values)
                        + "; " + TestSeed.replay());
    }

    private double[] location(ReparameterizedPosterior q) {
        return q.draw(0, new double[q.noise()]);
    }

    static double[] filled(int length, double value) {
        double[] filled = new double[length];
        Arrays.fill(filled, value);
        return filled;
    }
}
