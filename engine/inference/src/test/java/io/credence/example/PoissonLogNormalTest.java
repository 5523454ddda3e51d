package io.credence.example;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.model.Row;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.util.Binary64;
import org.junit.jupiter.api.Test;

class PoissonLogNormalTest {

    private static final PoissonLogNormal MODEL = new PoissonLogNormal();
    private static final double STEP = 0.01;

    /** Effects, scale and the encoder's three parameters. */
    private static Binary64[] parameters(double scale, double... encoder) {
        return numbers(0.8, -0.5, scale, encoder[0], encoder[1], encoder[2]);
    }

    private static Binary64[] numbers(double... values) {
        return Arrays.stream(values).mapToObj(Binary64::new).toArray(Binary64[]::new);
    }

    private static double joint(Row row, double scale, double z) {
        return Math.exp(
                MODEL.logJoint(row, numbers(z), parameters(scale, 0, 0, 0)).getReal());
    }

    @Test
    void jointDensity_isOneOfCountsAndTheirLatentNumbers() {
        double sum = 0;
        double mean = 0;
        for (int label = 0; label < 150; label++) {
            for (double z = -8; z < 8; z += STEP) {
                double mass = STEP * joint(Row.of(label, 1, 0.4), 0.5, z);
                sum += mass;
                mean += label * mass;
            }
        }
        assertClose("sum", 1, sum, 1e-8);
        assertClose("mean", Math.exp(0.8 - 0.2 + 0.5 * 0.25), mean, 1e-8);
    }

    @Test
    void encoder_isNearThePosteriorBeforeItIsFitted() {
        for (double scale : new double[] {0.2, 0.6, 1}) {
            for (double label : new double[] {0, 1, 3}) {
                Row row = Row.of(label, 1, 0.4);
                double[] moments = new double[3];
                for (double z = -8; z < 8; z += STEP) {
                    double mass = joint(row, scale, z);
                    moments[0] += mass;
                    moments[1] += mass * z;
                    moments[2] += mass * z * z;
                }
                double expected = moments[1] / moments[0];
                double sd = Math.sqrt(moments[2] / moments[0] - expected * expected);
                Binary64[] mean = numbers(0);
                Binary64[] logSd = numbers(0);
                MODEL.encode(row, parameters(scale, 0, 0, 0), mean, logSd);
                String what = "scale " + scale + ", label " + label;
                assertWithin("mean, " + what, expected, mean[0].getReal(), 0.25 * sd);
                assertWithin("log sd, " + what, Math.log(sd), logSd[0].getReal(), 0.15);
            }
        }
    }

    @Test
    void encoderParameters_shiftStretchAndSpread() {
        Row row = Row.of(5, 1, 0.4);
        Binary64[] mean = numbers(0, 0);
        Binary64[] logSd = numbers(0, 0);
        MODEL.encode(row, parameters(0.6, 0, 0, 0), mean, logSd);
        double guess = mean[0].getReal();
        double spread = logSd[0].getReal();
        MODEL.encode(row, parameters(0.6, 1, -2, 3), mean, logSd);
        assertClose("mean", 0.1 + 0.8 * guess, mean[0].getReal(), 1e-14);
        assertClose("log sd", spread + 0.3, logSd[0].getReal(), 1e-14);
        assertTrue(guess > 0);
    }

    @Test
    void labels_areCounts() {
        assertNull(MODEL.refuse(3));
        for (double label : new double[] {-1, 0.5, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertNotNull(MODEL.refuse(label), () -> "label " + label);
        }
        assertTrue(
                MODEL.parameters(List.of("x")).stream().anyMatch(p -> p.name().equals("scale")));
    }
}
