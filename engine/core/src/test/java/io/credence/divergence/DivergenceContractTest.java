package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Serialised;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.FiniteDifference;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every divergence of Gaussians. */
class DivergenceContractTest {

    static Stream<Divergence> divergences() {
        return Gaussians.divergences().stream();
    }

    private static List<GaussianPosterior> posteriors() {
        return List.of(Gaussians.full("q", 4), Gaussians.block("q", 3, 1), Gaussians.diagonal("q", 4));
    }

    private static GaussianPrior prior() {
        DiagonalGaussian prior = Gaussians.diagonal("prior", 4);
        return new GaussianPrior(prior.mean(), prior.precision());
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void divergenceFromItself_isZeroWithZeroSlopes(Divergence divergence) {
        for (GaussianPosterior q : posteriors()) {
            assertClose(divergence.name(), 0, divergence.between(q, q), 1e-13);
            Divergence.DivergenceGradient slope = divergence.gradient(q, q);
            assertClose("mean", new double[4], slope.meanGradient(), 1e-13);
            assertClose("covariance", new double[slope.pull().length], slope.covarianceGradient(q), 1e-13);
        }
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void divergenceFromAnother_isPositive(Divergence divergence) {
        for (GaussianPosterior q : posteriors()) {
            assertTrue(divergence.between(q, prior()) > 1e-4, divergence.name());
            for (double factor : new double[] {0.9, 1.1}) {
                assertTrue(divergence.between(q.withPrecisionScaled(factor), q) > 0, divergence.name());
            }
            double[] mean = q.mean().clone();
            mean[2] += 0.01;
            assertTrue(divergence.between(q.withMean(mean), q) > 0, divergence.name());
        }
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void slopes_areThoseOfTheValue(Divergence divergence) {
        for (GaussianPosterior q : posteriors()) {
            assertSlopes(divergence, q, GaussianConversions.toGaussian(q, prior()));
            assertSlopes(divergence, q, Gaussians.full("correlated prior", 4));
            Divergence.DivergenceGradient ofPrior = divergence.gradient(q, prior());
            Divergence.DivergenceGradient ofGaussian =
                    divergence.gradient(q, GaussianConversions.toGaussian(q, prior()));
            assertClose("mean", ofGaussian.meanGradient(), ofPrior.meanGradient(), 1e-14);
            assertClose("pull", ofGaussian.pull(), ofPrior.pull(), 1e-14);
        }
    }

    private static void assertSlopes(Divergence divergence, GaussianPosterior q, GaussianPosterior prior) {
        Divergence.DivergenceGradient slope = divergence.gradient(q, prior);
        double[] mean = FiniteDifference.gradient(at -> divergence.between(q.withMean(at), prior), q.mean());
        assertClose(divergence.name() + " mean of " + q.family(), mean, slope.meanGradient(), 1e-7);
        double[] found = slope.covarianceGradient(q);
        Blocks blocks = q.blocks();
        for (int k = 0, e = 0; k < blocks.count(); k++) {
            for (int i = 0; i < blocks.size(k); i++) {
                for (int j = 0; j <= i; j++, e++) {
                    found[e] *= i == j ? 1 : 2;
                }
            }
        }
        double[] expected = FiniteDifference.gradient(
                at -> divergence.between(Gaussians.like(q, q.mean(), at), prior), Gaussians.covariance(q));
        assertClose(divergence.name() + " covariance of " + q.family(), expected, found, 1e-7);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void sameGaussian_hasTheSameDivergenceInEveryFamily(Divergence divergence) {
        DiagonalGaussian diagonal = Gaussians.diagonal("q", 4);
        double expected = divergence.between(diagonal, prior());
        FullGaussian full = GaussianConversions.toFullGaussian(diagonal);
        BlockGaussian block = BlockGaussian.of(
                full.kernel(), Blocks.of(2, 2), full.mean(), Blocks.of(2, 2).packedWithinBlocks(full.precision()));
        assertClose("full", expected, divergence.between(full, prior()), 1e-12);
        assertClose("block", expected, divergence.between(block, prior()), 1e-12);
        assertClose(
                "pull",
                divergence.gradient(diagonal, prior()).meanGradient(),
                divergence.gradient(full, prior()).meanGradient(),
                1e-12);
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void writtenAndRead_isEqual(Divergence divergence) {
        assertEquals(divergence, Serialised.copy(divergence));
        assertNull(divergence.refusal());
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void otherDimension_isRefused(Divergence divergence) {
        GaussianPosterior q = Gaussians.full("q", 4);
        GaussianPosterior prior = Gaussians.full("q", 3);
        assertThrows(IllegalArgumentException.class, () -> divergence.between(q, prior));
        assertThrows(IllegalArgumentException.class, () -> divergence.gradient(q, prior));
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void entryWithoutNormalPrior_isRefusedExceptByKullbackLeibler(Divergence divergence) {
        GaussianPosterior q = Gaussians.diagonal("q", 2);
        GaussianPrior flat = new GaussianPrior(new double[2], new double[] {1, 0});
        if (divergence instanceof KullbackLeibler) {
            assertTrue(Double.isFinite(divergence.between(q, flat)));
        } else {
            assertThrows(IllegalArgumentException.class, () -> divergence.between(q, flat));
        }
    }
}
