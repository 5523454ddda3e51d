package io.credence.family.law;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.student.StudentFull;
import io.credence.testkit.RandomArrays;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

class StudentQuantileTest {

    private static final double TOLERANCE = 1e-11;

    private final RandomArrays random = RandomArrays.of("quantiles");

    /** For one degree of freedom F(t) = ½ + arctan(t)/π; for two t = (2p − 1)√2/√(4p(1 − p)); both by the tail's p. */
    @Test
    void oneAndTwoDegreesOfFreedom_haveClosedForms() {
        for (double epsilon : random.uniforms(200, 0.01, 8.5)) {
            double p = new NormalDistribution().cumulativeProbability(-epsilon);
            double cauchy = 1 / Math.tan(Math.PI * p);
            assertClose("ν = 1", 1, StudentQuantile.of(1).at(epsilon) / cauchy, TOLERANCE);
            double two = (1 - 2 * p) * Math.sqrt(2) / Math.sqrt(4 * p * (1 - p));
            assertClose("ν = 2", 1, StudentQuantile.of(2).at(epsilon) / two, TOLERANCE);
            assertEquals(
                    -StudentQuantile.of(2).at(epsilon), StudentQuantile.of(2).at(-epsilon));
        }
        assertEquals(0, StudentQuantile.of(7).at(0));
    }

    @Test
    void tailProbability_isTheNormalNumbers() {
        for (double nu : new double[] {0.5, 1.5, 3, 5, 30, 1000}) {
            for (double epsilon : random.uniforms(50, 0.01, 8.5)) {
                double p = new NormalDistribution().cumulativeProbability(-epsilon);
                double t = StudentQuantile.of(nu).at(epsilon);
                double tail = 0.5 * Beta.regularizedBeta(nu / (nu + t * t), 0.5 * nu, 0.5);
                assertClose("ν = " + nu + ", ε = " + epsilon, 1, tail / p, TOLERANCE);
            }
        }
    }

    @Test
    void scale_isThatOfTheChiSquaredQuantile() {
        for (double nu : new double[] {0.5, 1, 3, 5, 30, 1000}) {
            for (double epsilon : random.uniforms(50, -8.5, 8.5)) {
                double scale = StudentFull.stretch(nu, epsilon);
                double x = 0.5 * nu / (scale * scale);
                double p = new NormalDistribution().cumulativeProbability(-Math.abs(epsilon));
                double tail = epsilon < 0 ? Gamma.regularizedGammaP(0.5 * nu, x) : Gamma.regularizedGammaQ(0.5 * nu, x);
                assertClose("ν = " + nu + ", ε = " + epsilon, 1, tail / p, 10 * TOLERANCE);
            }
        }
    }

    /** χ² of two degrees of freedom is −2 log of the upper tail's probability. */
    @Test
    void scaleOfTwoDegreesOfFreedom_hasAClosedForm() {
        for (double epsilon : random.uniforms(100, -8.5, 8.5)) {
            double upper = new NormalDistribution().cumulativeProbability(-epsilon);
            double lower = new NormalDistribution().cumulativeProbability(epsilon);
            double chiSquared = -2 * (epsilon > 0 ? Math.log(upper) : Math.log1p(-lower));
            assertClose("ε = " + epsilon, 1, StudentFull.stretch(2, epsilon) / Math.sqrt(2 / chiSquared), TOLERANCE);
        }
    }

    @Test
    void extremeNumbers_stayFiniteAndOrdered() {
        StudentQuantile quantile = StudentQuantile.of(3);
        assertTrue(quantile.at(13) > quantile.at(12.5) && quantile.at(12.5) > quantile.at(11));
        assertTrue(StudentFull.stretch(3, -13) > StudentFull.stretch(3, -11));
        assertTrue(StudentFull.stretch(3, 13) < StudentFull.stretch(3, 11) && StudentFull.stretch(3, 13) > 0);
    }
}
