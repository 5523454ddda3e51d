package io.credence.family;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.RandomArrays;
import org.junit.jupiter.api.Test;

class FullRankStudentTest extends ReparameterizedPosteriorContract {

    private final RandomArrays random = RandomArrays.of("full-rank Student");

    @Override
    FullRankPosterior any(RandomArrays random) {
        double[] parameters = random.normals(2 + 3);
        parameters[2] *= 0.3;
        parameters[4] *= 0.3;
        return new FullRankPosterior(7, 2, parameters);
    }

    @Test
    void oneParameter_isTheMeanField() {
        double[] mean = {0.3};
        double[] sd = {1.7};
        double[] theta = {-2.5};
        FullRankPosterior q = FullRankPosterior.around(4, mean, sd);
        MeanFieldPosterior meanField = MeanFieldPosterior.around(4, mean, sd);
        assertClose("log q", meanField.logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("sd", meanField.sd(), q.sd(), 1e-14);
    }

    @Test
    void manyDegreesOfFreedom_areNearTheGaussian() {
        FullRankPosterior q = any(random);
        FullRankPosterior many = new FullRankPosterior(1e6, 2, q.parameters());
        FullRankPosterior gaussian = new FullRankPosterior(Double.POSITIVE_INFINITY, 2, q.parameters());
        double[] theta = gaussian.draw(0, random.normals(2));
        assertClose("log q", gaussian.logDensity(theta), many.logDensity(theta), 1e-4);
        double[] standard = random.normals(3);
        assertClose("θ", gaussian.draw(0, standard), many.draw(0, standard), 1e-2);
    }

    @Test
    void fewDegreesOfFreedom_haveNoMoments() {
        double[] one = {1, 1};
        assertEquals(
                Double.POSITIVE_INFINITY, FullRankPosterior.around(2, one, one).sd()[1]);
        assertTrue(Double.isNaN(FullRankPosterior.around(1, one, one).mean()[1]));
    }
}
