package io.credence.family;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.choice.PosteriorReader;
import io.credence.family.flow.LayeredFlow;
import io.credence.family.flow.PlanarLayers;
import io.credence.family.student.StudentDiagonal;
import io.credence.family.student.StudentFull;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalMixtureTest {

    private static final double[] ONES = {1, 1, 1};

    private static Stream<Posterior> gaussians() {
        RandomArrays random = RandomArrays.of("normals");
        double[] precision = Symmetric.pack(random.definite(3), 3);
        FullGaussian full = FullGaussian.of(JavaDenseKernel.INSTANCE, random.normals(3), precision);
        LowRankGaussian low = LowRankGaussian.around(1, 3, random.normals(3), ONES);
        DiagonalGaussian diagonal = DiagonalGaussian.around(random.normals(3), random.uniforms(3, 0.5, 2));
        BlockGaussian block = BlockGaussian.of(List.of(
                FullGaussian.around(JavaDenseKernel.INSTANCE, new double[2], new double[] {1, 2}),
                FullGaussian.around(JavaDenseKernel.INSTANCE, new double[1], new double[] {1})));
        return Stream.of(
                full, low, diagonal, block, new MixturePosterior(List.of(full, low, diagonal), random.normals(3)));
    }

    /** log Σ w N(θ; μ, S). */
    private static double logDensity(NormalMixture mixture, double[] theta) {
        double sum = 0;
        for (NormalMixture.Component each : mixture.components()) {
            Posterior normal = PosteriorReader.ofMoments(GaussianStructure.FULL, each.mean(), each.covariance());
            assertEquals(1, each.covarianceFactor());
            sum += each.weight() * Math.exp(normal.logDensity(theta));
        }
        return Math.log(sum);
    }

    @ParameterizedTest
    @MethodSource("gaussians")
    void gaussiansAndMixtures_areExact(Posterior q) {
        NormalMixture mixture = NormalMixture.of(q, 1);
        assertFalse(mixture.isOfDraws());
        RandomArrays random = RandomArrays.of("normals of " + q.family());
        for (int i = 0; i < 5; i++) {
            double[] theta = random.normals(3);
            assertClose("log q", q.logDensity(theta), logDensity(mixture, theta), 1e-11);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {2.05, 2.5, 3, 5, 30})
    void studentsDistribution_isThatOfItsNormals(double nu) {
        StudentFull q = StudentFull.around(nu, new double[] {0.3, -1}, new double[] {2, 0.5});
        NormalMixture mixture = q.normalMixture();
        TDistribution exact = new TDistribution(nu);
        double variance = mixture.components().stream()
                .mapToDouble(each -> each.weight() * each.variance(0))
                .sum();
        assertClose("variance", q.sd()[0] * q.sd()[0], variance, 1e-5);
        for (double t : new double[] {-8, -2, -1, 0, 0.5, 1.645, 3}) {
            double sum = 0;
            for (NormalMixture.Component each : mixture.components()) {
                sum += each.weight()
                        * new NormalDistribution(0.3, Math.sqrt(each.variance(0))).cumulativeProbability(0.3 + 2 * t);
            }
            assertWithin("F(" + t + ")", exact.cumulativeProbability(t), sum, 1e-6);
        }
    }

    @Test
    void otherFamilies_areDrawsOfTheSameSeed() {
        for (Posterior q : List.of(
                StudentDiagonal.around(5, new double[3], ONES),
                LayeredFlow.around(new PlanarLayers(), 3, 2, new double[3], ONES))) {
            assertNull(q.normalMixture());
            NormalMixture mixture = NormalMixture.of(q, 7);
            assertTrue(mixture.isOfDraws());
            assertEquals(NormalMixture.DRAWS, mixture.components().size());
            NormalMixture again = NormalMixture.of(q, 7);
            double weights = 0;
            double mean = 0;
            for (int s = 0; s < NormalMixture.DRAWS; s++) {
                NormalMixture.Component each = mixture.components().get(s);
                assertArrayEquals(again.components().get(s).mean(), each.mean());
                assertEquals(0, each.variance(1));
                weights += each.weight();
                mean += each.weight() * each.mean()[0];
            }
            assertClose("weights", 1, weights, 1e-12);
            assertWithin("mean", q.mean()[0], mean, 4 * q.sd()[0] / Math.sqrt(NormalMixture.DRAWS));
        }
    }

    @Test
    void drawsOfAMixture_haveTheWeightsOfItsStrata() {
        MixturePosterior q = new MixturePosterior(
                List.of(
                        DiagonalGaussian.around(new double[] {0}, new double[] {0.1}),
                        DiagonalGaussian.around(new double[] {9}, new double[] {0.1})),
                new double[] {Math.log(0.2), Math.log(0.8)});
        double mean = 0;
        for (NormalMixture.Component each :
                NormalMixture.ofDraws(q, UnaryOperator.identity(), 3).components()) {
            mean += each.weight() * each.mean()[0];
        }
        assertClose("mean", 7.2, mean, 1e-9);
    }

    @Test
    void leadingParameters_keepTheirMoments() {
        double[] covariance = {2, 0.5, 0, 0.5, 1, 0.2, 0, 0.2, 3};
        Posterior q = PosteriorReader.ofMoments(GaussianStructure.FULL, new double[] {1, 2, 3}, covariance);
        NormalMixture mixture = q.normalMixture();
        assertNotNull(mixture);
        NormalMixture.Component part = mixture.leadingMarginal(2).components().get(0);
        assertArrayEquals(new double[] {1, 2}, part.mean());
        assertClose("S", new double[] {2, 0.5, 0.5, 1}, part.covariance(), 1e-13);
        double[] variances = DiagonalGaussian.around(ONES, new double[] {1, 2, 3})
                .normalMixture()
                .leadingMarginal(2)
                .components()
                .get(0)
                .covariance();
        assertTrue(Arrays.equals(new double[] {1, 4}, variances));
    }
}
