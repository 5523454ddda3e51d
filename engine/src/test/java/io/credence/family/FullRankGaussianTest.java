package io.credence.family;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.credence.RandomArrays;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import org.junit.jupiter.api.Test;

class FullRankGaussianTest extends ReparameterizedPosteriorContract {

    private final RandomArrays random = RandomArrays.of("full-rank Gaussian");

    @Override
    FullRankPosterior any(RandomArrays random) {
        double[] parameters = random.normals(3 + 6);
        for (int at : new int[] {3, 5, 8}) {
            parameters[at] *= 0.3;
        }
        return new FullRankPosterior(Double.POSITIVE_INFINITY, 3, parameters);
    }

    @Test
    void logDensity_isThatOfTheFullGaussian() {
        double[] precision = Symmetric.pack(random.definite(4), 4);
        FullGaussian gaussian = FullGaussian.of(JavaDenseKernel.INSTANCE, random.normals(4), precision);
        assertNotNull(gaussian);
        FullRankPosterior q = FullRankPosterior.of(gaussian);
        double[] theta = random.normals(4);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-12);
        assertClose("sd", gaussian.sd(), q.sd(), 1e-12);
        assertClose("P", precision, q.gaussian(JavaDenseKernel.INSTANCE).precision(), 1e-11);
        assertEquals(FullGaussian.NAME, q.family());
    }

    @Test
    void uncorrelatedStart_isTheMeanField() {
        double[] mean = random.normals(3);
        double[] sd = random.uniforms(3, 0.5, 2);
        double[] theta = random.normals(3);
        FullRankPosterior q = FullRankPosterior.around(Double.POSITIVE_INFINITY, mean, sd);
        MeanFieldPosterior meanField = MeanFieldPosterior.around(Double.POSITIVE_INFINITY, mean, sd);
        assertClose("log q", meanField.logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("sd", sd, q.sd(), 1e-14);
    }
}
