package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.divergence.Divergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.RenyiDivergence;
import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Normal priors with a whole precision, beside the same Gaussian as a posterior. */
class CoupledPriorTest {

    private static final int D = 4;
    private final RandomArrays random = RandomArrays.of("coupled prior");
    private final double[] mean = random.normals(D);
    private final double[] packed = definite(random, D);
    private final GaussianPrior prior = GaussianPrior.ofPrecision(mean, packed);
    private final FullGaussian same = gaussian(mean, packed);
    private final double[] theta = random.normals(D);

    private static double[] definite(RandomArrays random, int d) {
        double[] root = random.normals(d * d);
        double[] packed = new double[Symmetric.packedLength(d)];
        for (int i = 0, e = 0; i < d; i++) {
            for (int j = 0; j <= i; j++, e++) {
                packed[e] = i == j ? 0.5 : 0;
                for (int k = 0; k < d; k++) {
                    packed[e] += root[i * d + k] * root[j * d + k];
                }
            }
        }
        return packed;
    }

    private static FullGaussian gaussian(double[] mean, double[] packed) {
        return Objects.requireNonNull(FullGaussian.of(JavaDenseKernel.INSTANCE, mean, packed));
    }

    private List<GaussianPosterior> posteriors() {
        double[] whole = definite(random, D);
        Blocks blocks = Blocks.of(3, 1);
        return List.of(
                gaussian(random.normals(D), whole),
                Objects.requireNonNull(BlockGaussian.of(
                        JavaDenseKernel.INSTANCE, blocks, random.normals(D), blocks.packedWithinBlocks(whole))),
                new DiagonalGaussian(random.normals(D), random.uniforms(D, 0.5, 3)));
    }

    @Test
    void density_isThatOfTheGaussian() {
        assertClose("log density", same.logDensity(theta), prior.logDensity(theta), 1e-12);
        assertClose("log determinant", same.logDeterminantPrecision(), prior.logDeterminantPrecision(), 1e-12);
        assertClose("sd", same.sd(), prior.sd(), 1e-12);
        assertClose("covariance", same.covariance(), prior.covariance(), 1e-12);
        assertClose("product", same.precisionTimes(theta), prior.multiplyByPrecision(theta), 1e-12);
        assertClose("gradient", FiniteDifference.gradient(prior::logDensity, theta), prior.gradient(theta), 1e-7);
        double[] hessian = PriorCurvature.hessianAt(new Prior(prior), theta);
        double[] precision = Symmetric.unpack(packed, D);
        for (int e = 0; e < hessian.length; e++) {
            assertClose("hessian", -precision[e], hessian[e], 1e-12);
        }
    }

    @Test
    void trace_isThatOfTheProduct() {
        double[] precision = Symmetric.unpack(packed, D);
        for (GaussianPosterior q : posteriors()) {
            double[] covariance = q.covariance();
            double expected = 0;
            for (int e = 0; e < precision.length; e++) {
                boolean diagonal = covariance.length == D;
                expected +=
                        precision[e] * (diagonal ? (e % (D + 1) == 0 ? covariance[e / (D + 1)] : 0) : covariance[e]);
            }
            assertClose(q.family(), expected, prior.traceTimes(q), 1e-12);
        }
    }

    @Test
    void divergences_areThoseFromTheGaussian() {
        List<Divergence> all = List.of(
                KullbackLeibler.PLAIN,
                new KullbackLeibler(2),
                new RenyiDivergence(0.5),
                Divergences.named("alpha", 0.5));
        for (Divergence divergence : all) {
            for (GaussianPosterior q : posteriors()) {
                String what = divergence.name() + " of " + q.family();
                assertClose(what, divergence.between(q, same), divergence.between(q, prior), 1e-12);
                Divergence.DivergenceGradient expected = divergence.gradient(q, same);
                Divergence.DivergenceGradient found = divergence.gradient(q, prior);
                assertClose(what + " in the mean", expected.meanGradient(), found.meanGradient(), 1e-12);
                assertClose(
                        what + " in the covariance",
                        expected.covarianceGradient(q),
                        found.covarianceGradient(q),
                        1e-12);
                double[] moved = FiniteDifference.gradient(mu -> divergence.between(q.withMean(mu), prior), q.mean());
                assertClose(what + " by differences", moved, found.meanGradient(), 1e-6);
            }
        }
    }

    @Test
    void rescaled_isTheDensityOfTheMultiples() {
        double[] factors = random.uniforms(D, 0.1, 3);
        double[] there = theta.clone();
        double volume = 0;
        for (int j = 0; j < D; j++) {
            there[j] *= factors[j];
            volume += Math.log(factors[j]);
        }
        GaussianPrior rescaled = prior.rescaled(factors);
        assertClose("density", prior.logDensity(theta) - volume, rescaled.logDensity(there), 1e-12);
    }

    @Test
    void parameterWithoutPrior_leavesTheOthersAsTheyAre() {
        GaussianPrior more = prior.withFlatParameter(7);
        double[] there = java.util.Arrays.copyOf(theta, D + 1);
        assertEquals(1, more.flatCount());
        assertEquals(Double.POSITIVE_INFINITY, more.sd()[D]);
        assertClose("density", prior.logDensity(theta), more.logDensity(there), 1e-12);
        assertEquals(0, more.withUnitPrecision().flatCount());
        GaussianPrior back = more.marginal(0, D);
        assertArrayEquals(prior.precisionInBlocks(Blocks.full(D)), back.precisionInBlocks(Blocks.full(D)));
        assertThrows(IllegalArgumentException.class, () -> more.marginal(1, 2));
    }

    @Test
    void joint_isIndependentWhereNothingCouples() {
        assertFalse(prior.isIndependent());
        assertTrue(
                GaussianPrior.ofPrecision(new double[2], new double[] {1, 0, 2}).isIndependent());
        assertThrows(
                IllegalArgumentException.class, () -> GaussianPrior.ofPrecision(new double[2], new double[] {1, 3, 2}));
    }
}
