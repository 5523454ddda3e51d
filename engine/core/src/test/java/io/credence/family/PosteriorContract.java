package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.choice.Families;
import io.credence.family.student.StudentFull;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What every posterior must do, against finite differences and large numbers of draws. */
public abstract class PosteriorContract {

    private static final int DRAWS = 10_000;
    private static final double FIRST_ORDER = 1e-7;

    private final RandomArrays random = RandomArrays.of("contract " + getClass().getSimpleName());

    /** Any member of two or three parameters, whose location and scale are of the order of 1. */
    public abstract Posterior any(RandomArrays random);

    /** Relative error that the member's own moments may have beside that of the test's draws. */
    public double momentError() {
        return 0;
    }

    /** Relative error of parameters that are made of others than those the member holds. */
    double parameterError() {
        return 0;
    }

    private int stratum(Posterior q) {
        double u = random.random().nextDouble();
        int k = 0;
        for (; k < q.stratumCount() - 1 && u > q.weight(k); k++) {
            u -= q.weight(k);
        }
        return k;
    }

    private double[] draw(Posterior q) {
        return q.draw(stratum(q), random.normals(q.noiseDimension()));
    }

    @Test
    void sizes_agree() {
        Posterior q = any(random);
        assertEquals(q.dimension(), q.mean().length);
        assertEquals(q.dimension(), q.sd().length);
        assertEquals(q.dimension(), draw(q).length);
        assertEquals(q.parameters().length, q.parameterCount());
        assertEquals(q.parameters().length, q.parameterScales().length);
        assertTrue(Arrays.stream(q.parameterScales()).allMatch(unit -> unit > 0));
        double sum = 0;
        for (int k = 0; k < q.stratumCount(); k++) {
            sum += q.weight(k);
        }
        assertClose("weights", 1, sum, 1e-14);
    }

    @Test
    void ownParameters_giveTheSamePosterior() {
        Posterior q = any(random);
        double[] theta = draw(q);
        Posterior same = q.with(q.parameters().clone());
        assertEquals(q.family(), same.family());
        assertClose("λ", q.parameters(), same.parameters(), parameterError());
        assertClose("log q", q.logDensity(theta), same.logDensity(theta), parameterError());
    }

    @Test
    void ownCoordinates_giveTheSamePosterior() {
        Posterior q = any(random);
        double[] theta = draw(q);
        Posterior same = q.withCoordinates(q.coordinates().clone());
        assertNotNull(same);
        assertArrayEquals(q.coordinates(), same.coordinates());
        assertEquals(q.logDensity(theta), same.logDensity(theta));
    }

    /** log q at θ less Σ log f_j at the factors' multiple of θ, and the same draws, multiplied. */
    @Test
    void rescaledPosterior_isThatOfTheMultiples() {
        Posterior q = any(random);
        double[] factors = random.uniforms(q.dimension(), 0.1, 9);
        Posterior rescaled = q.rescaled(factors);
        assertEquals(q.family(), rescaled.family());
        double logs = Arrays.stream(factors).map(Math::log).sum();
        for (int i = 0; i < 5; i++) {
            int stratum = stratum(q);
            double[] standard = random.normals(q.noiseDimension());
            double[] theta = q.draw(stratum, standard);
            double[] multiple = theta.clone();
            Arrays.setAll(multiple, j -> factors[j] * theta[j]);
            assertClose("θ", multiple, rescaled.draw(stratum, standard), 1e-12);
            assertClose("log q", q.logDensity(theta) - logs, rescaled.logDensity(multiple), 1e-11);
        }
        for (int j = 0; j < factors.length; j++) {
            assertClose("mean", factors[j] * q.mean()[j], rescaled.mean()[j], 1e-12);
            assertClose("sd", factors[j] * q.sd()[j], rescaled.sd()[j], 1e-12);
        }
        factors[0] = 0;
        assertThrows(IllegalArgumentException.class, () -> q.rescaled(factors));
        assertThrows(IllegalArgumentException.class, () -> q.rescaled(Arrays.copyOf(factors, factors.length + 1)));
    }

    @Test
    void wrongParameters_areRefused() {
        Posterior q = any(random);
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
        Posterior q = any(random);
        Posterior read = Serialised.copy(q);
        double[] standard = random.normals(q.noiseDimension());
        double[] theta = q.draw(0, standard);
        assertEquals(q.family(), read.family());
        assertArrayEquals(q.parameters(), read.parameters());
        assertArrayEquals(q.covariance(), read.covariance());
        assertArrayEquals(theta, read.draw(0, standard));
        assertArrayEquals(q.mean(), read.mean());
        assertArrayEquals(q.sd(), read.sd());
        assertEquals(q.logDensity(theta), read.logDensity(theta));
    }

