package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class MixturePosteriorTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("mixture");

    @Override
    public MixturePosterior any(RandomArrays random) {
        return diagonal(3, 2).with(random.uniforms(3 * (1 + 2 * 2), -0.8, 0.8));
    }

    static MixturePosterior diagonal(int components, int d) {
        double[] ones = filled(d, 1);
        return MixturePosterior.around(components, 5, k -> DiagonalGaussian::around, new double[d], ones);
    }

    /** Components hold precisions, whose logarithms are rounded. */
    @Override
    double parameterError() {
        return 1e-13;
    }

    @Test
    void oneComponent_isTheGaussian() {
        double[] mean = random.normals(2);
        double[] sd = {0.5, 3};
        MixturePosterior q = MixturePosterior.around(1, 5, k -> DiagonalGaussian::around, mean, sd);
        DiagonalGaussian gaussian = DiagonalGaussian.around(mean, sd);
        double[] theta = random.normals(2);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("mean", mean, q.mean(), 0);
        assertClose("sd", sd, q.sd(), 1e-14);
    }

    @Test
    void start_hasTheGivenMean() {
        double[] mean = random.normals(2);
        double[] sd = {0.5, 3};
        MixturePosterior q = MixturePosterior.around(4, 5, k -> DiagonalGaussian::around, mean, sd);
        assertClose("mean", mean, q.mean(), 1e-14);
        assertEquals(0.25, q.weight(2), 1e-15);
    }

    /** Simpson's rule over one parameter, components far apart. */
    @Test
    void density_integratesToOneByQuadrature() {
        MixturePosterior q = diagonal(2, 1).with(new double[] {0.3, -1, -4, 0.2, 5, -0.5});
        int steps = 4000;
        double from = -20;
        double h = 40.0 / steps;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            int factor = i == 0 || i == steps ? 1 : i % 2 == 0 ? 2 : 4;
            sum += factor * Math.exp(q.logDensity(new double[] {from + i * h})) * h / 3;
        }
        assertWithin("∫q", 1, sum, 1e-10);
    }

    @Test
    void farAway_logDensityStaysFinite() {
        MixturePosterior q = any(random);
        assertTrue(Double.isFinite(q.logDensity(new double[] {1e4, -1e4})));
    }
}
