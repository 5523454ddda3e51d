package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Serialised;
import io.credence.prior.CoefficientPriors.LaplaceDensity;
import io.credence.prior.CoefficientPriors.ScaleMixturePrior;
import io.credence.prior.CoefficientPriors.ShrinkageStudent;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Priors whose scales are parameters of their own. */
class ScaleMixturePriorTest {

    private static ScaleMixturePrior one(int size, double mean, double scale, ScaleLaw law) {
        return new ScaleMixturePrior("any", ShrinkageBlocks.of(size, List.of(), List.of(size)), mean, scale, 1, law);
    }

    static Stream<ScaleMixturePrior> priors() {
        ShrinkageBlocks single = ShrinkageBlocks.of(5, List.of(0), List.of());
        ShrinkageBlocks groups = ShrinkageBlocks.of(5, List.of(2), List.of(1, 3));
        return Stream.of(
                new ScaleMixturePrior("laplace", single, 0.2, 1.5, 2, new ScaleLaw.Laplace()),
                new ScaleMixturePrior("laplace", groups, 0, 1.5, 2, new ScaleLaw.Laplace()),
                new ScaleMixturePrior("student-t", groups, -1, 0.5, 2, new ScaleLaw.Student(3)),
                new ScaleMixturePrior("horseshoe", single, 0, 0.1, 2, new ScaleLaw.Horseshoe()),
                new ScaleMixturePrior("horseshoe", groups, 0.4, 0.1, 2, new ScaleLaw.Horseshoe()));
    }

    private static double logDensity(CoefficientPrior prior, double[] xi) {
        GaussianPrior normal = prior.normalPrior();
        int counted = normal.dimension() - normal.flatCount();
        return 0.5 * (normal.logDeterminantPrecision() - counted * Math.log(2 * Math.PI))
                - normal.halfSquaredDistance(xi)
                + (prior.term() == null ? 0 : prior.term().logDensity(xi));
    }

    /** The joint density of θ and the scales, with ∂z/∂θ taken from the pullback. */
    private static double density(ScaleMixturePrior prior, double[] theta, double... logScales) {
        int d = theta.length;
        double[] xi = new double[prior.parameterCount()];
        System.arraycopy(logScales, 0, xi, d, logScales.length);
        double[] centre = new double[d];
        prior.nonCentredMap().writeCoefficients(xi, centre);
        double[] slopes = new double[prior.parameterCount()];
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        prior.nonCentredMap().addPullback(xi, ones, 0, slopes, 0);
        double logJacobian = 0;
        for (int j = 0; j < d; j++) {
            xi[j] = (theta[j] - centre[j]) / slopes[j];
            logJacobian -= Math.log(slopes[j]);
        }
        return Math.exp(logDensity(prior, xi) + logJacobian);
    }