    @Test
    void describedPosterior_isRebuiltToTheSameBits() {
        Posterior q = any(random);
        Posterior read = Families.ALL
                .named(q.family())
                .rebuildPosterior(
                        FamilyParameters.fromTree(q.toFamilyParameters().toTree()), Families.ALL);
        assertEquals(q.family(), read.family());
        assertArrayEquals(q.parameters(), read.parameters());
        for (int k = 0; k < q.stratumCount(); k++) {
            double[] standard = random.normals(q.noiseDimension());
            double[] theta = q.draw(k, standard);
            assertArrayEquals(theta, read.draw(k, standard));
            assertEquals(q.logDensity(theta), read.logDensity(theta));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> Families.ALL.named(q.family()).rebuildPosterior(FamilyParameters.NONE, Families.ALL));
    }

    @Test
    void gradients_areThoseOfTheLogDensity() {
        Posterior q = any(random);
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
        Posterior q = any(random);
        for (int k = 0; k < q.stratumCount(); k++) {
            int stratum = k;
            double[] standard = random.normals(q.noiseDimension());
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
        Posterior q = any(random);
        double[] units = q.parameterScales();
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
        Posterior q = any(random);
        double[] weights = random.normals(q.stratumCount());
        double[] gradient = new double[q.parameters().length];
        q.addWeightGradient(weights, gradient);
        double[] expected = FiniteDifference.gradient(
                lambda -> {
                    Posterior moved = q.with(lambda);
                    double sum = 0;
                    for (int k = 0; k < weights.length; k++) {
                        sum += weights[k] * moved.weight(k);
                    }
                    return sum;
                },
                q.parameters());
        assertClose("weights", expected, gradient, FIRST_ORDER);
    }

    /** By draws of Student's t with one degree of freedom around draws of q, so that no tail is missed. */
    @Test
    void density_integratesToOne() {
        Posterior q = any(random);
        int d = q.dimension();
        StudentFull cauchy = StudentFull.around(1, location(q), filled(d, 3));
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
        Posterior q = any(random);
        int d = q.dimension();
        for (double shift : new double[] {-0.3, 0, 0.4}) {
            double[] centre = location(q);
            Arrays.setAll(centre, j -> centre[j] + shift);
            DiagonalGaussian narrow = DiagonalGaussian.around(centre, filled(d, 0.3));
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
        Posterior q = any(random);
        double[][] scores = new double[DRAWS][q.parameters().length];
        for (double[] score : scores) {
            q.addScore(draw(q), 1, score);
        }
        MonteCarlo.assertWithin4StandardErrors("E score", new double[scores[0].length], scores);
    }

    @Test
    void moments_areThoseOfTheDraws() {
        Posterior q = any(random);
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

    @Test
    void covariance_isThatOfTheDraws() {
        Posterior q = any(random);
        int d = q.dimension();
        double[] covariance = q.covariance();
        boolean diagonal = covariance.length == d;
        double[] sd = q.sd();
        double[][] draws = new double[DRAWS][];
        Arrays.setAll(draws, s -> draw(q));
        for (int i = 0; i < d; i++) {
            assertClose("variance", sd[i] * sd[i], covariance[diagonal ? i : i * d + i], 1e-11);
            for (int j = 0; j < i; j++) {
                double expected = diagonal ? 0 : covariance[i * d + j];
                assertEquals(expected, diagonal ? 0 : covariance[j * d + i]);
                double[] products = new double[DRAWS];
                for (int s = 0; s < DRAWS; s++) {
                    products[s] = (draws[s][i] - q.mean()[i]) * (draws[s][j] - q.mean()[j]);
                }
                assertMean("covariance", expected, sd[i] * sd[j], products);
            }
        }
    }

    private void assertMean(String what, double expected, double size, double[] values) {
        double allowed = 4 * MonteCarlo.standardError(values) + momentError() * size;
        assertTrue(
                Math.abs(MonteCarlo.mean(values) - expected) <= allowed,
                () -> what + " must be " + expected + " within " + allowed + " but was " + MonteCarlo.mean(values)
                        + "; " + TestSeed.replay());
    }

    private double[] location(Posterior q) {
        return q.draw(0, new double[q.noiseDimension()]);
    }

    static double[] filled(int length, double value) {
        double[] filled = new double[length];
        Arrays.fill(filled, value);
        return filled;
    }
}
