package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.testkit.FiniteDifference;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianPriorTest {

    private static final GaussianPrior PRIOR = new GaussianPrior(new double[] {1, -2, 0}, new double[] {4, 0.25, 1});
    private static final double[] THETA = {0.3, 1.5, -2};

    @Test
    void distanceAndDeterminant_makeTheLogDensity() {
        double expected = 0;
        for (int j = 0; j < 3; j++) {
            double sd = 1 / Math.sqrt(PRIOR.precision()[j]);
            expected += new NormalDistribution(PRIOR.mean()[j], sd).logDensity(THETA[j]);
        }
        double actual =
                -PRIOR.halfSquaredDistance(THETA) + 0.5 * PRIOR.logDeterminantPrecision() - 1.5 * Math.log(2 * Math.PI);
        assertClose("log density", expected, actual, 1e-14);
    }

    @Test
    void gradient_matchesFiniteDifferences() {
        double[] expected = FiniteDifference.gradient(theta -> -PRIOR.halfSquaredDistance(theta), THETA);
        assertClose("gradient", expected, PRIOR.gradient(THETA), 1e-8);
    }

    @Test
    void sameForEach_hasThatStandardDeviation() {
        GaussianPrior prior = GaussianPrior.of(4, 0.5, 2);
        assertEquals(4, prior.dimension());
        assertEquals(0.5, prior.mean()[3]);
        assertEquals(0.25, prior.precision()[3]);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void precisionThatIsNegativeOrNotFinite_isRefused(double precision) {
        assertThrows(
                IllegalArgumentException.class, () -> new GaussianPrior(new double[2], new double[] {1, precision}));
    }

    @Test
    void lengthsThatDiffer_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new GaussianPrior(new double[2], new double[] {1}));
    }
}
