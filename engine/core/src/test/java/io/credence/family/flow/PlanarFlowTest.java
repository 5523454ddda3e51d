package io.credence.family.flow;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;

import io.credence.family.DiagonalGaussian;
import io.credence.family.PosteriorContract;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlanarFlowTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("planar flow");

    @Override
    public LayeredFlow any(RandomArrays random) {
        return new LayeredFlow(new PlanarLayers(), 3, 2, random.uniforms(4 + 3 * 5, -0.9, 0.9));
    }

    /** 2,000 draws of its own. */
    @Override
    public double momentError() {
        return 0.08;
    }

    @Test
    void withoutDirections_isTheGaussian() {
        double[] mean = random.normals(3);
        double[] sd = random.uniforms(3, 0.5, 2);
        double[] parameters = LayeredFlow.around(new PlanarLayers(), 2, 9, mean, sd)
                .parameters()
                .clone();
        Arrays.fill(parameters, 6, 9, 0);
        Arrays.fill(parameters, 13, 16, 0);
        LayeredFlow q = new LayeredFlow(new PlanarLayers(), 2, 3, parameters);
        DiagonalGaussian gaussian = DiagonalGaussian.around(mean, sd);
        double[] theta = random.normals(3);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("mean", mean, q.mean(), 1e-12);
        assertClose("sd", sd, q.sd(), 1e-12);
    }

    @Test
    void start_isNearTheGaussian() {
        double[] mean = random.normals(10);
        double[] sd = random.uniforms(10, 0.5, 2);
        LayeredFlow q = LayeredFlow.around(new PlanarLayers(), 8, 9, mean, sd);
        for (int j = 0; j < 10; j++) {
            assertWithin("mean", mean[j], q.mean()[j], 0.4 * sd[j]);
            assertWithin("sd", sd[j], q.sd()[j], 0.2 * sd[j]);
        }
    }

    /** log q at a draw is log N(ε) less the log determinant of the draw's Jacobian, here by finite differences. */
    @Test
    void logDensityOfADraw_isThatOfItsNumbersLessTheDeterminant() {
        LayeredFlow q = any(random);
        DiagonalGaussian normal = DiagonalGaussian.around(new double[2], new double[] {1, 1});
        for (int i = 0; i < 20; i++) {
            double[] standard = random.normals(2);
            double[][] jacobian = FiniteDifference.jacobian(epsilon -> q.draw(0, epsilon), standard);
            double[] flat = {jacobian[0][0], jacobian[0][1], jacobian[1][0], jacobian[1][1]};
            double expected = normal.logDensity(standard) - Naive.logDeterminant(flat, 2);
            assertClose("log q", expected, q.logDensity(q.draw(0, standard)), 1e-8);
        }
    }

    /** With w = 1 and b = 0, c = û = m(u) = log(1 + (e − 1)eᵘ) − 1: from nearly −1, where the slope vanishes at 0, to steep. */
    @Test
    void layersOfAnySteepness_areInverted() {
        for (double u : new double[] {-30, -5, -1, -0.5, -0.1, 0, 0.5, 5, 12, 50, 500}) {
            PlanarLayer layer = new PlanarLayer(new double[] {u, 1, 0}, 0, 1);
            double c = layer.determinant(0) - 1;
            double expected = Math.log1p((Math.E - 1) * Math.exp(Math.min(u, 600))) - 1;
            assertClose("c at u = " + u, expected, c, 1e-13);
            double[] direction = new double[1];
            layer.addDirection(1, direction);
            assertClose("û at u = " + u, expected, direction[0], 1e-13);
            for (double y = -2 * Math.abs(u) - 3; y < 2 * Math.abs(u) + 3; y += 0.0371 * (1 + Math.abs(u))) {
                double angle = layer.preactivationOfOutput(new double[] {y});
                double allowed = 1e-13 * Math.max(1, Math.max(Math.abs(y), Math.abs(c)));
                assertWithin("u = " + u, y, angle + c * Math.tanh(angle), allowed);
            }
        }
    }

    /** Between y = 0.95 c and 0.98 c Newton's method alone may go to and fro for ever. */
    @Test
    void anglesNearTheBend_areFound() {
        PlanarLayer layer = new PlanarLayer(new double[] {50, 1, 0}, 0, 1);
        double c = layer.determinant(0) - 1;
        for (int i = 0; i < 3000; i++) {
            double y = (0.95 + 1e-5 * i) * c;
            double angle = layer.preactivationOfOutput(new double[] {y});
            assertWithin("y = " + y, y, angle + c * Math.tanh(angle), 1e-12 * c);
        }
    }

    /** The midpoint rule on a square that holds all but 1e-12 of the mass. */
    @Test
    void density_integratesToOneByQuadrature() {
        LayeredFlow q = any(random);
        double h = 0.1;
        double sum = 0;
        for (double x = -24; x < 24; x += h) {
            for (double y = -24; y < 24; y += h) {
                sum += h * h * Math.exp(q.logDensity(new double[] {x + 0.5 * h, y + 0.5 * h}));
            }
        }
        assertWithin("∫q", 1, sum, 1e-6);
    }
}
