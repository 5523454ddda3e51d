package io.credence.divergence;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.stream.Stream;

/** Members of all families, and all divergences with hyperparameters on both sides of 1, for tests. */
final class Gaussians {

    private Gaussians() {}

    static FullGaussian full(double[] mean, double[] covariance) {
        return FullGaussian.of(
                JavaDenseKernel.INSTANCE, mean, Symmetric.pack(Naive.inverse(covariance, mean.length), mean.length));
    }

    static DiagonalGaussian diagonal(double[] mean, double... variances) {
        double[] precision = new double[variances.length];
        for (int j = 0; j < precision.length; j++) {
            precision[j] = 1 / variances[j];
        }
        return new DiagonalGaussian(mean, precision);
    }

    /** The member of {@code like}'s family and blocks with that covariance, given within them. */
    static GaussianPosterior like(GaussianPosterior like, double[] mean, double[] packedCovariance) {
        if (like instanceof DiagonalGaussian) {
            return diagonal(mean, packedCovariance);
        }
        Blocks blocks = like.blocks();
        double[] precision = Symmetric.pack(
                Naive.inverse(Symmetric.unpack(blocks.toPackedTriangle(packedCovariance), mean.length), mean.length),
                mean.length);
        return like instanceof FullGaussian
                ? FullGaussian.of(JavaDenseKernel.INSTANCE, mean, precision)
                : BlockGaussian.of(JavaDenseKernel.INSTANCE, blocks, mean, blocks.packedWithinBlocks(precision));
    }

    /** S within the blocks. */
    static double[] covariance(GaussianPosterior q) {
        int d = q.dimension();
        double[] whole = Symmetric.unpack(q.blocks().toPackedTriangle(q.precision()), d);
        return q.blocks().packedWithinBlocks(Symmetric.pack(Naive.inverse(whole, d), d));
    }

    /** Near the identity, so that all divergences of {@link #divergences} are finite between any two. */
    static FullGaussian full(String name, int d) {
        RandomArrays random = RandomArrays.of(name);
        double[] covariance = random.definite(d);
        for (int i = 0; i < d * d; i++) {
            covariance[i] = 0.15 * covariance[i] + (i % (d + 1) == 0 ? 0.7 : 0);
        }
        double[] mean = random.uniforms(d, -0.5, 0.5);
        return full(mean, covariance);
    }

    static DiagonalGaussian diagonal(String name, int d) {
        RandomArrays random = RandomArrays.of(name);
        return new DiagonalGaussian(random.uniforms(d, -0.5, 0.5), random.uniforms(d, 0.8, 1.3));
    }

    static BlockGaussian block(String name, int... sizes) {
        return BlockGaussian.of(Stream.of(java.util.Arrays.stream(sizes).boxed().toArray(Integer[]::new))
                .map(size -> full(name + size, size))
                .toList());
    }

    static List<Divergence> divergences() {
        return List.of(
                KullbackLeibler.PLAIN,
                new KullbackLeibler(0.5),
                new KullbackLeibler(3),
                new AlphaDivergence(0.5),
                new AlphaDivergence(1.5),
                new AlphaDivergence(-0.3),
                new RenyiDivergence(0.3),
                new RenyiDivergence(2),
                new RenyiDivergence(-0.3),
                new BetaDivergence(0.6),
                new BetaDivergence(1.5),
                new GammaDivergence(0.6),
                new GammaDivergence(2),
                new AlphaBetaGammaDivergence(0.5, 1.3, 1),
                new AlphaBetaGammaDivergence(1.2, 1.4, 0.5),
                new AlphaBetaGammaDivergence(0.8, 0.7, 2),
                sum(DivergenceTransform.IDENTITY),
                sum(DivergenceTransform.LOG),
                sum(DivergenceTransform.SQUARE),
                sum(DivergenceTransform.EXPONENTIAL));
    }

    private static SumDivergence sum(DivergenceTransform growth) {
        return new SumDivergence(
                List.of(
                        new SumDivergence.Term(0.3, new RenyiDivergence(0.5)),
                        new SumDivergence.Term(0.2, KullbackLeibler.PLAIN)),
                growth);
    }
}
