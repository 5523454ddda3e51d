package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.model.Parameter;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.RandomArrays;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;

class DirichletPosteriorTest extends InformationContract {

    private final RandomArrays random = RandomArrays.of("dirichlet");

    @Override
    public DirichletPosterior any(RandomArrays random) {
        return new DirichletPosterior(random.uniforms(4, 0.8, 6), new double[] {1, 1, 1});
    }

    @Override
    double parameterError() {
        return 1e-13;
    }

    /** In the numbers of a user's simplex, with the log-Jacobian of its transform. */
    @Test
    void density_isThatOfTheSimplex() {
        double[] alpha = {1.5, 4, 0.7};
        DirichletPosterior q = new DirichletPosterior(alpha, new double[] {1, 1});
        double[] theta = {0.3, -1.2};
        double[] x = new double[3];
        Parameter.simplex("x", 3).transform().constrain(theta, 0, x, 0);
        double expected =
                Gamma.logGamma(6.2) + Parameter.simplex("x", 3).transform().logJacobian(theta, 0);
        for (int j = 0; j < 3; j++) {
            expected += (alpha[j] - 1) * Math.log(x[j]) - Gamma.logGamma(alpha[j]);
        }
        assertClose("log q", expected, q.logDensity(theta), 1e-12);
    }

    @Test
    void draws_haveTheMeansOfTheDirichlet() {
        DirichletPosterior q = any(random);
        double[][] x = new double[2000][4];
        for (double[] own : x) {
            Parameter.simplex("x", 4).transform().constrain(q.draw(0, random.normals(3)), 0, own, 0);
        }
        double[] expected = q.alpha().clone();
        double sum = expected[0] + expected[1] + expected[2] + expected[3];
        for (int j = 0; j < 4; j++) {
            expected[j] /= sum;
        }
        MonteCarlo.assertWithin4StandardErrors("E x", expected, x);
    }

    @Test
    void start_isWideEnough() {
        double[] mean = {0.4, -1, 2};
        double[] sd = {0.3, 0.5, 0.4};
        DirichletPosterior q = DirichletPosterior.around(mean, sd);
        for (int k = 0; k < 3; k++) {
            assertTrue(q.sd()[k] > 0.95 * sd[k] && q.sd()[k] < 4 * sd[k], "sd " + k);
            assertEquals(mean[k], q.mean()[k], q.sd()[k]);
        }
    }
}