    private static double implied(ScaleMixturePrior prior, double... theta) {
        return LineIntegral.smooth(s -> density(prior, theta, s));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-3, -0.2, 0.55, 4})
    void laplace_impliesTheCentredDensity(double theta) {
        assertClose(
                "density",
                Math.exp(new LaplaceDensity(0.5, 0.8).logDensity(theta)),
                implied(one(1, 0.5, 0.8, new ScaleLaw.Laplace()), theta),
                1e-10);
    }

    @ParameterizedTest
    @CsvSource({"1, -3", "1, 0.2", "4, 0.5", "4, 6", "30, 1"})
    void student_impliesTheCentredDensity(double degreesOfFreedom, double theta) {
        assertClose(
                "density",
                Math.exp(new StudentDensity(degreesOfFreedom, 0.5, 0.8).logDensity(theta)),
                implied(one(1, 0.5, 0.8, new ScaleLaw.Student(degreesOfFreedom)), theta),
                1e-10);
    }

    @Test
    void groups_implyTheCentredDensities() {
        double[] theta = {0.3, -1.2, 0.9};
        int[] at = {0, 1, 2};
        assertClose(
                "laplace",
                Math.exp(new ShrinkageLaplace(at, 0.1, 0.7).logDensity(theta)),
                implied(one(3, 0.1, 0.7, new ScaleLaw.Laplace()), theta),
                1e-10);
        assertClose(
                "student",
                Math.exp(new ShrinkageStudent(at, 3, 0.1, 0.7).logDensity(theta)),
                implied(one(3, 0.1, 0.7, new ScaleLaw.Student(3)), theta),
                1e-10);
    }

    /**
     * Carvalho, Polson and Scott's density at a known global scale, (2π³)^{−½} exp(θ²/2) E₁(θ²/2), by the e1 of mpmath at 25
     * digits.
     */
    @ParameterizedTest
    @CsvSource({
        "0.1, 0.603162253163502",
        "0.5, 0.233603531723857",
        "1, 0.117197903397524",
        "3, 0.0237011060742413",
        "10, 0.00249086929742566"
    })
    void horseshoeAtAKnownGlobalScale_isItsIntegral(double theta, double expected) {
        DoubleUnaryOperator law =
                s -> Math.exp(new ScaleLaw.Horseshoe().localScaleDensity(1).logDensity(s));
        double density =
                LineIntegral.smooth(s -> law.applyAsDouble(s) * new NormalDistribution(0, Math.exp(s)).density(theta));
        assertClose("density", expected, density, 1e-12);
    }

    /** The sum of two logarithms of standard half-Cauchy numbers has the density (2/π²) u / sinh u. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.3, -2})
    void horseshoe_impliesItsIntegral(double theta) {
        ScaleMixturePrior prior = one(1, 0, 0.4, new ScaleLaw.Horseshoe());
        double step = 0.25;
        double actual = 0;
        for (double s = -32; s < 32; s += step) {
            for (double t = -32; t < 32; t += step) {
                actual += step * step * density(prior, new double[] {theta}, s, t);
            }
        }
        double expected = LineIntegral.smooth(u -> 2
                / (Math.PI * Math.PI)
                * (u == 0 ? 1 : u / Math.sinh(u))
                * new NormalDistribution(0, 0.4 * Math.exp(u)).density(theta));
        assertClose("density", expected, actual, 1e-8);
    }

    @ParameterizedTest
    @MethodSource("priors")
    void pullback_isTheTransposedJacobian(ScaleMixturePrior prior) {
        RandomArrays random = RandomArrays.of("mixture");
        double[] xi = random.normals(prior.parameterCount());
        double[] slopes = random.normals(5 + 2);
        double[] gradient = random.normals(prior.parameterCount() + 1);
        double[] expected = FiniteDifference.gradient(
                x -> {
                    double[] theta = new double[5];
                    prior.nonCentredMap().writeCoefficients(x, theta);
                    double sum = 0;
                    for (int j = 0; j < 5; j++) {
                        sum += slopes[2 + j] * theta[j];
                    }
                    return sum;
                },
                xi);
        for (int j = 0; j < expected.length; j++) {
            expected[j] += gradient[1 + j];
        }
        prior.nonCentredMap().addPullback(xi, slopes, 2, gradient, 1);
        assertClose("gradient", expected, Arrays.copyOfRange(gradient, 1, gradient.length), 1e-8);
    }

    @ParameterizedTest
    @MethodSource("priors")
    void plainCoefficient_isItself(ScaleMixturePrior prior) {
        double[] xi = RandomArrays.of("plain").normals(prior.parameterCount());
        double[] theta = new double[5];
        prior.nonCentredMap().writeCoefficients(xi, theta);
        for (int j : prior.shrinkageBlocks().plainIndices()) {
            assertEquals(xi[j], theta[j]);
            assertEquals(prior.mean(), prior.normalPrior().mean()[j]);
            assertEquals(0.25, prior.normalPrior().precision()[j]);
        }
    }

    @ParameterizedTest
    @MethodSource("priors")
    void prior_isWhatItWas_afterItWasWrittenAndRead(ScaleMixturePrior prior) {
        double[] xi = RandomArrays.of("copy").normals(prior.parameterCount());
        assertEquals(logDensity(prior, xi), logDensity(Serialised.copy(prior), xi));
    }

    @Test
    void groupsOfDifferentSizes_haveTheirOwnLaws() {
        ScaleMixturePrior prior = new ScaleMixturePrior(
                "laplace", ShrinkageBlocks.of(7, List.of(), List.of(1, 1, 3, 2)), 0, 1, 1, new ScaleLaw.Laplace());
        double[] xi = RandomArrays.of("sizes").normals(prior.parameterCount());
        ScaleLaw law = prior.scaleLaw();
        double expected = law.localScaleDensity(1).logDensity(xi[7])
                + law.localScaleDensity(1).logDensity(xi[8])
                + law.localScaleDensity(3).logDensity(xi[9])
                + law.localScaleDensity(2).logDensity(xi[10]);
        assertClose("term", expected, prior.term().logDensity(xi), 1e-14);
        assertArrayEquals(
                new double[] {1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0},
                prior.normalPrior().precision());
    }

    @ParameterizedTest
    @MethodSource("priors")
    void factorsAroundCoefficients_haveThemAtTheirMeans(ScaleMixturePrior prior) {
        checkAround(prior.nonCentredMap());
        checkAround(prior.nonCentredMap().inUnits(new double[] {3, 0.1, 20, 1, 5}));
    }

    private static void checkAround(NonCentredMap map) {
        double[] theta = RandomArrays.of("around").normals(5);
        double[] sd = {0.1, 0.5, 1, 2, 0.3};
        GaussianPrior around = map.initialFactors(theta, sd);
        double[] back = new double[5];
        map.writeCoefficients(around.mean(), back);
        double[] wider = around.mean().clone();
        double[] moved = new double[5];
        for (int j = 0; j < 5; j++) {
            assertEquals(theta[j], back[j], 1e-12);
            wider[j] += 1 / Math.sqrt(around.precision()[j]);
        }
        map.writeCoefficients(wider, moved);
        for (int j = 0; j < 5; j++) {
            assertEquals(theta[j] + sd[j], moved[j], 1e-12);
        }
        assertTrue(Arrays.stream(around.precision()).allMatch(p -> p > 0 && Double.isFinite(p)));
    }
}
