package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class LowRankGaussianTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("low-rank Gaussian");

    @Override
    public LowRankGaussian any(RandomArrays random) {
        return new LowRankGaussian(2, random.uniforms(3 * 4, -1, 1));
    }

    @Test
    void logDensity_isThatOfTheFullGaussian() {
        int d = 5;
        int r = 2;
        LowRankGaussian q = new LowRankGaussian(r, random.uniforms(d * (r + 2), -1, 1));
        double[] covariance = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                for (int k = 0; k < r; k++) {
                    covariance[i * d + j] += q.parameters()[d + i * r + k] * q.parameters()[d + j * r + k];
                }
            }
            covariance[i * d + i] += Math.exp(2 * q.parameters()[d * (r + 1) + i]);
        }
        double[] precision = Symmetric.pack(Naive.inverse(covariance, d), d);
        FullGaussian gaussian = FullGaussian.of(JavaDenseKernel.INSTANCE, q.mean(), precision);
        assertNotNull(gaussian);
        double[] theta = random.normals(d);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-12);
        assertClose("sd", gaussian.sd(), q.sd(), 1e-12);
    }

    @Test
    void start_hasTheGivenMoments() {
        double[] mean = random.normals(20);
        double[] sd = random.uniforms(20, 0.1, 10);
        LowRankGaussian q = LowRankGaussian.around(3, 7, mean, sd);
        assertClose("mean", mean, q.mean(), 0);
        assertClose("sd", sd, q.sd(), 1e-14);
    }

    @Test
    void hundredThousandParameters_areEvaluated() {
        int d = 100_000;
        LowRankGaussian q = LowRankGaussian.around(5, 7, new double[d], filled(d, 2));
        double[] theta = q.draw(0, random.normals(5 + d));
        double[] score = new double[q.parameters().length];
        q.addScore(theta, 1, score);
        double expected = -d * (0.5 + Math.log(2) + 0.5 * Math.log(2 * Math.PI));
        assertTrue(Math.abs(q.logDensity(theta) - expected) < 4 * Math.sqrt(0.5 * d) + 0.01 * d);
    }

    @Test
    void overflow_isRefused() {
        double[] parameters = {0, 1e200, -300};
        String message = assertThrows(IllegalArgumentException.class, () -> new LowRankGaussian(1, parameters))
                .getMessage();
        assertTrue(message.contains("overflowed"), message);
    }
}
