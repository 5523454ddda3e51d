package io.credence.example;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.Binary64;
import org.junit.jupiter.api.Test;

class RobustRegressionTest {

    @Test
    void logLikelihood_isTheStudentDensity() {
        for (double degrees : new double[] {0.5, 1, 4, 300}) {
            var model = new RobustRegression(Map.of("degreesOfFreedom", Double.toString(degrees)));
            for (double label : new double[] {-50, 1.2, 1.25, 3}) {
                double expected = new TDistribution(degrees).logDensity((label - 1.2) / 0.4) - Math.log(0.4);
                Binary64 found = model.logLikelihood(
                        label, new Binary64[] {new Binary64(1.2)}, new Binary64[] {new Binary64(0.4)});
                assertClose("degrees " + degrees + ", label " + label, expected, found.getReal(), 1e-11);
            }
        }
    }

    @Test
    void degreesOfFreedomThatAreNotPositive_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new RobustRegression(Map.of("degreesOfFreedom", "0")));
    }
}
