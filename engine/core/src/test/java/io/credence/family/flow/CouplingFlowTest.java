package io.credence.family.flow;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.family.DiagonalGaussian;
import io.credence.family.PosteriorContract;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CouplingFlowTest extends PosteriorContract {

    private static final CouplingLayers KIND = new CouplingLayers(3);

    private final RandomArrays random = RandomArrays.of("coupling flow");

    private static LayeredFlow of(int layers, int d, RandomArrays random) {
        return new LayeredFlow(KIND, layers, d, random.uniforms(2 * d + layers * KIND.parameterCount(d), -0.4, 0.4));
    }

    @Override
    public LayeredFlow any(RandomArrays random) {
        return of(3, 3, random);
    }

    /** 2,000 draws of its own. */
    @Override
    public double momentError() {
        return 0.08;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void start_isTheGaussian(int d) {
        double[] mean = random.normals(d);
        double[] sd = random.uniforms(d, 0.5, 2);
        LayeredFlow q = LayeredFlow.around(KIND, 4, 9, mean, sd);
        double[] theta = random.normals(d);
        assertClose("log q", DiagonalGaussian.around(mean, sd).logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("mean", mean, q.mean(), 1e-12);
        assertClose("sd", sd, q.sd(), 1e-12);
    }

    /** log q at a draw is log N(ε) less the log determinant of the draw's Jacobian, here by finite differences. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void logDensityOfADraw_isThatOfItsNumbersLessTheDeterminant(int d) {
        LayeredFlow q = of(3, d, random);
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        DiagonalGaussian normal = DiagonalGaussian.around(new double[d], ones);
        for (int i = 0; i < 5; i++) {
            double[] standard = random.normals(d);
            double[][] jacobian = FiniteDifference.jacobian(epsilon -> q.draw(0, epsilon), standard);
            double[] flat =
                    Arrays.stream(jacobian).flatMapToDouble(Arrays::stream).toArray();
            double expected = normal.logDensity(standard) - Naive.logDeterminant(flat, d);
            assertClose("log q", expected, q.logDensity(q.draw(0, standard)), 1e-8);
        }
    }

    @Test
    void halves_takeTurns() {
        double[] parameters = random.uniforms(KIND.parameterCount(3), -1, 1);
        for (boolean exchanged : new boolean[] {false, true}) {
            CouplingLayer layer = new CouplingLayer(parameters, 0, 3, 3, exchanged);
            double[] z = random.normals(3);
            double[] y = z.clone();
            layer.forward(y);
            assertEquals(exchanged ? z[1] : z[0], exchanged ? y[1] : y[0]);
            assertEquals(exchanged, y[0] != z[0]);
            layer.inverse(y);
            assertClose("z", z, y, 1e-14);
        }
    }

    /** Shifts as large as their weights would lose the digits of what they shift, and log q would rise without end. */
    @Test
    void largeWeights_keepTheDigits() {
        double[] parameters = random.uniforms(KIND.parameterCount(2), -1, 1);
        CouplingLayer sizes = new CouplingLayer(parameters, 0, 2, 3, false);
        for (int i = sizes.conditionerLength(); i < parameters.length; i++) {
            parameters[i] *= 1e15;
        }
        double[] z = random.normals(2);
        double[] y = z.clone();
        sizes.forward(y);
        sizes.inverse(y);
        assertClose("z", z, y, 1e-12);
        assertWithin("log determinant", 0, sizes.logDeterminant(z), 1);
    }
}
