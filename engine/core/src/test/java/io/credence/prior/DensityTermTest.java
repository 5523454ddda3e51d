package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.Serialised;
import io.credence.prior.CoefficientPriors.LaplaceDensity;
import io.credence.prior.CoefficientPriors.ShrinkageStudent;
import io.credence.prior.PriorInUnits.ScaledTerm;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
                new ConjugatePrior(new GaussianPrior(new double[] {0, 1, -1, 0.5, 2}, new double[] {1, 0.1, 4, 2, 0.5}))
                        .term(),
                IndependentTerm.of(1, 4, new LaplaceDensity(0.2, 1.5)),
                new IndependentTerm(new int[] {5, 0, 2}, new StudentDensity(3, -1, 2)),
                new ShrinkageLaplace(new int[] {1, 3, 4}, 0.1, 0.7),
                new ShrinkageStudent(new int[] {0, 2}, 4, 0.3, 1.2),
                new ScaledTerm(
                        new ShrinkageStudent(new int[] {0, 2, 5}, 4, 0.3, 1.2), 0.3, new double[] {0.1, 3, 7}, 0.5),
                new PriorTerms(List.of(
                        IndependentTerm.of(0, 2, new LogHalfCauchy(2)),
                        new ShrinkageLaplace(new int[] {3, 4, 5}, 0, 1))));
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
                new ShrinkageLaplace(new int[] {1, 2}, 0.4, 0.7));
        DensityTerm term = new PriorInUnits(plain, 0.4, new double[] {99, 3, 3}).term();
        double[] theta = {5, 1, -2, 8};
        assertClose(
                "scale",
                new ShrinkageLaplace(new int[] {1, 2}, 0.4, 2.1).logDensity(theta),
                term.logDensity(theta),
                1e-14);
    }

    /** The mass of a density of the distance from a centre, by shells: surface 2, 2πr and 4πr². */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void groupDensities_integrateToOne(int size) {
        int[] at = IntStream.range(0, size).toArray();
        double[] surface = {1, Math.PI, 2 * Math.PI};
        for (DensityTerm term : List.of(new ShrinkageLaplace(at, 0.4, 1.3), new ShrinkageStudent(at, 2.5, 0.4, 0.6))) {
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
                new ShrinkageLaplace(at, 0.3, 2).logDensity(theta),
                1e-14);
        assertClose(
                "student",
                new StudentDensity(5, 0.3, 2).logDensity(1.7),
                new ShrinkageStudent(at, 5, 0.3, 2).logDensity(theta),
                1e-14);
    }

    @Test
    void gradientOfAGroupAtItsCentre_isZero() {
        double[] gradient = new double[2];
        new ShrinkageLaplace(new int[] {0, 1}, 0.5, 1).addGradient(new double[] {0.5, 0.5}, gradient);
        assertArrayEquals(new double[2], gradient);
    }
}
