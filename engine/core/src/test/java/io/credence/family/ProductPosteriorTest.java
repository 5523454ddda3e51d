package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.student.StudentFull;
import io.credence.testkit.RandomArrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductPosteriorTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("product");

    @Override
    public ProductPosterior any(RandomArrays random) {
        MixturePosterior mixture = MixturePosteriorTest.diagonal(2, 1).with(random.uniforms(2 * 3, -0.8, 0.8));
        MixturePosterior other = MixturePosteriorTest.diagonal(3, 1).with(random.uniforms(3 * 3, -0.8, 0.8));
        StudentFull student = new StudentFull(8, 1, random.uniforms(2, -0.5, 0.5));
        return new ProductPosterior(List.of(mixture, student, other));
    }

    @Override
    double parameterError() {
        return 1e-13;
    }

    @Test
    void strata_areAllCombinations() {
        ProductPosterior q = any(random);
        assertEquals(6, q.stratumCount());
        double expected = q.factors().get(0).weight(1) * q.factors().get(2).weight(2);
        assertClose("weight", expected, q.weight(5), 1e-14);
    }

    @Test
    void diagonalGaussians_makeADiagonalGaussian() {
        double[] mean = random.normals(3);
        double[] sd = {1, 2, 3};
        ProductPosterior q = new ProductPosterior(List.of(
                DiagonalGaussian.around(new double[] {mean[0]}, new double[] {1}),
                DiagonalGaussian.around(new double[] {mean[1], mean[2]}, new double[] {2, 3})));
        double[] theta = random.normals(3);
        assertClose("mean", mean, q.mean(), 0);
        assertClose("sd", sd, q.sd(), 1e-14);
        double expected = DiagonalGaussian.around(mean, sd).logDensity(theta);
        assertClose("log q", expected, q.logDensity(theta), 1e-13);
        assertClose("covariance", new double[] {1, 4, 9}, q.covariance(), 1e-14);
        assertNull(q.withCoordinates(new double[] {0, 0, 0, 1, 1, -1}));
    }

    @Test
    void noFactorsOrTooManyStrata_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ProductPosterior(List.of()));
        Posterior mixture = MixturePosteriorTest.diagonal(2, 1);
        assertThrows(IllegalArgumentException.class, () -> new ProductPosterior(Collections.nCopies(11, mixture)));
    }
}
