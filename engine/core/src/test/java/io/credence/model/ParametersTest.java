package io.credence.model;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParametersTest {

    private final Parameters parameters = new Parameters(List.of(
            Parameter.real("slope"),
            Parameter.positive("scale"),
            Parameter.simplex("share", 3),
            Parameter.correlation("rho", 2)));

    private final double[] theta = RandomArrays.of("parameters").normals(5);

    @Test
    void names_followTheNumbers() {
        assertEquals(5, parameters.dimension());
        assertEquals(9, parameters.constrainedCount());
        assertEquals(
                List.of(
                        "slope",
                        "scale",
                        "share[1]",
                        "share[2]",
                        "share[3]",
                        "rho[1,1]",
                        "rho[1,2]",
                        "rho[2,1]",
                        "rho[2,2]"),
                parameters.names());
        assertEquals(
                List.of("slope", "log(scale)", "free(share)[1]", "free(share)[2]", "free(rho)[2,1]"),
                parameters.unconstrainedNames());
    }

    @Test
    void parts_areLaidOutOneAfterTheOther() {
        double[] values = parameters.constrain(theta);
        assertEquals(theta[0], values[0]);
        assertEquals(Math.exp(theta[1]), values[1]);
        assertEquals(Math.tanh(theta[4]), values[6], 1e-15);
        assertClose("round trip", theta, parameters.unconstrain(values), 1e-12);
    }

    @Test
    void gradients_areThoseOfAllParts() {
        double[] slopes = RandomArrays.of("parameters slopes").normals(9);
        double[] gradient = new double[5];
        parameters.addLogJacobianGradient(theta, gradient);
        parameters.addPullback(theta, 0, slopes, gradient, 0);
        double[] expected = FiniteDifference.gradient(
                t -> {
                    double[] values = parameters.constrain(t);
                    double sum = parameters.logJacobian(t);
                    for (int j = 0; j < values.length; j++) {
                        sum += slopes[j] * values[j];
                    }
                    return sum;
                },
                theta);
        assertClose("gradient", expected, gradient, 1e-8);
    }

    @Test
    void thetaFromAPosition_isReadThere() {
        double[] shifted = new double[7];
        System.arraycopy(theta, 0, shifted, 2, 5);
        double[] values = new double[9];
        parameters.constrain(shifted, 2, values);
        assertEquals(Arrays.toString(parameters.constrain(theta)), Arrays.toString(values));
    }

    @Test
    void wrongLengthOrTwiceTheSameName_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> parameters.constrain(new double[4]));
        assertThrows(IllegalArgumentException.class, () -> parameters.unconstrain(new double[4]));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Parameters(List.of(Parameter.real("a"), Parameter.positive("a"))));
    }
}
