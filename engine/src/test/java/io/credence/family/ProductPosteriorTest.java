package io.credence.family;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.RandomArrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProductPosteriorTest extends ReparameterizedPosteriorContract {

    private final RandomArrays random = RandomArrays.of("product");

    @Override
    ProductPosterior any(RandomArrays random) {
        MixturePosterior mixture = new MixturePosterior(2, random.uniforms(2 * 3, -0.8, 0.8));
        MixturePosterior other = new MixturePosterior(3, random.uniforms(3 * 3, -0.8, 0.8));
        FullRankPosterior student = new FullRankPosterior(8, 1, random.uniforms(2, -0.5, 0.5));
        return new ProductPosterior(List.of(mixture, student, other));
    }

    @Test
    void strata_areAllCombinations() {
        ProductPosterior q = any(random);
        assertEquals(6, q.strata());
        double expected = q.factors().get(0).weight(1) * q.factors().get(2).weight(2);
        assertClose("weight", expected, q.weight(5), 1e-14);
    }

    @Test
    void diagonalGaussians_makeADiagonalGaussian() {
        double[] mean = random.normals(3);
        double[] sd = {1, 2, 3};
        ProductPosterior q = new ProductPosterior(List.of(
                MeanFieldPosterior.around(Double.POSITIVE_INFINITY, new double[] {mean[0]}, new double[] {1}),
                MeanFieldPosterior.around(
                        Double.POSITIVE_INFINITY, new double[] {mean[1], mean[2]}, new double[] {2, 3})));
        double[] theta = random.normals(3);
        assertClose("mean", mean, q.mean(), 0);
        assertClose("sd", sd, q.sd(), 1e-14);
        double expected =
                MeanFieldPosterior.around(Double.POSITIVE_INFINITY, mean, sd).logDensity(theta);
        assertClose("log q", expected, q.logDensity(theta), 1e-13);
    }

    @Test
    void noFactorsOrTooManyStrata_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new ProductPosterior(List.of()));
        ReparameterizedPosterior mixture = MixturePosterior.around(2, 1, new double[1], new double[] {1});
        assertThrows(IllegalArgumentException.class, () -> new ProductPosterior(Collections.nCopies(11, mixture)));
    }
}
