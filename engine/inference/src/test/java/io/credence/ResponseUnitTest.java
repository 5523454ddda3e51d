package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By default a response in other units has the same posterior, in those units. */
class ResponseUnitTest {

    /** So many that independent factors of coefficients and dispersion suffice. */
    private static final int ROWS = 64;

    private static final double COEFFICIENT_OF_VARIATION = 0.1;

    private final double[][] features = new double[ROWS][1];
    private final double[] labels = new double[ROWS];

    ResponseUnitTest() {
        Random random = RandomArrays.of("response unit").random();
        for (int i = 0; i < ROWS; i++) {
            features[i][0] = random.nextGaussian();
            labels[i] = Math.exp(3 + 0.2 * features[i][0] + COEFFICIENT_OF_VARIATION * random.nextGaussian());
        }
    }

    private Fit fit(String family, double unit) {
        double[] scaled = labels.clone();
        for (int i = 0; i < ROWS; i++) {
            scaled[i] *= unit;
        }
        Fit fit = Inference.of(family).kernel("java").fit(Rows.of(features, scaled));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        return fit;
    }

    @ParameterizedTest
    @CsvSource({"gaussian, 2", "student-t, 2", "gamma, 0", "tweedie, 0.5"})
    void dispersion_isInThatPowerOfTheUnit(String family, double power) {
        Fit one = fit(family, 1);
        for (double unit : new double[] {1e-6, 1e6}) {
            Fit other = fit(family, unit);
            double slope = power == 2 ? unit : 1;
            assertEquals(1, other.scale().mean() / (one.scale().mean() * Math.pow(unit, power)), 1e-3);
            assertWithin(
                    "slope",
                    one.posterior().mean()[1],
                    other.posterior().mean()[1] / slope,
                    0.02 * one.posterior().sd()[1]);
            assertEquals(1, other.posterior().sd()[1] / slope / one.posterior().sd()[1], 1e-3);
        }
    }

    /** Under the prior of a dispersion near 1 it was 0.05. */
    @ParameterizedTest
    @ValueSource(strings = {"gamma", "tweedie"})
    void smallDispersion_isThatOfTheRows(String family) {
        double power = family.equals("gamma") ? 2 : 1.5;
        double typical = Math.exp(3);
        double dispersion = fit(family, 1).scale().mean() * Math.pow(typical, power - 2);
        assertWithin("log", 2 * Math.log(COEFFICIENT_OF_VARIATION), Math.log(dispersion), 0.5);
    }
}
