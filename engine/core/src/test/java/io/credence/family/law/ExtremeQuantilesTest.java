package io.credence.family.law;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior.InverseGamma;
import io.credence.family.student.StudentFull;
import io.credence.linalg.NormalTail;
import java.lang.reflect.Proxy;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

/** Quantiles at the ends of what parameters can be, with a bound on what they evaluate. */
class ExtremeQuantilesTest {

    private static final double[] SHAPES = {
        1e-15, 1e-12, 1e-6, 1e-3, 0.1, 1, 10, 1e3, 1e5, 1e6, 1e9, 1e12, 1e15, 1.8e17, 1e18
    };
    private static final double[] NORMALS = {-38, -20, -8, -3, -1.5, -0.3, 0, 0.2, 1, 2, 5, 8, 20, 38};
    /** Some fifty intervals, each begun in a few steps of 128 or 192 points. */
    private static final int MOST_EVALUATIONS = 200_000;

    private static int evaluations;

    /** A law that counts what is evaluated of it. */
    private static ScalarLaw counted(ScalarLaw law) {
        evaluations = 0;
        return (ScalarLaw) Proxy.newProxyInstance(
                ScalarLaw.class.getClassLoader(), new Class<?>[] {ScalarLaw.class}, (proxy, method, arguments) -> {
                    evaluations += method.getName().equals("statisticsFromMode") ? 1 : 0;
                    return method.invoke(law, arguments);
                });
    }

    private static void assertOrdered(ScalarLaw law) {
        ScalarQuantile quantile = new ScalarQuantile(counted(law));
        double before = Double.NEGATIVE_INFINITY;
        for (double epsilon : NORMALS) {
            double z = quantile.at(epsilon);
            assertTrue(Double.isFinite(z) && z > before, law + " at " + epsilon + ": " + z + " after " + before);
            before = z;
        }
        assertTrue(evaluations < MOST_EVALUATIONS, law + ": " + evaluations + " evaluations");
    }

    @Test
    void quantiles_areFiniteAndOrderedAtABoundedCost() {
        for (double a : SHAPES) {
            assertOrdered(new LogGammaLaw(a, 3));
            for (double b : new double[] {1e-12, 0.1, 1e3, 1e15}) {
                assertOrdered(new LogitBetaLaw(a, b));
            }
        }
    }

    /** Cube roots of large shapes are all but normal (Wilson and Hilferty); of small ones the lower tail is its leading term. */
    @Test
    void inverseGamma_agreesWithFormulasForSmallAndLargeShapes() {
        for (double shape : new double[] {1e4, 1e6, 5e9, 8.5e11, 1e15, 1.8e17, 1e25}) {
            InverseGamma law = new InverseGamma(shape, 2 * shape);
            for (double p : new double[] {1e-12, 0.01, 0.3, 0.5, 0.95, 1 - 1e-9}) {
                double shrink = 1 / (9 * shape);
                double root = 1 - shrink - NormalTail.quantile(p) * Math.sqrt(shrink);
                double expected = 2 / (root * root * root);
                assertEquals(
                        0,
                        (law.quantile(p) / expected - 1) * Math.sqrt(shape),
                        0.3 / Math.sqrt(shape) + 4e-16 * Math.sqrt(shape),
                        () -> "shape " + shape + ", p = " + p);
            }
        }
        for (double shape : new double[] {0.01, 0.05}) {
            for (double p : new double[] {0.9, 0.99}) {
                double log = (Math.log1p(-p) + Gamma.logGamma(shape + 1)) / shape;
                assertEquals(
                        -log, Math.log(new InverseGamma(shape, 1).quantile(p)), 1e-6 * Math.abs(log), () -> "" + shape);
            }
        }
    }

    @Test
    void inverseGamma_isTheInverseOfItsDistributionFunction() {
        for (double shape : new double[] {0.3, 2, 17.5, 900}) {
            GammaDistribution gamma = new GammaDistribution(shape, 1 / 3.0);
            for (double p : new double[] {1e-9, 0.05, 0.5, 0.999}) {
                double phi = new InverseGamma(shape, 3).quantile(p);
                assertEquals(p, 1 - gamma.cumulativeProbability(1 / phi), 1e-10, () -> shape + ", " + p);
            }
        }
    }

    @Test
    void studentsNumbers_areNormalForManyDegreesOfFreedom() {
        for (double nu : new double[] {1e6, 1e9, 1e12, 1e15}) {
            for (double epsilon : new double[] {-8, -1, 0.2, 3, 12}) {
                double next = epsilon + (epsilon * epsilon + 1) * epsilon / (4 * nu);
                assertEquals(next, StudentQuantile.of(nu).at(epsilon), 1e-7, () -> nu + ", " + epsilon);
                assertEquals(1, StudentFull.stretch(nu, epsilon), 20 / Math.sqrt(nu), () -> nu + ", " + epsilon);
            }
            ChiSquareNodes nodes = ChiSquareNodes.of(nu);
            double mean = 0;
            for (int k = 0; k < nodes.values().length; k++) {
                mean += nodes.weights()[k] * nodes.values()[k] / nu;
            }
            assertEquals(1, mean, 1e-8);
        }
    }

    @Test
    void normalQuantile_keepsTheDigitsOfSmallTails() {
        for (double p : new double[] {1e-300, 1e-30, 1e-16, 1e-4, 0.02, 0.4}) {
            assertEquals(Math.log(p), NormalTail.logCdf(NormalTail.quantile(p)), 1e-12 * Math.abs(Math.log(p)));
        }
        assertEquals(-NormalTail.quantile(1e-4), NormalTail.quantile(1 - 1e-4), 1e-11);
        assertEquals(0, NormalTail.cdf(-1e200));
        assertEquals(1, NormalTail.cdf(1e200));
    }
}
