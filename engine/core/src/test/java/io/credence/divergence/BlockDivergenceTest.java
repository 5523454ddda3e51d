package io.credence.divergence;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.BlockGaussian;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Serialised;
import io.credence.prior.GaussianPrior;
import io.credence.testkit.FiniteDifference;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockDivergenceTest {

    private static BlockDivergence of(Divergence first, Divergence second) {
        return new BlockDivergence(
                List.of(new BlockDivergence.BlockTerm(2, 1, first), new BlockDivergence.BlockTerm(3, 1, second)));
    }

    @Test
    void divergencesThatAddUp_giveThatOfTheWhole() {
        for (Divergence each : List.of(KullbackLeibler.PLAIN, new RenyiDivergence(0.5), new GammaDivergence(1.5))) {
            BlockDivergence sum = of(each, each);
            for (GaussianPosterior q : List.of(Gaussians.block("q", 2, 3), Gaussians.diagonal("q", 5))) {
                DiagonalGaussian gaussian = Gaussians.diagonal("prior", 5);
                GaussianPrior prior = new GaussianPrior(gaussian.mean(), gaussian.precision());
                assertClose(each.name(), each.between(q, prior), sum.between(q, prior), 1e-13);
                Divergence.DivergenceGradient whole = each.gradient(q, prior);
                Divergence.DivergenceGradient parts = sum.gradient(q, prior);
                assertClose("mean", whole.meanGradient(), parts.meanGradient(), 1e-13);
                assertClose("covariance", whole.covarianceGradient(q), parts.covarianceGradient(q), 1e-13);
                assertClose("entropy", whole.entropyWeight(), parts.entropyWeight(), 1e-13);
            }
        }
    }

    @Test
    void blocksOfTheirOwn_areSummedWithTheirFactors() {
        BlockDivergence divergence = new BlockDivergence(List.of(
                new BlockDivergence.BlockTerm(2, 0.7, new RenyiDivergence(0.5)),
                new BlockDivergence.BlockTerm(3, 2, new KullbackLeibler(0.5))));
        BlockGaussian q = Gaussians.block("q", 2, 3);
        BlockGaussian prior = Gaussians.block("prior", 2, 3);
        double expected = 0.7
                        * new RenyiDivergence(0.5)
                                .between(
                                        q.blockGaussians().get(0),
                                        prior.blockGaussians().get(0))
                + 4
                        * KullbackLeibler.PLAIN.between(
                                q.blockGaussians().get(1),
                                prior.blockGaussians().get(1));
        assertClose("sum", expected, divergence.between(q, prior), 1e-13);
        double[] mean = FiniteDifference.gradient(at -> divergence.between(q.withMean(at), prior), q.mean());
        assertClose("mean", mean, divergence.gradient(q, prior).meanGradient(), 1e-8);
        double[] found = divergence.gradient(q, prior).covarianceGradient(q);
        double[] numeric = FiniteDifference.gradient(
                at -> divergence.between(Gaussians.like(q, q.mean(), at), prior), Gaussians.covariance(q));
        int[] offDiagonal = {1, 4, 6, 7};
        for (int e : offDiagonal) {
            found[e] *= 2;
        }
        assertClose("covariance", numeric, found, 1e-7);
    }

    @Test
    void finerBlocksThanTheCut_areTaken() {
        BlockDivergence divergence = of(new RenyiDivergence(0.5), new BetaDivergence(1.5));
        BlockGaussian finer = Gaussians.block("q", 1, 1, 3);
        DiagonalGaussian gaussian = Gaussians.diagonal("prior", 5);
        GaussianPrior prior = new GaussianPrior(gaussian.mean(), gaussian.precision());
        assertTrue(Double.isFinite(divergence.between(finer, prior)));
        assertEquals(finer.precision().length, divergence.gradient(finer, prior).pull().length);
    }

    @Test
    void blocksAcrossTheCut_areRefused() {
        BlockDivergence divergence = of(new RenyiDivergence(0.5), KullbackLeibler.PLAIN);
        GaussianPrior prior = GaussianPrior.of(5, 0, 1);
        FullGaussian full = Gaussians.full("q", 5);
        assertThrows(IllegalArgumentException.class, () -> divergence.between(full, prior));
        BlockGaussian crossing = Gaussians.block("q", 3, 2);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> divergence.gradient(crossing, prior));
        assertTrue(refused.getMessage().contains("cross"), refused.getMessage());
        DiagonalGaussian diagonal = Gaussians.diagonal("q", 5);
        assertThrows(IllegalArgumentException.class, () -> divergence.between(diagonal, full));
        DiagonalGaussian shorter = Gaussians.diagonal("q", 4);
        assertThrows(IllegalArgumentException.class, () -> divergence.between(shorter, GaussianPrior.of(4, 0, 1)));
    }

    @Test
    void entryWithoutNormalPrior_isTakenByABlockOfKullbackLeibler() {
        BlockDivergence divergence = new BlockDivergence(List.of(
                new BlockDivergence.BlockTerm(2, 1, new RenyiDivergence(0.5)),
                new BlockDivergence.BlockTerm(1, 1, KullbackLeibler.PLAIN)));
        DiagonalGaussian q = Gaussians.diagonal("q", 3);
        assertTrue(Double.isFinite(divergence.between(q, new GaussianPrior(new double[3], new double[] {1, 1, 0}))));
        assertThrows(
                IllegalArgumentException.class,
                () -> divergence.between(q, new GaussianPrior(new double[3], new double[] {1, 0, 1})));
    }

    @Test
    void whatItIs_followsFromItsParts() {
        BlockDivergence plain = of(KullbackLeibler.PLAIN, KullbackLeibler.PLAIN);
        assertTrue(plain.isKullbackLeibler());
        assertFalse(of(KullbackLeibler.PLAIN, new KullbackLeibler(2)).isKullbackLeibler());
        assertNotNull(of(new BetaDivergence(-1), KullbackLeibler.PLAIN).refusal());
        assertEquals(plain, Serialised.copy(plain));
        assertThrows(
                UnsupportedOperationException.class,
                () -> plain.estimateAtDraws(new double[1], new double[1], new double[1]));
        assertThrows(IllegalArgumentException.class, () -> new BlockDivergence(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new BlockDivergence.BlockTerm(0, 1, KullbackLeibler.PLAIN));
        assertThrows(IllegalArgumentException.class, () -> new BlockDivergence.BlockTerm(1, 0, KullbackLeibler.PLAIN));
    }
}
