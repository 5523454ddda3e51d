package io.credence.prior;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.RandomArrays;
import io.credence.family.Serialised;
import io.credence.testkit.FiniteDifference;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Log densities of several parameters. */
class DensityTermTest {

    private static final int PARAMETERS = 6;

    static Stream<DensityTerm> terms() {
        return Stream.of(
                new LogInverseGamma(3, 2, 0.4),
                IndependentTerm.of(1, 4, new LaplaceDensity(0.2, 1.5)),
                new IndependentTerm(new int[] {5, 0, 2}, new StudentDensity(3, -1, 2)),
                new GroupLaplace(new int[] {1, 3, 4}, 0.1, 0.7),
                new GroupStudent(new int[] {0, 2}, 4, 0.3, 1.2),
                new TermInUnits(new GroupStudent(new int[] {0, 2, 5}, 4, 0.3, 1.2), 0.3, new double[] {0.1, 3, 7}, 0.5),
                new DirichletTerm(1, new double[] {0.5, 3, 1, 2.2}),
                new PriorTerms(List.of(
                        IndependentTerm.of(0, 2, new LogHalfCauchy(2)),
                        new DirichletTerm(2, new double[] {1, 4}),
                        new GroupLaplace(new int[] {3, 4, 5}, 0, 1))));
    }

    @ParameterizedTest
    @MethodSource("terms")
    void gradient_isThatOfTheLogDensityAndIsAdded(DensityTerm term) {
        RandomArrays random = RandomArrays.of("terms");
        for (int trial = 0; trial < 10; trial++) {
            double[] theta = random.normals(PARAMETERS);
            double[] start = random.normals(PARAMETERS);
            double[] gradient = start.clone();
            term.addGradient(theta, gradient);
            double[] expected = FiniteDifference.gradient(term::logDensity, theta);
            for (int j = 0; j < PARAMETERS; j++) {
                expected[j] += start[j];
            }
            assertClose(term.toString(), expected, gradient, 1e-7);
        }
    }

    @ParameterizedTest
    @MethodSource("terms")
    void term_isWhatItWas_afterItWasWrittenAndRead(DensityTerm term) {
        double[] theta = RandomArrays.of("terms").normals(PARAMETERS);
        assertEquals(term.logDensity(theta), Serialised.copy(term).logDensity(theta));
    }

    @Test
    void independentTerm_isTheSumOfItsDensities() {
        double[] theta = {0.5, -2, 3};
        StudentDensity density = new StudentDensity(3, 0, 1);
        assertClose(
                "sum",
                density.logDensity(0.5) + density.logDensity(3),
                new IndependentTerm(new int[] {0, 2}, density).logDensity(theta),
                1e-14);
    }

    /** A density of the scale 0.7 in units of 3 has the scale 2.1, whatever is in the term or behind the coefficients. */
    @Test
    void unitsOfCoefficients_multiplyTheirScales() {
        CoefficientPrior plain = new CentredPrior(
                "laplace",
                new GaussianPrior(new double[3], new double[] {1, 0, 0}),
                new GroupLaplace(new int[] {1, 2}, 0.4, 0.7));
        DensityTerm term = new PriorInUnits(plain, 0.4, new double[] {99, 3, 3}).term();
        double[] theta = {5, 1, -2, 8};
        assertClose(
                "scale", new GroupLaplace(new int[] {1, 2}, 0.4, 2.1).logDensity(theta), term.logDensity(theta), 1e-14);
    }

    /** The mass of a density of the distance from a centre, by shells: surface 2, 2πr and 4πr². */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void groupDensities_integrateToOne(int size) {
        int[] at = IntStream.range(0, size).toArray();
        double[] surface = {1, Math.PI, 2 * Math.PI};
        for (DensityTerm term : List.of(new GroupLaplace(at, 0.4, 1.3), new GroupStudent(at, 2.5, 0.4, 0.6))) {
            double mass = LineIntegral.of(0, r -> {
                double[] theta = new double[size];
                Arrays.fill(theta, 0.4);
                theta[0] += r;
                return surface[size - 1] * Math.pow(Math.abs(r), size - 1) * Math.exp(term.logDensity(theta));
            });
            assertClose("mass of " + term, 1, mass, 1e-10);
        }
    }

    @Test
    void groupOfOne_isTheScalarDensity() {
        double[] theta = {1.7};
        int[] at = {0};
        assertClose(
                "laplace",
                new LaplaceDensity(0.3, 2).logDensity(1.7),
                new GroupLaplace(at, 0.3, 2).logDensity(theta),
                1e-14);
        assertClose(
                "student",
                new StudentDensity(5, 0.3, 2).logDensity(1.7),
                new GroupStudent(at, 5, 0.3, 2).logDensity(theta),
                1e-14);
    }

    @Test
    void gradientOfAGroupAtItsCentre_isZero() {
        double[] gradient = new double[2];
        new GroupLaplace(new int[] {0, 1}, 0.5, 1).addGradient(new double[] {0.5, 0.5}, gradient);
        assertArrayEquals(new double[2], gradient);
    }

    /** Two shares: the first is a beta variable, the logistic function of the parameter. */
    @Test
    void dirichletOfTwo_isABetaDensity() {
        DirichletTerm term = new DirichletTerm(0, new double[] {0.7, 2.4});
        for (double u : new double[] {-4, -0.5, 0, 2, 6}) {
            double share = 1 / (1 + Math.exp(-u));
            double expected = new BetaDistribution(null, 0.7, 2.4).logDensity(share) + Math.log(share * (1 - share));
            assertClose("log density", expected, term.logDensity(new double[] {u}), 1e-11);
        }
    }

    @Test
    void dirichletOfThree_integratesToOne() {
        DirichletTerm term = new DirichletTerm(0, new double[] {0.8, 2, 1.3});
        double mass = 0;
        double step = 0.25;
        for (double u = -45; u < 45; u += step) {
            for (double v = -45; v < 45; v += step) {
                mass += step * step * Math.exp(term.logDensity(new double[] {u, v}));
            }
        }
        assertClose("mass", 1, mass, 1e-10);
    }

    @Test
    void dirichletFarOut_hasAFiniteGradient() {
        double[] gradient = new double[2];
        double[] theta = {-900, 900};
        DirichletTerm term = new DirichletTerm(0, new double[] {0.8, 2, 1.3});
        term.addGradient(theta, gradient);
        assertTrue(Double.isFinite(term.logDensity(theta)));
        assertTrue(Double.isFinite(gradient[0]) && Double.isFinite(gradient[1]));
    }

    @Test
    void dirichletWithoutTwoPositiveConcentrations_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new DirichletTerm(0, new double[] {1}));
        assertThrows(IllegalArgumentException.class, () -> new DirichletTerm(0, new double[] {1, 0}));
    }
}
