package io.credence.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Normal-inverse-gamma posteriors of coefficients that are independent given the variance. */
class NormalInverseGammaDiagonalTest extends PosteriorContract {

    @Override
    public NormalInverseGamma any(RandomArrays random) {
        return NormalInverseGamma.around(true, random.normals(4), random.uniforms(4, 0.3, 0.8));
    }

    /** The full posterior with the same moments is the same law, with zeros below its diagonal. */
    @Test
    void law_isThatOfTheFullPosterior() {
        RandomArrays random = RandomArrays.of("normal-inverse-gamma diagonal");
        NormalInverseGamma q = any(random);
        NormalInverseGamma full = NormalInverseGamma.of(false, q.location(), root(q), q.shape(), q.scale());
        assertEquals(2 * 3 + 2, q.parameterCount());
        assertEquals(3 * 6 / 2 + 2, full.parameterCount());
        double[] theta = random.normals(4);
        double[] standard = random.normals(4);
        assertEquals(full.logDensity(theta), q.logDensity(theta), 1e-12);
        assertArrayEquals(full.draw(0, standard), q.draw(0, standard), 1e-12);
        assertArrayEquals(full.covariance(), q.covariance(), 1e-12);
        assertTrue(q.isDiagonal());
        assertFalse(full.isDiagonal());
    }

    /** Root of a diagonal scale matrix, as a whole matrix. */
    private static double[] root(NormalInverseGamma q) {
        double[] root = q.scaleMatrix();
        Arrays.setAll(root, at -> Math.sqrt(root[at]));
        return root;
    }
}
