package io.credence.family;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.RandomArrays;
import org.junit.jupiter.api.Test;

class MeanFieldGaussianTest extends ReparameterizedPosteriorContract {

    private final RandomArrays random = RandomArrays.of("mean-field Gaussian");

    @Override
    MeanFieldPosterior any(RandomArrays random) {
        return MeanFieldPosterior.around(Double.POSITIVE_INFINITY, random.normals(3), random.uniforms(3, 0.5, 2));
    }

    @Test
    void logDensity_isThatOfTheDiagonalGaussian() {
        MeanFieldPosterior q = any(random);
        DiagonalGaussian gaussian = q.gaussian();
        double[] theta = random.normals(3);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("sd", gaussian.sd(), q.sd(), 1e-14);
        assertClose("λ", q.parameters(), MeanFieldPosterior.of(gaussian).parameters(), 1e-14);
        assertEquals(DiagonalGaussian.NAME, q.family());
    }

    @Test
    void oddOrNoParameters_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new MeanFieldPosterior(3, new double[3]));
        assertThrows(IllegalArgumentException.class, () -> new MeanFieldPosterior(3, new double[0]));
        assertThrows(IllegalArgumentException.class, () -> new MeanFieldPosterior(0, new double[2]));
    }
}
