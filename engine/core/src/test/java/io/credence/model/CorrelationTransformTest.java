package io.credence.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import org.junit.jupiter.api.Test;

class CorrelationTransformTest {

    /** The coordinates of a covariance's correlations, also of ones near −1, are those which give them. */
    @Test
    void factor_hasTheCoordinatesOfItsCorrelations() {
        double[] u = {-7.5, 0.3, 1.2};
        double[] correlations = new double[9];
        new CorrelationTransform(3).constrain(u, 0, correlations, 0);
        double[] sd = {12, 0.02, 3};
        double[] covariance = new double[9];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                covariance[i * 3 + j] = sd[i] * sd[j] * correlations[i * 3 + j];
            }
        }
        Cholesky factor = Cholesky.of(JavaDenseKernel.INSTANCE, covariance, 3);
        double[] found = new double[3];
        new CorrelationTransform(3).unconstrain(factor.factor(), found, 0);
        assertArrayEquals(u, found, 1e-7);
    }
}
